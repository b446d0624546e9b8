// The user's spot orders of all pairs. Open orders update live by the account channel; past ones are paged.

import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { ConditionalList, countOrders } from '../../components/conditional/conditional-list'
import { featurePage } from '../../components/feature-words'
import { AmendOrder } from '../../components/spot/amend-order'
import { buttonClass } from '../../components/button'
import { Empty } from '../../components/empty'
import { FinanceLinks } from '../../components/finance-links'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { CancelAll, OrderNotice, useOrderForms } from '../../components/spot/order-forms'
import { FillList, OrderList } from '../../components/spot/order-list'
import { PagedList } from '../../components/paged-list'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { TimeZoneNote } from '../../components/time-zone-note'
import { useRestoredFocus } from '../../components/form-focus'
import { type OrderAnswer, unanswered } from '../../forms/order-answer'
import { useAccount } from '../../live/account-channel'
import { Refreshable } from '../../shell/refreshable'
import { askOr } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { LISTS, filterPath, isNarrowed, matchesFilter } from '../../lists/order-filter'
import { OrderFilters } from './order-filters'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

/** Without an answer the list and its command id stay. */
export const clientAction = askOr<OrderAnswer>(unanswered)

export default featurePage('conditional', Orders)

function Orders() {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const { t: tShell } = useTranslation('shell')
  const { t: tWallet } = useTranslation('wallet')
  const { shown, pairs, filter, commandId, ...drawn } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const account = useAccount(userId)
  const forms = useOrderForms({ action: '/orders', commandId, drawnAnswer: useActionData<typeof action>() })
  const openOrders = account.state?.spot.openOrders ?? (shown.list === 'open_orders' ? shown.rows.rows : [])
  const open = openOrders.filter((order) => matchesFilter(filter, order))
  const conditionals = account.state?.conditional.live ?? drawn.conditionals
  const waiting = conditionals.filter((order) => matchesFilter(filter, order))
  const [count, shownCount] = [countOrders(openOrders, conditionals), countOrders(open, waiting)]
  const box = useRestoredFocus<HTMLDivElement>()
  return (
    <Refreshable>
      <div className="px-3 pt-4 lg:px-5 lg:pt-6">
        <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 lg:min-h-9">
          <h1 className="mr-auto text-xl font-bold lg:text-2xl">{tShell('nav_orders')}</h1>
          <LinkBadge link={account.link} />
          <a
            href={`/orders/export${filterPath(filter)}`}
            download
            aria-label={tWallet('export_label')}
            className={`${buttonClass({ size: 'sm' })} whitespace-nowrap`}
          >
            <Icon name="deposit" className="size-4" />
            {tWallet('export_csv')}
          </a>
          {/* "Cancel all" is not offered for one side only, because the room can only filter by pair. */}
          {shown.list === 'open_orders' && filter.side === null && shownCount > 1 && (
            <CancelAll forms={forms} count={shownCount} symbol={filter.symbol} />
          )}
        </div>
        <FinanceLinks />
        <div ref={box} tabIndex={-1} className="panel overflow-hidden outline-none">
          <Tabs
            label={t('orders_title')}
            tabs={LISTS.map((list) => ({
              to: filterPath({ ...filter, list }),
              words: list === 'conditionals' ? tPlan('ended_title') : t(list),
              isSelected: list === filter.list,
              ...(list === 'open_orders' && count > 0 && { count }),
            }))}
          />
          <div className="border-b border-line px-4 py-2">
            <OrderFilters filter={filter} pairs={pairs} />
          </div>
          <OrderNotice forms={forms} />
          <Shown open={open} waiting={waiting} forms={forms} />
        </div>
        <TimeZoneNote />
      </div>
    </Refreshable>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

interface ShownProps {
  readonly open: readonly SpotOrderRow[]
  readonly waiting: readonly ConditionalRow[]
  readonly forms: ReturnType<typeof useOrderForms>
}

function Shown({ open, waiting, forms }: ShownProps) {
  const { t } = useTranslation('spot')
  const { language } = useSite()
  const { pairs, shown, page, filter } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const bySymbol = useMemo(() => new Map(pairs.map((pair): [string, Pair] => [pair.symbol, pair])), [pairs])
  const nothing = (word: 'no_open_orders' | 'no_history' | 'no_fills') => (
    <Empty icon="orders">{t(isNarrowed(filter) ? 'no_match' : word)}</Empty>
  )
  if (shown.list !== 'open_orders' && shown.rows.rows.length === 0) {
    return nothing(shown.list === 'fills' ? 'no_fills' : 'no_history')
  }
  if (shown.list === 'conditionals') {
    return (
      <PagedList
        {...shown.rows}
        page={page}
        rowsOf={(data: Data) => (data.shown.list === 'conditionals' ? data.shown.rows.rows : [])}
        keyOf={({ conditionalNo }) => String(conditionalNo)}
      >
        {(rows) => <ConditionalList rows={rows} pairs={bySymbol} />}
      </PagedList>
    )
  }
  if (shown.list === 'fills') {
    return (
      <PagedList
        {...shown.rows}
        page={page}
        rowsOf={(data: Data) => (data.shown.list === 'fills' ? data.shown.rows.rows : [])}
        keyOf={({ symbol, tradeNo, orderNo }) => `${symbol}.${tradeNo}.${orderNo}`}
      >
        {(rows) => <FillList fills={rows} pairs={bySymbol} />}
      </PagedList>
    )
  }
  if (shown.list === 'order_history') {
    return (
      <PagedList
        {...shown.rows}
        page={page}
        rowsOf={(data: Data) => (data.shown.list === 'order_history' ? data.shown.rows.rows : [])}
        keyOf={({ orderNo }) => String(orderNo)}
      >
        {(rows) => <OrderList orders={rows} pairs={bySymbol} />}
      </PagedList>
    )
  }
  if (open.length + waiting.length === 0) return nothing('no_open_orders')
  const path = filterPath(filter)
  const amended = open.find((order) => String(order.orderNo) === search.get('amend'))
  const pair = amended && bySymbol.get(amended.symbol)
  return (
    <>
      {amended && pair && (
        <AmendOrder
          key={amended.orderNo}
          order={amended}
          pair={pair}
          language={language}
          forms={forms}
          closeTo={path}
        />
      )}
      {waiting.length > 0 && <ConditionalList rows={waiting} pairs={bySymbol} forms={forms} />}
      {open.length > 0 && (
        <OrderList
          orders={open}
          pairs={bySymbol}
          open={{ forms, amendTo: ({ orderNo }) => `${path}&amend=${orderNo}` }}
        />
      )}
    </>
  )
}
