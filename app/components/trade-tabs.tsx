// The kinds of trading of one pair side by side: each is a page of its own.

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
  return (
    <Tabs
      label={t('products')}
      variant="segment"
      className="w-44 max-lg:w-full"
      tabs={[
        { to: `/trade/futures/${symbol}`, words: t('tab_futures'), isSelected: selected === 'futures' },
        { to: `/trade/spot/${symbol}`, words: t('tab_spot'), isSelected: selected === 'spot' },
      ]}
    />
  )
}
