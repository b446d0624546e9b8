// Facts of an option receipt.

import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { OptionsReceipt } from '#domain/options/receipt'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function OptionFacts({ receipt }: { readonly receipt: OptionsReceipt }) {
  const { t } = useTranslation('options')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { order, outcome, ticks, paid } = receipt
  const money = (text: string) => `${numbers.usdt(formatUnits(decodeAmount(text), 6))}\u00a0${order.asset}`
  const prices = ticks.flatMap((tick, index): readonly ReceiptFact[] => [
    [t(index === 0 ? 'receipt_entry' : 'receipt_exit'), `${numbers.decimal(tick.price)} (${tick.source})`],
    [t(index === 0 ? 'began_at' : 'ended_at'), <Moment key="at" at={tick.at} />],
    [
      `${tReceipt('receipt_hash')} ${index + 1}`,
      <code key="hash" className="text-2xs break-all">
        {tick.hash}
      </code>,
    ],
  ])
  const rows: readonly ReceiptFact[] = [
    [t('pair'), order.symbol.replace('-', '/')],
    [t('direction'), t(order.direction)],
    [t('duration'), t('seconds', { count: order.seconds })],
    [t('stake'), money(order.stake)],
    [t('ratio'), numbers.rate(rate(BigInt(order.ratio)))],
    [t('accepted_at'), <Moment key="accepted" at={order.acceptedAt} />],
    ...prices,
    [t('state'), t(`outcome_${outcome}`)],
    [t('paid'), money(paid)],
  ]
  return <Facts rows={rows} />
}
