// Figures of a futures order (cost, fees, liquidation, outcomes), above the button and in the confirmation.

import { useTranslation } from 'react-i18next'
import type { OrderOutlook } from '#domain/futures/order'
import { LOT_DECIMALS } from '#domain/futures/terms'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import type { AskedRow } from '../../components/trade/confirm-order'
import { FigureList } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { plainDecimal } from '../../forms/decimal-field'
import type { FuturesFacts, FuturesFields } from '../../forms/futures'
import { StopWarning } from '../../forms/futures-stops'
import { moneyIn, useNumbers } from '../../text/numbers'

interface Reckoned {
  readonly figures: OrderOutlook | null
  readonly drawnAt: number
}

function useFigureRows({ terms }: FuturesFacts, { figures, drawnAt }: Reckoned): readonly AskedRow[] {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  if (!figures) return []
  const money = moneyIn(numbers, terms.quote)
  const price = (priceSteps: number) => numbers.decimal(formatSteps(priceSteps, terms.priceDecimals))
  const { openSteps, worth, margin, fee, liquidation, atTakeProfit, atStopLoss, overnight } = figures
  const midnight = Math.floor(drawnAt / DAY_MS) * DAY_MS + DAY_MS
  return [
    { key: 'open_price', label: t('open_price'), text: price(openSteps) },
    { key: 'worth', label: t('worth'), text: money(worth) },
    { key: 'margin', label: t('margin'), text: money(margin) },
    { key: 'fee', label: t('fee'), text: money(fee) },
    {
      key: 'liquidation',
      label: t('liquidation'),
      text: liquidation === null ? t('no_liquidation') : price(liquidation),
    },
    ...(atTakeProfit === null
      ? []
      : [{ key: 'at_take_profit', label: t('at_take_profit'), text: money(atTakeProfit) }]),
    ...(atStopLoss === null ? [] : [{ key: 'at_stop_loss', label: t('at_stop_loss'), text: money(atStopLoss) }]),
    {
      key: 'overnight',
      label: (
        <>
          {t('overnight')} <Moment at={midnight} />
        </>
      ),
      text: money(overnight),
    },
  ]
}

export function Figures({ facts, ...reckoned }: Reckoned & { readonly facts: FuturesFacts }) {
  const rows = useFigureRows(facts, reckoned)
  if (rows.length === 0) return null
  return (
    <>
      <FigureList
        className="gap-1 rounded-lg bg-raised px-3 py-2 text-xs"
        rows={rows.map(({ key, label, text }) => ({ key, label, value: text }))}
      />
      <StopWarning outlook={reckoned.figures} priceDecimals={facts.terms.priceDecimals} />
    </>
  )
}

/** Rows of the confirmation: order fields, then figures. */
export function useAskedRows(facts: FuturesFacts, fields: FuturesFields, reckoned: Reckoned): readonly AskedRow[] {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const rows = useFigureRows(facts, reckoned)
  const { pair, terms, language } = facts
  const { direction, kind, mode, leverage, lots, price, take_profit: profit, stop_loss: loss } = fields
  const written = (typed: string) => `${numbers.decimal(plainDecimal(typed, language))}\u00a0${pair.quote.code}`
  const size = numbers.decimal(trimZeros(formatUnits(terms.lotSize, LOT_DECIMALS)))
  return [
    { key: 'pair', label: t('pair'), text: `${pair.base.code}/${pair.quote.code}` },
    { key: 'kind', label: t('kind'), text: `${t(direction)} · ${t(`kind_${kind}`)}` },
    { key: 'leverage', label: t('leverage'), text: `${leverage}× · ${t(mode)}` },
    { key: 'lots', label: t('lots'), text: `${numbers.decimal(lots)} × ${size}\u00a0${pair.base.code}` },
    ...(kind === 'market' ? [] : [{ key: 'price', label: t('price'), text: written(price) }]),
    ...(profit === '' ? [] : [{ key: 'take_profit', label: t('take_profit'), text: written(profit) }]),
    ...(loss === '' ? [] : [{ key: 'stop_loss', label: t('stop_loss'), text: written(loss) }]),
    ...rows,
  ]
}
