// Product tabs of a trade page, each with its own page; coin pairs keep their coin where the product offers it.

import { useTranslation } from 'react-i18next'
import { TRADE_PRODUCTS, type TradeProduct } from '../../visitor/last-traded'
import { Tabs } from '../tabs'

interface TradeTabsProps {
  /** Of a coin: on a share's page, of the coin traded last. */
  readonly symbol: string
  readonly selected: TradeProduct
  /** Futures and options stand on the index price, which is in USDT; a pair quoted otherwise leads to their last pair. */
  readonly isInUsdt: boolean
}

export function TradeTabs({ symbol, selected, isInUsdt }: TradeTabsProps) {
  const { t } = useTranslation('market')
  const pathOf = (product: TradeProduct) => {
    if (product === 'stocks') return '/trade/stocks'
    return isInUsdt || product === selected ? `/trade/${product}/${symbol}` : `/trade?product=${product}`
  }
  return (
    <Tabs
      label={t('products')}
      variant="segment"
      className="w-full max-lg:[&_a]:min-h-8 max-lg:[&_a]:py-1 lg:w-80"
      tabs={TRADE_PRODUCTS.map((product) => ({
        to: pathOf(product),
        words: t(`tab_${product}`),
        isSelected: product === selected,
      }))}
    />
  )
}
