// Pages of own orders by product, as tabs above each of them.

import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Tabs } from './tabs'

const LINKS = [
  ['/orders', 'orders_spot'],
  ['/orders/futures', 'orders_futures'],
  ['/orders/seconds', 'orders_options'],
  ['/earn/lock/orders', 'orders_mining'],
  ['/earn/invest/mine', 'orders_invest'],
  ['/ieo/orders', 'orders_ieo'],
  ['/earn', 'finance'],
] as const

export function FinanceLinks() {
  const { t } = useTranslation('spot')
  const { t: tShell } = useTranslation('shell')
  const { pathname } = useLocation()
  return (
    <Tabs
      label={tShell('nav_orders')}
      variant="pill"
      className="mb-3"
      tabs={LINKS.map(([to, words]) => ({ to, words: t(words), isSelected: to === pathname }))}
    />
  )
}
