// Loader of open lock mining products.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listMiningOffers } from '#services/mining-terms'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return {
    texts: broughtTexts(readLanguage(request), 'mining'),
    title: titleOf(request, 'mining', 'title'),
    offers: await listMiningOffers(env),
  }
}
