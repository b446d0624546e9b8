// A deposit or a withdrawal in a list, and how it stands as a badge.

import type { FundsRecord } from '#services/funds/records'
import { useNumbers } from '../text/numbers'
import { useWords } from '../text/words'
import { Badge, type BadgeTone } from './badge'
import { CoinMark } from './coin-mark'
import { Hideable } from './hidden-amounts'
import { ListRow } from './list-row'
import { Moment } from './moment'

/** More than any asset has. */
const DECIMALS_MAX = 18

const TONES = {
  confirming: 'brand',
  review: 'brand',
  passed: 'good',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Readonly<Record<FundsRecord['state'], BadgeTone>>

export function FundsStateBadge({ state }: Pick<FundsRecord, 'state'>) {
  const sayRefusals = useWords('refusals')
  return <Badge tone={TONES[state]}>{sayRefusals(`funds_${state}`)}</Badge>
}

export function FundsRecordRow({ record }: { readonly record: FundsRecord }) {
  const say = useWords('funds')
  const numbers = useNumbers()
  const isDeposit = record.type === 'deposit'
  const { state, confirmations, confirmationsMin } = record
  // Only what came has the colour of a gain; what never came and never went has not even that of money.
  const isLost = state === 'failed' || state === 'cancelled'
  return (
    <ListRow
      to={`/assets/requests/${record.key}`}
      lead={<CoinMark asset={record} />}
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {say(isDeposit ? 'deposit_of' : 'withdrawal_of', { asset: record.code })}
          <FundsStateBadge state={state} />
        </span>
      }
      text={
        <>
          <Moment at={record.createdAt} />
          {record.network && ` · ${record.network}`}
          {state === 'confirming' && ` · ${numbers.count(confirmations)}/${numbers.count(confirmationsMin)}`}
        </>
      }
      end={
        <span
          className={`font-medium ${isLost ? 'text-muted' : isDeposit && state === 'passed' ? 'text-up-text' : 'text-ink'}`}
        >
          <Hideable>
            {isDeposit ? '+' : '−'}
            {numbers.readable(record.amount, DECIMALS_MAX)}
          </Hideable>
        </span>
      }
    />
  )
}
