// Facts of a receipt of the house's spot trades.

import { useTranslation } from 'react-i18next'
import type { HouseReceipt } from '#domain/house/receipt'
import { formatUnits } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

/** Further trades are in the data of the receipt. */
const TRADES_SHOWN = 50

export function HouseFacts({ receipt }: { readonly receipt: HouseReceipt }) {
  const { t } = useTranslation('spot')
  const { t: tReceipt } = useTranslation('futures')
  const numbers = useNumbers()
  const { pair, way, inventory, trades, ticks } = receipt
  const lots = (count: bigint) => numbers.decimal(formatUnits(count, pair.quantityDecimals))
  const rows: readonly ReceiptFact[] = [
    [tReceipt('receipt_why'), t(`receipt_${way}`)],
    [t('pair'), pair.symbol.replace('-', '/')],
    [t('receipt_held'), lots(BigInt(inventory))],
    [t('receipt_trades'), numbers.count(trades.length)],
    ...trades.slice(0, TRADES_SHOWN).map(({ no, side, ticks: at, lots: traded }): ReceiptFact => {
      const price = numbers.decimal(formatSteps(at * pair.tickSteps, pair.priceDecimals))
      // The receipt has the house's side.
      return [t('receipt_trade', { no }), `${t(side === 'buy' ? 'sell' : 'buy')} ${lots(BigInt(traded))} × ${price}`]
    }),
  ]
  return <Facts rows={rows} ticks={ticks} />
}
