// Loader of the latest fixings.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { recentFixings } from '#services/invest-series'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: titleOf(request, 'invest', 'help_title'),
    fixings: await recentFixings(env),
  }
}
