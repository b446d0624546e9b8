// Candles for the chart, as JSON: /candles/BTC-USDT?period=15min&to=<ms>&count=300.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { PERIODS, periodStarts } from '#domain/quotes/period'
import { listCandles } from '#services/quotes'

/** The last `count` candles that start no later than `to`. */
const COUNT_MAX = 500

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const search = new URL(request.url).searchParams
  const period = PERIODS.find((name) => name === search.get('period'))
  const to = readWhole(search.get('to'), Date.now())
  const count = Math.min(Math.max(readWhole(search.get('count'), 300), 1), COUNT_MAX)
  if (!period) return new Response('unknown period', { status: 400 })
  const [from = 0] = periodStarts(period, { from: 0, to }, count)
  const candles = await listCandles(context.env, { symbol: params['symbol'] ?? '', period, from, to })
  return candles ? Response.json(candles) : new Response('unknown symbol', { status: 404 })
}

function readWhole(text: string | null, otherwise: number): number {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : otherwise
}
