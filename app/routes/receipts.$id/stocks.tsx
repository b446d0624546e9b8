// Facts of a corporate action's receipt.

import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { StockReceipt } from '#domain/stocks/receipt'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

export function StockFacts({ receipt }: { readonly receipt: StockReceipt }) {
  const { t } = useTranslation('stocks')
  const { t: tReasons } = useTranslation('refusals')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { kind, symbol, at, held, shares, cash, terms, grid } = receipt
  const [share = '', quote = ''] = symbol.split('-')
  const units = (text: string, scale: number) => numbers.decimal(trimZeros(formatUnits(decodeAmount(text), scale)))
  const money = (text: string) => `${units(text, grid.quoteScale)}\u00a0${quote}`
  const stock = (text: string) => `${units(text, grid.baseScale)}\u00a0${share}`
  const last = numbers.decimal(formatSteps(terms.lastTicks * grid.tickSteps, grid.priceDecimals))
  const rows: readonly ReceiptFact[] = [
    [tReceipt('receipt_why'), tReasons(`bill_stock_${kind}`)],
    [t('held'), stock(held)],
    ...(kind === 'split' ? ([[t('ratio'), `${terms.newShares} : ${terms.oldShares}`]] as const) : []),
    ...(kind === 'dividend'
      ? ([[t('per_share'), money(terms.paidPerShare)]] as const)
      : [[t('last_price'), last] as const]),
    [t('shares'), stock(shares)],
    [t('cash'), money(cash)],
    [tReceipt('effective_at'), <Moment key="at" at={at} />],
  ]
  return <Facts rows={rows} />
}
