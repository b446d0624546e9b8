// The kinds of trading of one pair side by side: each is a page of its own.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Tabs } from './tabs'

const PRODUCTS = ['options', 'futures', 'spot', 'stocks'] as const
export type TradeProduct = (typeof PRODUCTS)[number]

interface TradeTabsProps {
  /** Of a coin: where shares are traded, that of the coin which the other pages begin with. */
  readonly symbol: string
  readonly selected: TradeProduct
  /** What stands on the index price is quoted in one asset; a pair quoted in another is traded on its market alone. */
  readonly isInUsdt: boolean
}

export function TradeTabs({ symbol, selected, isInUsdt }: TradeTabsProps) {
  const { t } = useTranslation('market')
  if (!isInUsdt) return null
  const tabs = PRODUCTS.map((product) => ({
    product,
    to: product === 'stocks' ? '/trade/stocks' : `/trade/${product}/${symbol}`,
    words: t(`tab_${product}`),
    isSelected: product === selected,
  }))
  return (
    <>
      <Tabs label={t('products')} variant="segment" className="w-80 max-lg:hidden" tabs={tabs} />
      {/* A phone has no line to spare: there it is the way to the others, beside the pair. Shares have a list of their own. */}
      {tabs
        .filter(({ isSelected, product }) => !isSelected && product !== 'stocks')
        .map(({ to, words }) => (
          <Link
            key={to}
            to={to}
            className="order-1 flex min-h-11 items-center text-sm font-medium text-selected-text lg:hidden"
          >
            {words}
          </Link>
        ))}
    </>
  )
}
