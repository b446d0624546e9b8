// The kinds of trading of one pair side by side: each is a page of its own.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Tabs } from './tabs'

interface TradeTabsProps {
  readonly symbol: string
  readonly selected: 'spot' | 'futures'
  /** Contracts are quoted in one asset; a pair quoted in another has none. */
  readonly hasFutures: boolean
}

export function TradeTabs({ symbol, selected, hasFutures }: TradeTabsProps) {
  const { t } = useTranslation('market')
  if (!hasFutures) return null
  const [other, words] =
    selected === 'spot'
      ? ([`/trade/futures/${symbol}`, t('tab_futures')] as const)
      : ([`/trade/spot/${symbol}`, t('tab_spot')] as const)
  return (
    <>
      <Tabs
        label={t('products')}
        variant="segment"
        className="w-44 max-lg:hidden"
        tabs={[
          { to: `/trade/futures/${symbol}`, words: t('tab_futures'), isSelected: selected === 'futures' },
          { to: `/trade/spot/${symbol}`, words: t('tab_spot'), isSelected: selected === 'spot' },
        ]}
      />
      {/* A phone has no line to spare: there it is the way to the other one, beside the pair. */}
      <Link to={other} className="order-1 flex min-h-11 items-center text-sm font-medium text-selected-text lg:hidden">
        {words}
      </Link>
    </>
  )
}
