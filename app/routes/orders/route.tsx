// One's own spot orders over all pairs. Open ones follow the account's channel; past ones are pages.

import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { useMemo } from 'react'
import type { Pair } from '#domain/catalogue'
import type { OrderRow } from '#party/protocol/account'
import { Empty } from '../../components/empty'
import { LinkBadge } from '../../components/link-badge'
import { Notice } from '../../components/notice'
import { FillList, OrderList } from '../../components/order-list'
import { Pager } from '../../components/pager'
import { useSite } from '../../components/site'
import { useAccount } from '../../live/use-rooms'
import { zoneWords } from '../../text/dates'
import { useWords } from '../../text/words'
import { answerOr, isUnanswered } from '../../unanswered'
import type { CancelAnswer, action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Without an answer the list stays, and so does its command id. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<CancelAnswer> =>
  answerOr<CancelAnswer>(() => serverAction<CancelAnswer>(), {
    order: null,
    cancelled: 0,
    problem: null,
    isUnanswered: true,
  })

export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate

export default function Orders() {
  const say = useWords('spot')
  const sayShell = useWords('shell')
  const { shown, page, commandId } = useLoaderData<typeof loader>()
  const { userId, offset } = useSite()
  const account = useAccount(userId)
  const openCount = account.state?.openOrders.length ?? (shown.list === 'open_orders' ? shown.rows.total : 0)
  return (
    <div className="px-3 pt-4 lg:px-5 lg:pt-6">
      <div className="mb-3 flex items-center justify-between">
        <h1 className="text-xl font-bold">{say('orders_title')}</h1>
        <LinkBadge link={account.link} />
      </div>
      <Answer />
      <div className="panel overflow-hidden">
        <div className="flex flex-wrap items-center border-b border-line px-1">
          {(['open_orders', 'order_history', 'fills'] as const).map((name) => (
            <Link
              key={name}
              to={`?list=${name}`}
              aria-current={name === shown.list ? 'true' : undefined}
              className={`flex min-h-11 items-center border-b-2 px-3 text-sm whitespace-nowrap ${
                name === shown.list
                  ? 'border-selected font-semibold text-selected-text'
                  : 'border-transparent text-muted'
              }`}
            >
              {say(name)}
              {name === 'open_orders' && openCount > 0 && ` (${openCount})`}
            </Link>
          ))}
          {shown.list === 'open_orders' && openCount > 1 && <CancelAll commandId={commandId} />}
        </div>
        <Shown liveOrders={account.state?.openOrders} />
      </div>
      {shown.list !== 'open_orders' && <Pager page={page} total={shown.rows.total} />}
      <p className="py-3 text-xs text-muted">{sayShell('times_in', { zone: zoneWords(offset) })}</p>
    </div>
  )
}

function Answer() {
  const say = useWords('spot')
  const sayShell = useWords('shell')
  const answer = useActionData<typeof action>()
  if (!answer) return null
  const problem = answer.isUnanswered ? sayShell('unanswered') : answer.problem?.text
  if (problem)
    return (
      <div className="mb-3">
        <Notice tone="bad">{problem}</Notice>
      </div>
    )
  const text = answer.order
    ? say('cancelled_notice', { order: answer.order.orderNo })
    : say('cancelled_all_notice', { count: answer.cancelled })
  return (
    <div className="mb-3">
      <Notice tone="good">{text}</Notice>
    </div>
  )
}

function CancelAll({ commandId }: { commandId: string }) {
  const say = useWords('spot')
  return (
    <Form method="post" replace className="ml-auto">
      <input type="hidden" name="intent" value="cancel_all" />
      <input type="hidden" name="commandId" value={commandId} />
      <button className="min-h-11 px-3 text-sm whitespace-nowrap text-muted hover:text-ink">{say('cancel_all')}</button>
    </Form>
  )
}

function Shown({ liveOrders }: { liveOrders: readonly OrderRow[] | undefined }) {
  const say = useWords('spot')
  const { pairs, shown, commandId } = useLoaderData<typeof loader>()
  const bySymbol = useMemo(() => new Map(pairs.map((pair): [string, Pair] => [pair.symbol, pair])), [pairs])
  if (shown.list === 'fills') {
    return shown.rows.rows.length > 0 ? (
      <FillList fills={shown.rows.rows} pairs={bySymbol} />
    ) : (
      <Empty icon="orders">{say('no_fills')}</Empty>
    )
  }
  const isOpen = shown.list === 'open_orders'
  const orders = isOpen ? (liveOrders ?? shown.rows.rows) : shown.rows.rows
  if (orders.length === 0) return <Empty icon="orders">{say(isOpen ? 'no_open_orders' : 'no_history')}</Empty>
  return <OrderList orders={orders} pairs={bySymbol} {...(isOpen && { cancel: { action: '/orders', commandId } })} />
}
