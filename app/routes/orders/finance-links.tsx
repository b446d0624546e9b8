// Order pages of each product, as tabs of the order page.

import { useTranslation } from 'react-i18next'
import { Tabs } from '../../components/tabs'

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
  return (
    <Tabs
      label={t('finance')}
      variant="pill"
      className="mb-3"
      tabs={LINKS.map(([to, words]) => ({ to, words: t(words), isSelected: to === '/orders' }))}
    />
  )
}
