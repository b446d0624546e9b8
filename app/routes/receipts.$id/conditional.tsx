// Facts of a conditional order receipt.

import { useTranslation } from 'react-i18next'
import type { ConditionalReceipt } from '#domain/conditional/receipt'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function ConditionalFacts({ receipt }: { readonly receipt: ConditionalReceipt }) {
  const { t } = useTranslation('conditional')
  const { t: tSpot } = useTranslation('spot')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { order, cause, ticks, sentTicks } = receipt
  const [tick, best] = ticks
  const formatPrice = (value: number) => numbers.decimal(formatSteps(value, order.priceDecimals))
  const triggers = [
    ...(order.stopSteps === null ? [] : [t('cond_stop', { price: formatPrice(order.stopSteps) })]),
    ...(order.profitSteps === null ? [] : [t('cond_take_profit', { price: formatPrice(order.profitSteps) })]),
    ...(best ? [t('cond_trailing_new', { distance: distanceText(order, formatPrice, numbers.percent) })] : []),
  ]
  const rows: readonly ReceiptFact[] = [
    [tReceipt('pair'), order.symbol.replace('-', '/')],
    [tReceipt('receipt_why'), t(`cause_${cause}`)],
    [tSpot('kind'), `${tSpot(order.side)} · ${t(`kind_${order.kind}`)}`],
    [t('condition'), triggers.join(' · ')],
    [t('receipt_since'), <Moment key="since" at={order.since} />],
    ...(best ? ([[t('receipt_best'), `${numbers.decimal(best.price)} (${best.source})`]] as const) : []),
    [tReceipt('receipt_tick'), tick ? numbers.decimal(tick.price) : '—'],
    [tReceipt('receipt_source'), tick?.source ?? '—'],
    [t('triggered_at'), <Moment key="at" at={receipt.at} />],
    [t(order.limitTicks === null ? 'receipt_sent_worst' : 'receipt_sent'), formatPrice(sentTicks * order.tickSteps)],
    ...ticks.map(({ hash }, index): ReceiptFact => [
      `${tReceipt('receipt_hash')}${ticks.length > 1 ? ` ${index + 1}` : ''}`,
      <code key="hash" className="text-2xs break-all">
        {hash}
      </code>,
    ]),
  ]
  return <Facts rows={rows} />
}

function distanceText(
  { trailSteps, trailRate }: ConditionalReceipt['order'],
  formatPrice: (value: number) => string,
  percent: (text: string) => string,
): string {
  if (trailSteps !== null) return formatPrice(trailSteps)
  return percent(formatPercentTrimmed(rate(BigInt(trailRate ?? '0'))))
}
