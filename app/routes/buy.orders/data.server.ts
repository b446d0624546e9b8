// Own orders with fiat, newest first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { knownAssets } from '#domain/catalogue'
import { listOwnBuyOrders } from '#services/buy/orders'
import { loadCatalogue } from '#services/catalogue'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const [listed, catalogue] = await Promise.all([
    listOwnBuyOrders(env, session, { page, limit: PAGE_SIZE }),
    loadCatalogue(env),
  ])
  const { rows, total } = valueOf(request, listed)
  return {
    texts: broughtTexts(readLanguage(request), 'buy'),
    title: titleOf(request, 'buy', 'orders_title'),
    rows: rows.map(({ id, pay, currency, receives, assetId, state, createdAt, settledAt, payUntil }) => {
      return { id, pay, currency, receives, assetId, state, createdAt, settledAt, payUntil }
    }),
    assets: Object.fromEntries(knownAssets(catalogue).map(({ id, code, scale }) => [id, { code, scale }])),
    total,
    page,
    isHidden: areAmountsHidden(request),
  }
}
