// Risk bar of the futures wallet: equity, margins, unrealized pnl, and the distance of cross positions to liquidation.

import { useTranslation } from 'react-i18next'
import { type FuturesAppraisal, riskPercent } from '#domain/futures/appraisal'
import type { FuturesTerms } from '#domain/futures/terms'
import { type Amount, formatAmount } from '#domain/money/amount'
import { Hideable } from '../hidden-amounts'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface RiskBarProps {
  readonly appraisal: FuturesAppraisal
  readonly quote: FuturesTerms['quote']
}

/** Percentage from which the bar is empty: no risk. */
const SAFE_PERCENT = 500

export function RiskBar({ appraisal, quote }: RiskBarProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { equity, available, margins, ordered, results, risk } = appraisal
  const money = (value: Amount) => numbers.usdt(formatAmount(quote, value)) + bound(quote.code)
  const percent = risk === null ? null : Number(risk / 1_000_000n)
  const danger =
    percent === null ? 0 : Math.min(100, Math.max(0, ((SAFE_PERCENT - percent) * 100) / (SAFE_PERCENT - 50)))
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 border-b border-line px-3 py-2.5 text-xs sm:grid-cols-3 xl:grid-cols-6 lg:px-4">
      <Figure label={t('equity')}>{money(equity)}</Figure>
      <Figure label={t('free')}>{money(available)}</Figure>
      <Figure label={t('used_margin')}>{money(margins)}</Figure>
      <Figure label={t('ordered')}>{money(ordered)}</Figure>
      <Figure label={t('unrealised')}>
        <span className={results < 0n ? 'text-bad-text' : results > 0n ? 'text-good-text' : ''}>
          {numbers.result(formatAmount(quote, results)) + bound(quote.code)}
        </span>
      </Figure>
      <Figure label={t('risk')}>
        {risk === null ? '—' : numbers.percent(riskPercent(risk))}
        {risk !== null && (
          <span aria-hidden="true" className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-track">
            <span
              className={`block h-full rounded-full ${danger > 70 ? 'bg-bad' : danger > 40 ? 'bg-brand' : 'bg-good'}`}
              style={{ width: `${danger}%` }}
            />
          </span>
        )}
        {risk !== null && <span className="text-2xs font-normal text-muted">{t('risk_higher')}</span>}
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-stale font-medium tabular-nums">
        <Hideable>{children}</Hideable>
      </dd>
    </div>
  )
}
