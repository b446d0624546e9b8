// Facts of a loan liquidation receipt.

import { useTranslation } from 'react-i18next'
import type { LoanReceipt } from '#domain/loan/receipt'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function LoanFacts({ receipt }: { readonly receipt: LoanReceipt }) {
  const { t } = useTranslation('loan')
  const { t: tSpot } = useTranslation('spot')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { lines, step, ticks } = receipt
  const find = (assetId: number) => lines.find((line) => line.assetId === assetId) ?? { code: '', scale: 0 }
  const coins = (assetId: number, text: string) =>
    `${numbers.amount(find(assetId), decodeAmount(text))}\u00a0${find(assetId).code}`
  const { sale } = step
  const pair = receipt.pairs.find(({ symbol }) => symbol === sale?.symbol)
  const size = (each: NonNullable<typeof sale>): string =>
    each.budget === null
      ? numbers.decimal(formatSteps(each.lots, pair?.quantityDecimals ?? 0))
      : `${numbers.decimal(formatUnits(BigInt(each.budget), pair?.quoteScale ?? 0))}\u00a0USDT`
  const rows: readonly ReceiptFact[] = [
    [tReceipt('receipt_why'), t(`receipt_${receipt.cause}`)],
    [t('risk_rate'), receipt.riskRate === null ? '—' : numbers.percent(formatUnits(BigInt(receipt.riskRate), 2))],
    [t('receipt_at'), <Moment key="at" at={receipt.at} />],
    ...lines.map(({ assetId, code, has, owes }): ReceiptFact => [
      code,
      [
        `${t('receipt_has')} ${coins(assetId, has)}`,
        ...(owes === '0' ? [] : [`${t('owed')} ${coins(assetId, owes)}`]),
      ].join(' · '),
    ]),
    ...step.repayments.map(({ assetId, amount, fee }): ReceiptFact => [
      `${t('repaid')} · ${find(assetId).code}`,
      `${coins(assetId, amount)} · ${t('event_fee')} ${coins(assetId, fee)}`,
    ]),
    ...(sale
      ? ([
          [t('receipt_sale'), `${tSpot(sale.side)} ${sale.symbol.replace('-', '/')} ${size(sale)}`],
          [
            t('receipt_worst'),
            numbers.decimal(formatSteps(sale.ticks * (pair?.tickSteps ?? 1), pair?.priceDecimals ?? 0)),
          ],
        ] as const)
      : ([[t('receipt_end'), t(`receipt_${step.state === 'short' ? 'short' : 'over'}`)]] as const)),
    ...ticks.map(({ symbol, price, source, hash }): ReceiptFact => [
      `${tReceipt('receipt_tick')} ${symbol.replace('-', '/')}`,
      <span key={symbol}>
        {numbers.decimal(price)} ({source}) <code className="text-2xs break-all">{hash}</code>
      </span>,
    ]),
  ]
  return <Facts rows={rows} />
}
