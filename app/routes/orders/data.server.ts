// Loader of own orders: open, past, fills, with filters; actions to cancel and amend.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findPair } from '#domain/catalogue'
import type { SpotFillRow, SpotOrderRow, Page } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import { loadCatalogue } from '#services/catalogue'
import { listEndedConditionals, listLiveConditionals } from '#services/conditional'
import { listFills, listOrders } from '#services/spot'
import type { Session } from '#session/session'
import type { OrderAnswer } from '../../forms/order-answer'
import { placeOf } from '#session/place'
import { refuse } from '#domain/outcome'
import { orderAnswer, runOrderForm } from '../../forms/order-actions.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  readFormLanguage,
  readLanguage,
  readOffset,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { type OrderFilter, narrowingOf, readFilter } from '../../lists/order-filter'
import { refuseUnlessEnded } from '../../forms/form-input.server'

const OPEN_ORDERS_MAX = 200

type Shown =
  | { readonly list: 'conditionals'; readonly rows: Page<ConditionalRow> }
  | { readonly list: 'fills'; readonly rows: Page<SpotFillRow> }
  | { readonly list: 'open_orders' | 'order_history'; readonly rows: Page<SpotOrderRow> }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const filter = readFilter(new URL(request.url).searchParams)
  const page = readPage(request)
  const [{ pairs, unlistedPairs = [] }, shown, conditionals] = await Promise.all([
    loadCatalogue(env),
    loadShown({ request, env, session }, { filter, page }),
    listLiveConditionals(env, session, null),
  ])
  return {
    title: titleOf(request, 'shell', 'nav_orders'),
    // Orders of unlisted pairs still hold funds and can be cancelled.
    pairs: [...pairs, ...unlistedPairs],
    filter,
    shown,
    conditionals: valueOf(request, conditionals),
    texts: broughtTexts(readLanguage(request), 'conditional'),
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
  const { list, state } = filter
  if (list === 'open_orders') {
    const open = { stage: 'open', page: 1, limit: OPEN_ORDERS_MAX } as const
    return { list, rows: valueOf(request, await listOrders(env, session, open)) }
  }
  const range = { ...narrowingOf(filter, readOffset(request)), page, limit: PAGE_SIZE }
  if (list === 'conditionals') return { list, rows: valueOf(request, await listEndedConditionals(env, session, range)) }
  if (list === 'fills') return { list, rows: valueOf(request, await listFills(env, session, range)) }
  return { list, rows: valueOf(request, await listOrders(env, session, { ...range, stage: state ?? 'closed' })) }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<OrderAnswer> {
  const { env } = context
  const { session, form } = await readOwnForm(request, env)
  const symbol = fieldOf(form, 'symbol')
  // An unknown pair must not cancel the orders of all pairs.
  const isKnown = symbol === '' || findPair(await loadCatalogue(env), symbol) !== undefined
  const language = readFormLanguage(request, form)
  const { country } = placeOf(request)
  const outcome = isKnown
    ? await runOrderForm(env, session, { form, symbol: symbol || null, language, country })
    : await refuseUnlessEnded(env, session, refuse('field_malformed', { field: 'symbol' }))
  throwIfSessionEnded(request, outcome)
  return orderAnswer(request, form, outcome)
}
