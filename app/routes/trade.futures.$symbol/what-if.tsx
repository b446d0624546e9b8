// "What would liquidate me": slider that moves all prices and shows the result of the liquidation functions.

import { useTranslation } from 'react-i18next'
import { type FuturesTerms, wholeLots } from '#domain/futures/terms'
import { riskPercent } from '#domain/futures/appraisal'
import { whatIf } from '#domain/futures/what-if'
import { ZERO, formatAmount } from '#domain/money/amount'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { MoveForm, useMove } from '../../components/trade/move-form'
import type { FuturesFacts } from '../../forms/futures'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface WhatIfProps {
  readonly facts: FuturesFacts
  readonly quote: FuturesTerms['quote']
}

/** Maximum price move in per mille. */
const MOST = 500

/** A disclosure of the platform; without scripts its form asks the server. */
export function WhatIf({ facts: { live, available, held, prices }, quote }: WhatIfProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const of = useMove(MOST)
  if (!live.some(({ state }) => state === 'open')) return null
  const { equity, risk, liquidated } = whatIf(live, {
    wallet: { available: available ?? ZERO, held },
    prices,
    perMille: of.move,
  })
  const names = liquidated.flatMap((positionNo) => {
    const row = live.find((each) => each.positionNo === positionNo)
    return row
      ? [
          `${row.symbol.replace('-', '/')} ${t(row.direction)} ${numbers.decimal(String(wholeLots(row.lots, row.terms)))}`,
        ]
      : []
  })
  return (
    <details open={of.asked !== 0} className="group border-b border-line px-3 text-xs lg:px-4">
      <summary className="flex min-h-11 items-center font-medium lg:min-h-9">
        {t('what_if')}
        <Icon name="down" className="ml-1 size-4 text-muted transition group-open:rotate-180" />
      </summary>
      <MoveForm
        of={of}
        label={<span className="text-muted">{t('what_if_move')}</span>}
        show={t('what_if_show')}
        className="pb-3"
      >
        <dl className="grid grid-cols-2 gap-x-4">
          <div>
            <dt className="text-muted">{t('equity')}</dt>
            <dd className="tabular-nums">
              <Hideable>
                {numbers.usdt(formatAmount(quote, equity))}
                {bound(quote.code)}
              </Hideable>
            </dd>
          </div>
          <div>
            <dt className="text-muted">{t('risk')}</dt>
            <dd className="tabular-nums">{risk === null ? '—' : numbers.percent(riskPercent(risk))}</dd>
          </div>
        </dl>
        <p role="status" data-figure="what_if" className={names.length > 0 ? 'text-bad-text' : ''}>
          {names.length === 0 ? t('what_if_none') : t('what_if_some', { positions: names.join(' · ') })}
        </p>
      </MoveForm>
    </details>
  )
}
