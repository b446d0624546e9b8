// Loader of the NFT market: filtered works, on-sale first, and the number of unviewed orders to pay.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { unreadOrders } from '#services/nft/trading'
import { loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'
import { findLiveSession } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await findLiveSession(request, env)
  const [listed, unread] = await Promise.all([
    loadWorks(request, env, { isOneBoxPerSeries: true }),
    session ? unreadOrders(env, session) : 0,
  ])
  return { ...listed, unread, title: titleOf(request, 'nft', 'title') }
}
