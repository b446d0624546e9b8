// Facts of investment and fixing receipts.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FixingReceipt } from '#domain/invest/fixing'
import type { InvestReceipt } from '#domain/invest/receipt'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function InvestFacts({ receipt }: { readonly receipt: InvestReceipt }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const { order, fixing, outcome, paid } = receipt
  const isCall = order.kind === 'call'
  const price = (priceSteps: number) =>
    `${numbers.decimal(formatSteps(priceSteps, order.priceDecimals))} ${order.quote}`
  const money = (text: string, isBase: boolean) =>
    `${numbers.decimal(trimZeros(formatUnits(decodeAmount(text), isBase ? order.baseScale : order.quoteScale)))} ${isBase ? order.base : order.quote}`
  const rows: readonly ReceiptFact[] = [
    [t('series'), order.series],
    [t('kind'), t(order.kind)],
    [t('amount'), money(order.amount, isCall)],
    [t('strike'), price(order.strike)],
    [t('apr'), numbers.rate(rate(BigInt(order.apr)))],
    [t('holding'), t('days', { count: order.days })],
    [t('matures'), <Moment key="at" at={receipt.at} />],
    [t('fixing'), fixing === null ? t('no_tick') : price(fixing.steps)],
    [t('state'), t(outcome === 'void' ? 'state_fail' : 'state_success')],
    [t('paid'), money(paid, outcome === 'void' ? isCall : outcome === 'coin')],
    ...(fixing === null
      ? []
      : ([
          [
            t('fixing_receipt'),
            <Link key="fixing" to={`/receipts/${fixing.receiptId}`} className="text-selected-text hover:underline">
              <code className="text-2xs break-all">{fixing.receiptId}</code>
            </Link>,
          ],
        ] as const)),
  ]
  return <Facts rows={rows} />
}

export function FixingFacts({ receipt }: { readonly receipt: FixingReceipt }) {
  const { t } = useTranslation('invest')
  const numbers = useNumbers()
  const { symbol, from, at, count, sum, price, priceDecimals, ticks } = receipt
  const hash = (key: string, text: string | undefined) => (
    <code key={key} className="text-2xs break-all">
      {text}
    </code>
  )
  const rows: readonly ReceiptFact[] = [
    [t('coin'), symbol.replace('-', '/')],
    [
      t('window'),
      <span key="window">
        <Moment at={from} /> – <Moment at={at} form="clock" />
      </span>,
    ],
    [t('ticks'), numbers.count(count)],
    [t('sum'), numbers.decimal(formatUnits(BigInt(sum), priceDecimals))],
    [t('fixing'), numbers.decimal(price)],
    [t('first_hash'), hash('first', ticks[0]?.previousHash)],
    [t('last_hash'), hash('last', ticks.at(-1)?.hash)],
  ]
  return <Facts rows={rows} />
}
