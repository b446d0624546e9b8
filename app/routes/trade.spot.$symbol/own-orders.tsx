// The visitor's own orders on this pair: open, past, fills. Tabs are links, so that they work without scripts.

import { Form, Link, useSearchParams } from '@remix-run/react'
import type { Pair } from '#domain/catalogue'
import type { FillRow, OrderRow } from '#party/protocol/account'
import { Empty } from '../../components/empty'
import { FillList, OrderList } from '../../components/order-list'
import { useWords } from '../../text/words'

interface OwnOrdersProps {
  readonly pair: Pair
  readonly commandId: string
  /** Null for a guest. */
  readonly own: {
    readonly openOrders: readonly OrderRow[]
    readonly endedOrders: readonly OrderRow[]
    readonly fills: readonly FillRow[]
  } | null
}

const TABS = ['open_orders', 'order_history', 'fills'] as const
type Tab = (typeof TABS)[number]

export function OwnOrders({ pair, own, commandId }: OwnOrdersProps) {
  const say = useWords('spot')
  const [search] = useSearchParams()
  const tab: Tab = TABS.find((name) => name === search.get('list')) ?? 'open_orders'
  return (
    <section aria-label={say('orders_title')}>
      <div className="flex flex-wrap items-center border-b border-line px-1">
        {TABS.map((name) => (
          <Link
            key={name}
            to={linkTo(search, name)}
            replace
            preventScrollReset
            aria-current={name === tab ? 'true' : undefined}
            className={`flex min-h-11 items-center border-b-2 px-2.5 text-sm whitespace-nowrap ${
              name === tab ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted'
            }`}
          >
            {say(name)}
            {name === 'open_orders' && own && own.openOrders.length > 0 && ` (${own.openOrders.length})`}
          </Link>
        ))}
        {tab === 'open_orders' && own && own.openOrders.length > 1 && <CancelAll commandId={commandId} />}
      </div>
      {own ? (
        <List tab={tab} pair={pair} own={own} commandId={commandId} />
      ) : (
        <Empty icon="orders">{say('guest_orders')}</Empty>
      )}
    </section>
  )
}

function linkTo(search: URLSearchParams, tab: Tab): string {
  const next = new URLSearchParams(search)
  next.set('list', tab)
  return `?${next.toString()}`
}

function CancelAll({ commandId }: { commandId: string }) {
  const say = useWords('spot')
  return (
    <Form method="post" replace preventScrollReset className="ml-auto">
      <input type="hidden" name="intent" value="cancel_all" />
      <input type="hidden" name="commandId" value={commandId} />
      <button className="min-h-11 px-3 text-sm whitespace-nowrap text-muted hover:text-ink">{say('cancel_all')}</button>
    </Form>
  )
}

function List({
  tab,
  pair,
  own,
  commandId,
}: {
  tab: Tab
  pair: Pair
  own: NonNullable<OwnOrdersProps['own']>
  commandId: string
}) {
  const say = useWords('spot')
  const pairs = new Map([[pair.symbol, pair]])
  const action = `/trade/spot/${pair.symbol}`
  if (tab === 'fills') {
    return own.fills.length > 0 ? (
      <FillList fills={own.fills} pairs={pairs} />
    ) : (
      <Empty icon="orders">{say('no_fills')}</Empty>
    )
  }
  if (tab === 'order_history') {
    return own.endedOrders.length > 0 ? (
      <OrderList orders={own.endedOrders} pairs={pairs} />
    ) : (
      <Empty icon="orders">{say('no_history')}</Empty>
    )
  }
  return own.openOrders.length > 0 ? (
    <OrderList orders={own.openOrders} pairs={pairs} cancel={{ action, commandId }} />
  ) : (
    <Empty icon="orders">{say('no_open_orders')}</Empty>
  )
}
