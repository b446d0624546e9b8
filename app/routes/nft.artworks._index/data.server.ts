// Loader of works by media kind.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadWorks } from '../../lists/nft-works.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return { ...(await loadWorks(request, env)), title: titleOf(request, 'nft', 'artworks') }
}
