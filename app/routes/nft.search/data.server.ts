// Loader of the NFT search: works and artists by name.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listArtists } from '#services/nft/artists'
import { loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'

const ARTISTS = 6

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const found = await loadWorks(request, env)
  const { keyword } = found.query
  const artists = keyword === '' ? [] : (await listArtists(env, { keyword, page: 1, limit: ARTISTS })).rows
  return {
    ...found,
    title: titleOf(request, 'nft', 'search'),
    artists: artists.map(({ id, nickname, portrait, works }) => ({ id, nickname, portrait, works })),
  }
}
