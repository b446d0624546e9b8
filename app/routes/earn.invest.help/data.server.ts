// The latest fixings, for the page that explains them.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { recentFixings } from '#services/invest-series'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [{ pairs, unlistedPairs = [] }, fixings] = await Promise.all([loadCatalogue(env), recentFixings(env)])
  const decimals = new Map([...pairs, ...unlistedPairs].map(({ symbol, priceDecimals }) => [symbol, priceDecimals]))
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: titleOf(request, 'invest', 'help_title'),
    fixings: fixings.map((each) => ({ ...each, priceDecimals: decimals.get(each.symbol) ?? 0 })),
  }
}
