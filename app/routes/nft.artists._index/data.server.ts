// Loader of artists, most works first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listArtists } from '#services/nft/artists'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const page = readPage(request)
  const { rows, total } = await listArtists(env, { page, limit: PAGE_SIZE })
  return {
    texts: broughtTexts(readLanguage(request), 'nft'),
    title: titleOf(request, 'nft', 'artists'),
    artists: rows.map(({ id, nickname, portrait, works }) => ({ id, nickname, portrait, works })),
    ...{ total, page },
  }
}
