// Loan rows and state badge.

import { useTranslation } from 'react-i18next'
import type { LoanState } from '#domain/loan/terms'
import type { Amount } from '#domain/money/amount'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { Badge, type BadgeTone } from '../badge'
import { Hideable } from '../hidden-amounts'
import { ListRow } from '../list-row'
import { Moment } from '../moment'

const TONES = {
  review: 'brand',
  cancelled: 'plain',
  refused: 'bad',
  lapsed: 'plain',
  running: 'brand',
  repaid: 'good',
  seized: 'bad',
} as const satisfies Readonly<Record<LoanState, BadgeTone>>

export function LoanStateBadge({ state }: { readonly state: LoanState }) {
  const { t } = useTranslation('loan')
  return <Badge tone={TONES[state]}>{t(`state_${state}`)}</Badge>
}

export interface ListedLoan {
  readonly id: number
  readonly asset: { readonly code: string; readonly scale: number }
  readonly amount: Amount
  readonly owed: Amount
  readonly days: number
  readonly state: LoanState
  readonly createdAt: number
  readonly dueAt: number | null
}

const LINE = 'flex flex-wrap items-baseline justify-between gap-x-2'

export function LoanList({ rows }: { readonly rows: readonly ListedLoan[] }) {
  const { t } = useTranslation('loan')
  const withColon = useColon()
  const numbers = useNumbers()
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ id, asset, amount, owed, state, createdAt, dueAt }) => (
        <ListRow
          key={id}
          to={`/loans/${id}`}
          title={
            <span className={LINE} data-loan={id}>
              <Hideable>{`${numbers.amount(asset, amount)}\u00a0${asset.code}`}</Hideable>
              <LoanStateBadge state={state} />
            </span>
          }
          text={
            <span className={LINE}>
              {state === 'running' && dueAt !== null ? (
                <span>
                  {withColon(t('due'))}
                  <Moment at={dueAt} />
                </span>
              ) : (
                <Moment at={createdAt} />
              )}
              {state === 'running' && (
                <span>
                  {withColon(t('owed'))}
                  <Hideable>{`${numbers.amount(asset, owed)}\u00a0${asset.code}`}</Hideable>
                </span>
              )}
            </span>
          }
        />
      ))}
    </ul>
  )
}
