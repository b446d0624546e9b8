// Facts of a futures receipt.

import { useTranslation } from 'react-i18next'
import type { FuturesReceipt } from '#domain/futures/receipt'
import { wholeLots } from '#domain/futures/terms'
import { formatSteps } from '#domain/quotes/steps'
import { Result } from '../../components/futures-list'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function FuturesFacts({ receipt }: { readonly receipt: FuturesReceipt }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const { position, ticks, cause, lots, price, result } = receipt
  const [tick] = ticks
  const steps = (value: number | null) =>
    value === null ? '—' : numbers.decimal(formatSteps(value, position.priceDecimals))
  const rows: readonly ReceiptFact[] = [
    [t('pair'), position.symbol.replace('-', '/')],
    [t('receipt_why'), t(`cause_${cause}`)],
    [t('ticket'), `${t(position.direction)} · ${t(position.mode)}`],
    [t('lots'), numbers.decimal(String(wholeLots(lots === 0 ? position.lots : lots, position)))],
    [t('entry'), steps(position.openSteps)],
    ...(cause === 'entry' ? [] : ([[t('closed_at_price'), steps(price)]] as const)),
    ...(cause === 'entry' ? [] : ([[t('result'), <Result key="result" value={result} />]] as const)),
    [t('stops'), `${steps(position.takeProfit)} / ${steps(position.stopLoss)}`],
    [t('receipt_tick'), tick ? numbers.decimal(tick.price) : '—'],
    [t('receipt_source'), tick?.source ?? '—'],
    [t('ended_at'), <Moment key="at" at={receipt.at} />],
    [
      t('receipt_hash'),
      <code key="hash" className="text-2xs break-all">
        {tick?.hash}
      </code>,
    ],
  ]
  return <Facts rows={rows} />
}
