// How each price source is doing, and which markets pause because their price ran away.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { guardedMarkets } from '#services/market'
import { feedHealth } from '#services/quotes'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [feeds, markets] = await Promise.all([feedHealth(env), guardedMarkets(env)])
  const paused = markets.flatMap(({ symbol, pausedUntil }) => (pausedUntil === null ? [] : [{ symbol, pausedUntil }]))
  // Source error texts are for operators only.
  const shown = env.ENVIRONMENT === 'production' ? feeds.map((feed) => ({ ...feed, error: null })) : feeds
  return { title: titleOf(request, 'market', 'feeds_title'), feeds: shown, paused }
}
