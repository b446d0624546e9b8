// All of one's own orders: open ones, past ones, fills, narrowed by pair, side and state. Cancelling and amending are its action.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findPair } from '#domain/catalogue'
import type { Side } from '#domain/order'
import type { SpotFillRow, SpotOrderRow, Page } from '#party/protocol/account'
import { loadCatalogue } from '#services/catalogue'
import { listFills, listOrders } from '#services/spot'
import type { Session } from '#session/session'
import type { OrderAnswer } from '../../forms/order-answer'
import { orderAnswer, runOrderForm } from '../../forms/order-actions.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import {
  fieldOf,
  readFormLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { type OrderFilter, readFilter } from './filter'

const OPEN_ORDERS_MAX = 200
/** The account narrows by pair and state; what it does not know is looked for among so many of the newest. */
const SEARCHED_MAX = 500

type Shown =
  | { readonly list: 'fills'; readonly rows: Page<SpotFillRow>; readonly isCut: boolean }
  | { readonly list: 'open_orders' | 'order_history'; readonly rows: Page<SpotOrderRow>; readonly isCut: boolean }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const filter = readFilter(new URL(request.url).searchParams)
  const page = readPage(request)
  const [{ pairs, unlistedPairs = [] }, shown] = await Promise.all([
    loadCatalogue(env),
    loadShown({ request, env, session }, { filter, page }),
  ])
  return {
    title: titleOf(request, 'spot', 'orders_title'),
    // Orders of a pair that is listed no more still hold money, and can still be cancelled.
    pairs: [...pairs, ...unlistedPairs],
    filter,
    shown,
    page,
    commandId: crypto.randomUUID(),
  }
}

interface Asking {
  readonly request: Request
  readonly env: Env
  readonly session: Session
}

async function loadShown(
  { request, env, session }: Asking,
  { filter, page }: { filter: OrderFilter; page: number },
): Promise<Shown> {
  const { list, symbol, side, state } = filter
  const range = side === null ? { page, limit: PAGE_SIZE } : { page: 1, limit: SEARCHED_MAX }
  if (list === 'fills') {
    const found = valueOf(request, await listFills(env, session, { symbol: symbol ?? undefined, ...range }))
    return { list, ...(side === null ? { rows: found, isCut: false } : narrowed(found, side, page)) }
  }
  if (list === 'open_orders') {
    const open = { stage: 'open', page: 1, limit: OPEN_ORDERS_MAX } as const
    return { list, rows: valueOf(request, await listOrders(env, session, open)), isCut: false }
  }
  const wanted = { symbol: symbol ?? undefined, stage: state ?? 'closed' } as const
  const found = valueOf(request, await listOrders(env, session, { ...wanted, ...range }))
  return { list, ...(side === null ? { rows: found, isCut: false } : narrowed(found, side, page)) }
}

/** A page of the rows of one side; `isCut` when there are older ones that were not looked at. */
function narrowed<Row extends { readonly side: Side }>(
  found: Page<Row>,
  side: Side,
  page: number,
): { rows: Page<Row>; isCut: boolean } {
  const rows = found.rows.filter((row) => row.side === side)
  const start = (page - 1) * PAGE_SIZE
  return {
    rows: { rows: rows.slice(start, start + PAGE_SIZE), total: rows.length },
    isCut: found.total > SEARCHED_MAX,
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<OrderAnswer> {
  const { env } = context
  const { session, form } = await readOwnForm(request, env)
  const symbol = fieldOf(form, 'symbol')
  const known = symbol !== '' && findPair(await loadCatalogue(env), symbol) ? symbol : null
  const outcome = await runOrderForm(env, session, { form, symbol: known, language: readFormLanguage(request, form) })
  throwIfSessionEnded(request, outcome)
  return orderAnswer(request, form, outcome)
}
