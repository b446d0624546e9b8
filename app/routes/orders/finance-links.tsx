// Links from the order tab to the order pages of each product.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'

const LINKS = [
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
    <nav aria-label={t('finance')} className="mb-3 flex gap-2 overflow-x-auto">
      {LINKS.map(([to, words]) => (
        <Link key={to} to={to} className="button button-quiet button-sm shrink-0 whitespace-nowrap">
          {t(words)}
        </Link>
      ))}
    </nav>
  )
}
