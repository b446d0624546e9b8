// The last `count` candles that start no later than `to`.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { PERIODS, type Period, periodEnd, periodStart } from '#domain/quotes/period'
import { listCandles } from '#services/quotes'

const COUNT_MAX = 500

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const search = new URL(request.url).searchParams
  const period = PERIODS.find((name) => name === search.get('period'))
  const to = readWhole(search.get('to'), Date.now())
  const count = Math.min(Math.max(readWhole(search.get('count'), 300), 1), COUNT_MAX)
  if (!period) return new Response('unknown period', { status: 400 })
  const range = { symbol: params['symbol'] ?? '', period, from: startOf(period, { to, count }), to }
  const candles = await listCandles(context.env, range)
  return candles ? Response.json(candles.slice(-count)) : new Response('unknown symbol', { status: 404 })
}

/** A start early enough for `count` candles; months differ in length, so one more is asked for. */
function startOf(period: Period, { to, count }: { to: number; count: number }): number {
  const start = periodStart(period, to)
  return Math.max(0, start - count * (periodEnd(period, start) - start))
}

function readWhole(text: string | null, otherwise: number): number {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : otherwise
}
