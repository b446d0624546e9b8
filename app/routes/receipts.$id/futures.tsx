// Facts of futures receipts: opening, overnight charge, close.

import { useTranslation } from 'react-i18next'
import type { OpeningReceipt } from '#domain/futures/opening-receipt'
import type { OvernightReceipt } from '#domain/futures/overnight-receipt'
import type { FuturesReceipt } from '#domain/futures/receipt'
import { wholeLots } from '#domain/futures/terms'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { Result } from '../../components/futures/futures-list'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function FuturesFacts({ receipt }: { readonly receipt: FuturesReceipt }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { position, ticks, cause, lots, price, result } = receipt
  const formatPrice = (value: number | null) =>
    value === null ? '—' : numbers.decimal(formatSteps(value, position.priceDecimals))
  const rows: readonly ReceiptFact[] = [
    [t('pair'), position.symbol.replace('-', '/')],
    [t('receipt_why'), t(`cause_${cause}`)],
    [t('ticket'), `${t(position.direction)} · ${t(position.mode)}`],
    [t('lots'), numbers.decimal(String(wholeLots(lots, position)))],
    [t('entry'), formatPrice(position.openSteps)],
    [t('closed_at_price'), formatPrice(price)],
    [t('result'), <Result key="result" value={result} />],
    [t('stops'), `${formatPrice(position.takeProfit)} / ${formatPrice(position.stopLoss)}`],
    [t('ended_at'), <Moment key="at" at={receipt.at} />],
  ]
  return <Facts rows={rows} ticks={ticks.slice(0, 1)} />
}

/** Positions are paid for in USDT. */
const SCALE = 6

function useMoney() {
  const numbers = useNumbers()
  return (text: string): string => `${numbers.decimal(trimZeros(formatUnits(decodeAmount(text), SCALE)))}\u00a0USDT`
}

export function OpeningFacts({ receipt }: { readonly receipt: OpeningReceipt }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const money = useMoney()
  const { order, price, margin, fee, at, ticks } = receipt
  const formatPrice = (value: number) => numbers.decimal(formatSteps(value, order.priceDecimals))
  const rows: readonly ReceiptFact[] = [
    [t('pair'), order.symbol.replace('-', '/')],
    [t('ticket'), `${t(order.direction)} · ${t(`kind_${order.kind}`)}`],
    [t('lots'), numbers.decimal(String(wholeLots(order.lots, order)))],
    [t('leverage'), `${numbers.count(order.leverage)}×`],
    ...(order.entrySteps === null ? [] : ([[t('price'), formatPrice(order.entrySteps)]] as const)),
    [t('entry'), formatPrice(price)],
    [t('margin'), money(margin)],
    [t('fee'), money(fee)],
    [t('opened_at'), <Moment key="at" at={at} />],
  ]
  return <Facts rows={rows} ticks={ticks} />
}

export function OvernightFacts({ receipt }: { readonly receipt: OvernightReceipt }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const money = useMoney()
  const { position, midnight, due, paid, ticks } = receipt
  const rows: readonly ReceiptFact[] = [
    [t('pair'), position.symbol.replace('-', '/')],
    [t('lots'), numbers.decimal(String(wholeLots(position.lots, position)))],
    [t('overnight_rate'), numbers.rate(rate(BigInt(position.overnight)))],
    [t('midnight'), <Moment key="midnight" at={midnight} />],
    [t('overnight'), money(due)],
    [t('paid'), money(paid)],
  ]
  return <Facts rows={rows} ticks={ticks} />
}
