// Loader of own works and of submissions under review.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readOwnArtist } from '#services/nft/artists'
import { loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [own, shown] = await Promise.all([
    readOwnArtist(env, session),
    loadWorks(request, env, { ownerId: session.userId, isAnyState: true }),
  ])
  const artist = valueOf(request, own)
  return {
    ...shown,
    title: titleOf(request, 'nft', 'mine_artworks'),
    isArtist: artist?.state === 'listed',
    isSent: new URL(request.url).searchParams.has('sent'),
  }
}
