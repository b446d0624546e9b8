// The visitor's orders on this pair (open, past, fills) and the spot wallet's balances. Tabs are links, so that they
// work without scripts.

import { useSearchParams } from '@remix-run/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset, Pair } from '#domain/catalogue'
import { Empty } from '../../components/empty'
import { ConditionalList, countOrders } from '../../components/conditional/conditional-list'
import { AmendOrder } from '../../components/spot/amend-order'
import { CancelAll, OrderNotice, useOrderForms } from '../../components/spot/order-forms'
import { FillList, OrderList } from '../../components/spot/order-list'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { useRestoredFocus } from '../../components/form-focus'
import type { OrderAnswer } from '../../forms/order-answer'
import { SpotBalances } from './spot-balances'
import type { Own } from './use-own'

interface OwnOrdersProps {
  readonly pair: Pair
  readonly commandId: string
  /** Null for a guest. */
  readonly own: Own | null
  readonly assets: readonly Pick<Asset, 'id' | 'code' | 'scale' | 'logo'>[]
  /** Action data of a submit without scripts. */
  readonly drawnAnswer: OrderAnswer | undefined
}

const TABS = ['open_orders', 'order_history', 'fills', 'balances'] as const
type Tab = (typeof TABS)[number]

/** Memoized: re-rendered only for account updates, while the order book changes ten times a second. */
export const OwnOrders = memo(function OwnOrders({ pair, own, assets, commandId, drawnAnswer }: OwnOrdersProps) {
  const { t } = useTranslation('spot')
  const [search] = useSearchParams()
  const tab: Tab = TABS.find((name) => name === search.get('list')) ?? 'open_orders'
  const action = `/trade/spot/${pair.symbol}`
  const forms = useOrderForms({ action, commandId, drawnAnswer })
  const box = useRestoredFocus<HTMLElement>()
  const openCount = own ? countOrders(own.openOrders, own.conditionals) : 0
  const to = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search)
    next.delete('amend')
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    return `?${next.toString()}`
  }
  return (
    <section ref={box} tabIndex={-1} aria-label={t('orders_title')} className="h-full outline-none">
      <div className="flex flex-wrap items-center justify-end lg:border-b lg:border-line">
        <Tabs
          label={t('orders_title')}
          className="-mb-px max-lg:w-full max-lg:[&_ul]:justify-between max-lg:[&_ul]:gap-2 max-lg:[&_ul]:px-3 lg:flex-1 lg:[&_ul]:border-transparent"
          tabs={TABS.map((name) => ({
            to: to({ list: name }),
            words: t(name),
            isSelected: name === tab,
            ...(name === 'open_orders' && openCount > 0 && { count: openCount }),
          }))}
        />
        {tab === 'open_orders' && openCount > 1 && (
          <div className="px-3 max-lg:pt-2">
            <CancelAll forms={forms} count={openCount} symbol={pair.symbol} />
          </div>
        )}
      </div>
      <OrderNotice forms={forms} />
      {own ? (
        <List
          tab={tab}
          pair={pair}
          own={own}
          assets={assets}
          forms={forms}
          amendTo={(amend) => to({ list: 'open_orders', amend })}
          closeTo={to({})}
        />
      ) : (
        <Empty icon="orders">{t('guest_orders')}</Empty>
      )}
    </section>
  )
})

interface ListProps extends Pick<OwnOrdersProps, 'pair' | 'assets'> {
  readonly tab: Tab
  readonly own: Own
  readonly forms: ReturnType<typeof useOrderForms>
  readonly amendTo: (orderNo: string) => string
  readonly closeTo: string
}

function List({ tab, pair, own, assets, forms, amendTo, closeTo }: ListProps) {
  const { t } = useTranslation('spot')
  const { language } = useSite()
  const [search] = useSearchParams()
  const pairs = new Map([[pair.symbol, pair]])
  const amended = own.openOrders.find((order) => String(order.orderNo) === search.get('amend'))
  if (tab === 'balances') return <SpotBalances pair={pair} balances={own.balances} assets={assets} />
  if (tab === 'fills' && own.fills.length > 0) return <FillList fills={own.fills} pairs={pairs} />
  if (tab === 'order_history' && own.endedOrders.length + own.endedConditionals.length > 0) {
    return (
      <>
        {own.endedOrders.length > 0 && <OrderList orders={own.endedOrders} pairs={pairs} />}
        {own.endedConditionals.length > 0 && <ConditionalList rows={own.endedConditionals} pairs={pairs} />}
      </>
    )
  }
  if (tab === 'open_orders' && own.openOrders.length + own.conditionals.length > 0) {
    return (
      <>
        {own.conditionals.length > 0 && <ConditionalList rows={own.conditionals} pairs={pairs} forms={forms} />}
        {amended && (
          <AmendOrder
            key={amended.orderNo}
            order={amended}
            pair={pair}
            language={language}
            forms={forms}
            closeTo={closeTo}
          />
        )}
        {own.openOrders.length > 0 && (
          <OrderList
            orders={own.openOrders}
            pairs={pairs}
            open={{ forms, amendTo: (order) => amendTo(String(order.orderNo)) }}
          />
        )}
      </>
    )
  }
  const nothing = { open_orders: 'no_open_orders', order_history: 'no_history', fills: 'no_fills' } as const
  return <Empty icon="orders">{t(nothing[tab])}</Empty>
}
