// Loader of the NFT market: filtered works, on-sale first, and the number of unviewed orders to pay.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { unreadOrders } from '#services/nft/trading'
import { loadFilter, loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'
import { findLiveSession } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await findLiveSession(request, env)
  const [listed, filter, unread] = await Promise.all([
    loadWorks(request, env),
    loadFilter(request, env),
    session ? unreadOrders(env, session) : 0,
  ])
  return { ...listed, ...filter, unread, title: titleOf(request, 'nft', 'title') }
}
