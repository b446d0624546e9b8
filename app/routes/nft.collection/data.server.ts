// Own favourites.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'
import { requireLiveSession } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { userId } = await requireLiveSession(request, env)
  const shown = await loadWorks(request, env, { favouriteOf: userId })
  return { ...shown, title: titleOf(request, 'nft', 'collection') }
}
