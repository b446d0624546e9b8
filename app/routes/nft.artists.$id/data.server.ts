// Loader of an artist with works.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { findArtist } from '#services/nft/artists'
import { artistText } from '#services/nft/gallery-words'
import { loadWorks } from '../../lists/nft-works.server'
import { idOf } from '../../lists/query'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const artist = await findArtist(env, idOf(params['id']))
  if (!artist) throw data(null, { status: 404 })
  const { nickname, portrait, works: workCount } = artist
  const words = artistText(readLanguage(request), artist)
  const shown = await loadWorks(request, env, { artistId: artist.id })
  return { ...shown, title: nickname, artist: { nickname, portrait, words, workCount } }
}
