// All of one's own orders: open ones, past ones, fills. Cancelling is its action.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { FillRow, OrderRow, Page } from '#party/protocol/account'
import { loadCatalogue } from '#services/catalogue'
import { listFills, listOrders } from '#services/spot'
import { refusalText } from '#services/words'
import type { Session } from '#session/session'
import { type Cancelled, runCancel } from '../../cancel-orders.server'
import { PAGE_SIZE, readPage } from '../../page.server'
import { readLanguage, requireSameOrigin, requireSession, throwIfSessionEnded, valueOf } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

const OPEN_ORDERS_MAX = 200

export const LISTS = ['open_orders', 'order_history', 'fills'] as const
export type ListName = (typeof LISTS)[number]

type Shown = { list: 'fills'; rows: Page<FillRow> } | { list: 'open_orders' | 'order_history'; rows: Page<OrderRow> }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const wanted = new URL(request.url).searchParams.get('list')
  const list = LISTS.find((name) => name === wanted) ?? 'open_orders'
  const page = readPage(request)
  const [{ pairs }, shown] = await Promise.all([
    loadCatalogue(env),
    loadShown({ request, env, session }, { list, page }),
  ])
  return { title: titleOf(request, 'spot', 'orders_title'), pairs, shown, page, commandId: crypto.randomUUID() }
}

async function loadShown(
  { request, env, session }: { request: Request; env: Env; session: Session },
  { list, page }: { list: ListName; page: number },
): Promise<Shown> {
  if (list === 'fills')
    return { list, rows: valueOf(request, await listFills(env, session, { page, limit: PAGE_SIZE })) }
  const filter =
    list === 'open_orders'
      ? ({ stage: 'open', page: 1, limit: OPEN_ORDERS_MAX } as const)
      : ({ stage: 'closed', page, limit: PAGE_SIZE } as const)
  return { list, rows: valueOf(request, await listOrders(env, session, filter)) }
}

export interface CancelAnswer extends Cancelled {
  readonly problem: { readonly text: string } | null
  /** No answer came: only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context }: ActionFunctionArgs): Promise<CancelAnswer> {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const outcome = await runCancel(env, session, { form: await request.formData(), symbol: null })
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) return { ...outcome.value, problem: null }
  return { order: null, cancelled: 0, problem: { text: refusalText(readLanguage(request), outcome.refusal) } }
}
