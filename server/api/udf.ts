// /udf: prices for charting libraries, by the rules of the "universal data feed" (UDF): times are seconds, an answer says "ok", "no_data" or
// "error" in `s`, and arrays are ascending.

import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Pair, findPair } from '#domain/catalogue'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import type { Period } from '#party/protocol/quotes'
import { loadBrand } from '#services/brand'
import { loadCatalogue } from '#services/catalogue'
import { readChart } from '#services/chart-history'
import { type InputSchema, readExactInput } from '#services/operation'
import { symbol, text, unixSeconds } from '#services/input'
import { refusalText } from '#services/words'
import { weighAddress } from './caller-weight'
import { answerPreflight, openToPages } from './cross-origin'
import { readQueryLanguage } from './input'
import { statusOf } from './status'

/** Resolutions in the words of charting libraries. */
const RESOLUTIONS: Readonly<Record<string, Period>> = {
  '1': '1min',
  '5': '5min',
  '15': '15min',
  '30': '30min',
  '60': '60min',
  '240': '240min',
  '1D': '1D',
  '1W': '1W',
  '1M': '1M',
}
const SUPPORTED = Object.keys(RESOLUTIONS)
const INTRADAY = SUPPORTED.filter((name) => /^\d+$/.test(name))
const FOUND_MAX = 50

const resolution = v.pipe(
  v.picklist([...SUPPORTED, 'D', 'W', 'M']),
  v.transform((word): Period => RESOLUTIONS[/^[DWM]$/.test(word) ? `1${word}` : word] ?? '1min'),
)
const count = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1))
/** "CM:BTC-USDT": charts put the exchange before a symbol. */
const chartSymbol = v.pipe(
  v.string(),
  v.transform((word) => word.replace(/^[^:]*:/, '')),
  symbol,
)
const nothing = v.object({})
const symbolInput = v.object({ symbol: chartSymbol })
const searchInput = v.object({
  query: v.optional(text(40)),
  type: v.optional(v.picklist(['crypto', 'stock'])),
  exchange: v.optional(text(80)),
  limit: v.optional(count),
})
const historyInput = v.object({
  symbol: chartSymbol,
  resolution,
  from: v.optional(unixSeconds, '0'),
  to: unixSeconds,
  countback: v.optional(count),
})

type ChartContext = Context<{ Bindings: Env }>

/** A read of fields that the endpoint takes, and nothing beside them. */
const endpoint =
  <Schema extends InputSchema>(
    schema: Schema,
    {
      weight,
      answer,
    }: { weight: number; answer: (env: Env, input: v.InferOutput<Schema>) => Promise<Outcome<unknown>> },
  ) =>
  async ({ env, req }: ChartContext): Promise<Response> => {
    const weighed = weighAddress(env, req.raw, { weight, now: Date.now() })
    if (!weighed.ok) return fail(req.raw, weighed.refusal)
    const given = Object.entries(req.query()).filter(([, value]) => value !== '')
    const input = readExactInput(schema, Object.fromEntries(given))
    if (!input.ok) return fail(req.raw, input.refusal)
    const answered = await answer(env, input.value)
    return answered.ok ? Response.json(answered.value, { headers: NO_STORE }) : fail(req.raw, answered.refusal)
  }

const NO_STORE = { 'Cache-Control': 'no-store' }

function fail({ url }: Request, refusal: Refusal): Response {
  const status = statusOf(refusal.code)
  const seconds = refusal.facts['seconds']
  const headers = { ...NO_STORE, ...(status === 429 && seconds !== undefined && { 'Retry-After': seconds }) }
  const errmsg = refusalText(readQueryLanguage(url), refusal)
  return Response.json({ s: 'error', errmsg, code: refusal.code }, { status, headers })
}

async function findListed(env: Env, name: string): Promise<Outcome<Pair, 'pair_not_found'>> {
  const pair = findPair(await loadCatalogue(env), name)
  return pair ? done(pair) : refuse('pair_not_found')
}

const configuration = endpoint(nothing, {
  weight: 1,
  answer: async (env) => {
    const { name } = await loadBrand(env)
    return done({
      supported_resolutions: SUPPORTED,
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [{ value: name, name, desc: name }],
      symbols_types: [
        { name: 'Crypto', value: 'crypto' },
        { name: 'Stock', value: 'stock' },
      ],
    })
  },
})

const describe = endpoint(symbolInput, {
  weight: 1,
  answer: async (env, input) => {
    const pair = await findListed(env, input.symbol)
    if (!pair.ok) return pair
    const { name: exchange } = await loadBrand(env)
    const { priceDecimals, tickSteps, quantityDecimals, quote } = pair.value
    return done({
      ...summaryOf(pair.value),
      name: pair.value.symbol,
      exchange,
      listed_exchange: exchange,
      session: pair.value.stock ? '0400-2000:23456' : '24x7',
      timezone: pair.value.stock ? 'America/New_York' : 'Etc/UTC',
      format: 'price',
      minmov: tickSteps,
      minmove2: 0,
      pricescale: 10 ** priceDecimals,
      has_intraday: true,
      intraday_multipliers: INTRADAY,
      has_daily: true,
      has_weekly_and_monthly: true,
      has_empty_bars: false,
      supported_resolutions: SUPPORTED,
      visible_plots_set: 'ohlcv',
      volume_precision: quantityDecimals,
      currency_code: quote.code,
      data_status: 'streaming',
    })
  },
})

const search = endpoint(searchInput, {
  weight: 1,
  answer: async (env, { query = '', type, exchange, limit = FOUND_MAX }) => {
    const [{ pairs }, { name }] = await Promise.all([loadCatalogue(env), loadBrand(env)])
    const wanted = query.toUpperCase().replace(/[/_]/g, '-')
    const found = pairs.filter(
      (pair) =>
        (exchange === undefined || exchange === name) &&
        (type === undefined || type === summaryOf(pair).type) &&
        `${pair.symbol} ${pair.symbol.replace('-', '')} ${pair.base.name.toUpperCase()}`.includes(wanted),
    )
    return done(
      found.slice(0, Math.min(limit, FOUND_MAX)).map((pair) => ({
        ...summaryOf(pair),
        symbol: pair.symbol,
        full_name: `${name}:${pair.symbol}`,
        exchange: name,
      })),
    )
  },
})

const summaryOf = ({ symbol: ticker, base, quote, stock }: Pair) => ({
  ticker,
  description: `${base.name} / ${quote.code}`,
  type: stock ? ('stock' as const) : ('crypto' as const),
})

const history = endpoint(historyInput, {
  weight: 2,
  answer: async (env, input) => {
    const pair = await findListed(env, input.symbol)
    if (!pair.ok) return pair
    const { candles, lastBefore } = await readChart(env, pair.value, {
      period: input.resolution,
      from: input.from * 1_000,
      // Nothing starts after now.
      until: Math.min(input.to * 1_000, Date.now() + 1),
      count: input.countback ?? null,
    })
    if (candles.length === 0)
      return done({ s: 'no_data', ...(lastBefore !== null && { nextTime: lastBefore / 1_000 }) })
    // UDF requires JSON numbers; charts only draw them.
    const numbers = (field: 'open' | 'high' | 'low' | 'close' | 'volume') =>
      candles.map((candle) => Number(candle[field]))
    return done({
      s: 'ok',
      t: candles.map(({ at }) => at / 1_000),
      o: numbers('open'),
      h: numbers('high'),
      l: numbers('low'),
      c: numbers('close'),
      v: numbers('volume'),
    })
  },
})

export const udf = new Hono<{ Bindings: Env }>()
udf.use(async (context, next) => {
  const preflight = answerPreflight(context.req.raw)
  if (preflight) return preflight
  await next()
  openToPages(context.req.raw, context.res)
  return undefined
})
udf.get('/config', configuration)
udf.get('/time', ({ text: say }) => say(String(Math.floor(Date.now() / 1_000)), 200, NO_STORE))
udf.get('/symbols', describe)
udf.get('/search', search)
udf.get('/history', history)
udf.all('*', (context) => fail(context.req.raw, { code: 'route_not_found', facts: {} }))
