// Loader of the NFT market: filtered works, on-sale first, artists of the keyword, and the number of unviewed orders to
// pay.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listArtists } from '#services/nft/artists'
import { unreadOrders } from '#services/nft/trading'
import { loadFilter, loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'
import { findLiveSession } from '../../visitor/visitor.server'

const ARTISTS = 6

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await findLiveSession(request, env)
  const [listed, filter, unread] = await Promise.all([
    loadWorks(request, env),
    loadFilter(request, env),
    session ? unreadOrders(env, session) : 0,
  ])
  const { keyword } = listed.query
  const artists = keyword === '' ? [] : (await listArtists(env, { keyword, page: 1, limit: ARTISTS })).rows
  return {
    ...listed,
    ...filter,
    artists: artists.map(({ id, nickname, portrait, works }) => ({ id, nickname, portrait, works })),
    unread,
    title: titleOf(request, 'nft', 'title'),
  }
}
