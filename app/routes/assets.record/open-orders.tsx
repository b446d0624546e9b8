// Open orders involving an asset, read-only; changes are made on the orders page.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { SpotOrderRow } from '#party/protocol/account'
import { Hideable } from '../../components/hidden-amounts'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface OpenOrdersProps {
  readonly code: string
  readonly orders: readonly SpotOrderRow[]
  readonly pairs: readonly Pair[]
}

const SHOWN_MAX = 5

export function OpenOrders({ code, orders, pairs }: OpenOrdersProps) {
  const { t: tSpot } = useTranslation('spot')
  const { t: tShell } = useTranslation('shell')
  const own = orders.filter((order) => order.symbol.split('-').includes(code))
  if (own.length === 0) return null
  return (
    <section className="panel overflow-hidden">
      <div className="flex items-center justify-between gap-3 px-4 pt-3 text-sm">
        <h2 className="font-semibold">{tSpot('open_orders')}</h2>
        <Link to="/orders" className="inline-flex min-h-9 items-center text-selected-text max-lg:min-h-11">
          {tShell('view_all')}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {own.slice(0, SHOWN_MAX).map((order) => (
          <OrderLine key={order.orderNo} order={order} pair={pairs.find((pair) => pair.symbol === order.symbol)} />
        ))}
      </ul>
    </section>
  )
}

function OrderLine({ order, pair }: { readonly order: SpotOrderRow; readonly pair: Pair | undefined }) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  if (!pair) return null
  return (
    <li className="flex items-baseline justify-between gap-3 px-4 py-2.5 text-sm" data-order={order.orderNo}>
      <span className="min-w-0">
        <span className={order.side === 'buy' ? 'text-up-text' : 'text-down-text'}>{t(order.side)}</span>{' '}
        {pair.base.code}/{pair.quote.code} <span className="text-xs text-muted">{t(order.kind)}</span>
      </span>
      <span className="text-right">
        <Hideable>{numbers.quantity(pair, order.lots) + bound(pair.base.code)}</Hideable>
        {order.kind === 'limit' && (
          <span className="block text-xs text-muted">
            {t('price')} {numbers.price(pair, order.ticks)}
          </span>
        )}
      </span>
    </li>
  )
}
