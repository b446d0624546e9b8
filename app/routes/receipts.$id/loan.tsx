// Facts of receipts of loans: liquidation, margin call, interest of a day.

import { useTranslation } from 'react-i18next'
import type { LoanCallReceipt } from '#domain/loan/call-receipt'
import { HOURS_A_DAY, hourAt } from '#domain/loan/interest'
import type { LoanInterestReceipt } from '#domain/loan/interest-receipt'
import type { LoanReceipt } from '#domain/loan/receipt'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
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
  const walletFacts = useWalletFacts(lines)
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
    ...walletFacts,
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
  ]
  return <Facts rows={rows} ticks={ticks} />
}

/** Balance and debt of each asset. */
function useWalletFacts(lines: LoanCallReceipt['lines']): readonly ReceiptFact[] {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  return lines.map(({ code, scale, has, owes }) => {
    const coins = (text: string) => `${numbers.amount({ scale }, decodeAmount(text))}\u00a0${code}`
    return [code, `${t('receipt_has')} ${coins(has)}${owes === '0' ? '' : ` · ${t('owed')} ${coins(owes)}`}`]
  })
}

export function LoanCallFacts({ receipt }: { readonly receipt: LoanCallReceipt }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const walletFacts = useWalletFacts(receipt.lines)
  const percent = (hundredths: bigint) => numbers.percent(formatUnits(hundredths, 2))
  const rows: readonly ReceiptFact[] = [
    [t('risk_rate'), receipt.riskRate === null ? '—' : percent(BigInt(receipt.riskRate))],
    [t('receipt_bound'), percent(BigInt(receipt.bound))],
    [t('receipt_at'), <Moment key="at" at={receipt.at} />],
    ...walletFacts,
  ]
  return <Facts rows={rows} ticks={receipt.ticks} />
}

export function LoanInterestFacts({ receipt }: { readonly receipt: LoanInterestReceipt }) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { loan, day, hours, charged } = receipt
  const isLate = day >= loan.days
  const coins = (text: string) => `${numbers.amount(loan, decodeAmount(text))}\u00a0${loan.asset}`
  const rows: readonly ReceiptFact[] = [
    [t('hour'), <Moment key="from" at={hourAt(loan.openedAt, day * HOURS_A_DAY)} />],
    [t('hours_title'), numbers.count(hours.length)],
    [t(isLate ? 'late_rate' : 'daily_rate'), numbers.rate(rate(BigInt(isLate ? loan.lateRate : loan.dailyRate)))],
    [t('owed'), coins(hours.at(-1)?.base ?? '0')],
    [t(isLate ? 'late' : 'interest'), coins(charged)],
  ]
  return <Facts rows={rows} />
}
