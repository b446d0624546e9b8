// Row of a deposit or withdrawal with its state badge.

import { useTranslation } from 'react-i18next'
import type { FundsRecord } from '#services/funds/records'
import { useNumbers } from '../../text/numbers'
import { Badge, type BadgeTone } from '../badge'
import { CoinMark } from '../coin'
import { Hideable } from '../hidden-amounts'
import { ListRow } from '../list-row'
import { Moment } from '../moment'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

const TONES = {
  confirming: 'brand',
  review: 'brand',
  approved: 'brand',
  signing: 'brand',
  sent: 'brand',
  passed: 'good',
  failed: 'bad',
  cancelled: 'plain',
} as const satisfies Readonly<Record<FundsRecord['state'], BadgeTone>>

/** True until the record reaches a final state. */
export const isFundsOpen = ({ state }: Pick<FundsRecord, 'state'>): boolean =>
  state !== 'passed' && state !== 'failed' && state !== 'cancelled'

export function FundsStateBadge({ state }: Pick<FundsRecord, 'state'>) {
  const { t: tRefusals } = useTranslation('refusals')
  return <Badge tone={TONES[state]}>{tRefusals(`funds_${state}`)}</Badge>
}

/** Two lines: asset with amount, time with state. The state never gets a third line, so all rows have equal height. */
const LINE = 'flex items-baseline justify-between gap-x-2'

export function FundsRecordRow({ record }: { readonly record: FundsRecord }) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const isDeposit = record.type === 'deposit'
  const { state, confirmations, confirmationsMin } = record
  // Incoming amounts are green; amounts of failed or cancelled requests are muted.
  const isLost = state === 'failed' || state === 'cancelled'
  return (
    <ListRow
      to={`/assets/requests/${record.key}`}
      lead={<CoinMark asset={record} />}
      title={
        <span className={LINE}>
          <span>
            {t(isDeposit ? 'deposit_of' : 'withdrawal_of', { asset: record.code })}
            {record.network && <span className="text-xs font-normal text-muted"> {record.network}</span>}
          </span>
          <span className={isLost ? 'text-muted' : isDeposit && state === 'passed' ? 'text-good-text' : ''}>
            <Hideable>
              {isDeposit ? '+' : '−'}
              {numbers.readable(record.amount, DECIMALS_MAX)}
            </Hideable>
          </span>
        </span>
      }
      text={
        <span className={LINE}>
          <span>
            <Moment at={record.createdAt} />
            {(state === 'confirming' || state === 'sent') &&
              ` · ${numbers.count(confirmations)}/${numbers.count(confirmationsMin)}`}
          </span>
          <FundsStateBadge state={state} />
        </span>
      }
    />
  )
}
