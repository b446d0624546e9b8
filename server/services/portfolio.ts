// Portfolio of a user: equity over time, today's change, results by product, costs, and monthly statements. Read-only; for display.

import { type Asset, type Catalogue, type Pair, type Wallet, knownAssets } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done } from '#domain/outcome'
import { type UsdtPrices, usdtPricesOf } from '#domain/portfolio/appraisal'
import { assetKey } from '#domain/portfolio/cost'
import type { Range } from '#domain/portfolio/ranges'
import { type PeriodLine, stepStart } from '#domain/portfolio/movement'
import { type Series, type Span, balancesAtEnds, seriesOf } from '#domain/portfolio/series'
import { type AssetStatement, statementOf } from '#domain/portfolio/statement'
import { type Period, periodEnd, periodStarts } from '#domain/quotes/period'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { CostRow, PeriodStep, PortfolioPeriods } from '#party/protocol/portfolio'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { type PastPrices, pastPrices } from './past-prices'
import { listQuotes } from './quotes'

const GRIDS: Readonly<Record<Exclude<Range, 'all'>, { readonly step: PeriodStep; readonly count: number }>> = {
  '1D': { step: 'hour', count: 24 + 1 },
  '1W': { step: 'hour', count: 7 * 24 + 1 },
  '1M': { step: 'day', count: 30 + 1 },
  '1Y': { step: 'day', count: 365 + 1 },
}
/** Days are deleted after 400 (party/account/portfolio): a longer history is drawn by months. */
const DAYS_SHOWN_MAX = 390
const MONTHS_SHOWN_MAX = 240
const CANDLES: Readonly<Record<PeriodStep, Period>> = { hour: '60min', day: '1D', month: '1M' }

/** End of the step that contains `at`. */
export const endOfStep = (step: PeriodStep, at: number): number => periodEnd(CANDLES[step], stepStart(step, at))

/** Start of the grid's first step, for all of a history's first month. */
function gridOf(range: Range, firstMonth: number | null, now: number): { step: PeriodStep; spans: readonly Span[] } {
  if (range !== 'all') return spansOf(GRIDS[range].step, GRIDS[range].count, now)
  const days = Math.ceil((now - (firstMonth ?? now)) / DAY_MS) + 1
  return days <= DAYS_SHOWN_MAX ? spansOf('day', days, now) : spansOf('month', MONTHS_SHOWN_MAX, now, firstMonth ?? now)
}

function spansOf(
  step: PeriodStep,
  count: number,
  now: number,
  since = 0,
): { step: PeriodStep; spans: readonly Span[] } {
  const period = CANDLES[step]
  const starts = periodStarts(period, { from: since, to: now }, count)
  return { step, spans: starts.map((at) => ({ at, end: Math.min(periodEnd(period, at), now) })) }
}

export interface PortfolioHistory {
  readonly series: Series
  readonly step: PeriodStep
  readonly costs: readonly CostRow[]
  readonly prices: UsdtPrices
  readonly assets: readonly Asset[]
  readonly pairs: readonly Pair[]
  readonly whole: readonly PeriodLine[]
}

export async function loadHistory(
  env: Env,
  session: Session,
  { range, now }: { readonly range: Range; readonly now: number },
): Promise<Outcome<PortfolioHistory>> {
  // The first step of "all" depends on the first entry, and a month's start is never later than its days'.
  const step = range === 'all' ? 'day' : GRIDS[range].step
  const from = range === 'all' ? 0 : (gridOf(range, null, now).spans[0]?.at ?? 0)
  const [catalogue, quotes, first, costs] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    callAccount(env, session, { type: 'portfolio_periods', step, from }),
    callAccount(env, session, { type: 'portfolio_costs' }),
  ])
  if (!first.ok) return first
  if (!costs.ok) return costs
  const grid = gridOf(range, first.value.firstMonth, now)
  const rows =
    grid.step === step
      ? first
      : await callAccount(env, session, { type: 'portfolio_periods', step: grid.step, from: 0 })
  if (!rows.ok) return rows
  const prices = usdtPricesOf(quotes)
  const series = await priced(env, { catalogue, prices, now, ...grid, rows: rows.value })
  const assets = knownAssets(catalogue)
  return done({
    series,
    step: grid.step,
    costs: costs.value,
    prices,
    assets,
    pairs: catalogue.pairs,
    whole: rows.value.whole,
  })
}

interface Priced {
  readonly catalogue: Catalogue
  readonly prices: UsdtPrices
  readonly now: number
  readonly step: PeriodStep
  readonly spans: readonly Span[]
  readonly rows: PortfolioPeriods
}

async function priced(env: Env, { catalogue, prices, now, step, spans, rows }: Priced): Promise<Series> {
  const used = assetIdsOf(rows)
  const from = spans[0]?.at ?? now
  const instants = instantsOf(rows.flows)
  const wanted = { period: CANDLES[step], from: from - DAY_MS, to: now, instants }
  const past = await pastPrices(env, pairsOf(catalogue, used), wanted)
  return seriesOf({
    whole: rows.whole,
    flows: rows.flows,
    periods: rows.periods.filter(({ at }) => at >= from),
    spans,
    scaleOf: scalesOf(catalogue),
    priceAt: priceIn(catalogue, { prices, past, now }),
  })
}

const assetIdsOf = ({ whole, periods }: PortfolioPeriods): ReadonlySet<number> =>
  new Set([
    ...whole.flatMap(([, assetId, , received, given]) => (received === given ? [] : [assetId])),
    ...periods.flatMap(({ lines }) => lines.map(([, assetId]) => assetId)),
  ])

function instantsOf(flows: PortfolioPeriods['flows']): ReadonlyMap<number, readonly number[]> {
  const pairs = flows.flatMap(({ at, lines }) => lines.map(([, assetId]) => ({ assetId, at })))
  const byAsset = Map.groupBy(pairs, ({ assetId }) => assetId)
  return new Map(Array.from(byAsset, ([assetId, found]) => [assetId, found.map(({ at }) => at)]))
}

/** USDT pairs of assets. */
const pairsOf = ({ pairs }: Catalogue, assetIds: ReadonlySet<number>): readonly Pair[] =>
  pairs.filter(({ base, quote }) => quote.code === 'USDT' && assetIds.has(base.id))

function scalesOf(catalogue: Catalogue): (assetId: number) => number {
  const scales = new Map(knownAssets(catalogue).map(({ id, scale }) => [id, scale]))
  return (assetId) => scales.get(assetId) ?? 0
}

interface Prices {
  readonly prices: UsdtPrices
  readonly past: ReadonlyMap<string, PastPrices>
  readonly now: number
}

/** Price in USDT at an instant: now a quote of the page, earlier a candle; null without one. */
function priceIn(catalogue: Catalogue, { prices, past, now }: Prices) {
  const codes = new Map(knownAssets(catalogue).map(({ id, code }) => [id, code]))
  const symbols = new Map(pairsOf(catalogue, new Set(codes.keys())).map(({ base, symbol }) => [base.id, symbol]))
  return (assetId: number, at: number): Amount | null => {
    const code = codes.get(assetId) ?? ''
    const current = prices.get(code) ?? null
    if (current === null || at >= now || code === 'USDT') return current
    return past.get(symbols.get(assetId) ?? '')?.(at) ?? null
  }
}

/** Today's result of all holdings, with what a page needs to follow the prices. Text amounts in USDT. */
export interface Today {
  readonly at: number
  readonly change: string
  /** Starting value plus deposits since. */
  readonly base: string
  /** Units of each asset, over all places, by code. */
  readonly held: readonly {
    readonly code: string
    readonly units: string
    readonly scale: number
    readonly price: string
    /** Units with a known cost, and that cost in USDT. */
    readonly known: string
    readonly cost: string
  }[]
}

/** `from`: when the day began for the reader; its whole hour counts. */
export async function loadToday(
  env: Env,
  session: Session,
  { dayStart, now }: { readonly dayStart: number; readonly now: number },
): Promise<Outcome<Today>> {
  const from = stepStart('hour', dayStart)
  const [catalogue, quotes, rows, costs] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    callAccount(env, session, { type: 'portfolio_periods', step: 'hour', from }),
    callAccount(env, session, { type: 'portfolio_costs' }),
  ])
  if (!rows.ok) return rows
  if (!costs.ok) return costs
  const prices = usdtPricesOf(quotes)
  const hours = Math.ceil((now - from) / HOUR_MS) || 1
  const { spans } = spansOf('hour', hours, now, from)
  const series = await priced(env, { catalogue, prices, now, step: 'hour', spans, rows: rows.value })
  const text = (value: Amount) => formatUnits(value, VALUE_SCALE)
  const base = add(series.points[0]?.value ?? ZERO, series.received)
  return done({
    at: now,
    change: text(series.result),
    base: text(base),
    held: heldNow(catalogue, prices, { whole: rows.value.whole, costs: costs.value }),
  })
}

interface Held {
  readonly whole: readonly PeriodLine[]
  readonly costs: readonly CostRow[]
}

function heldNow(catalogue: Catalogue, prices: UsdtPrices, { whole, costs }: Held): Today['held'] {
  const usdtScale = knownAssets(catalogue).find(({ code }) => code === 'USDT')?.scale ?? VALUE_SCALE
  const costOf = new Map(costs.map((row) => [row.key, readCost(row)]))
  const units = new Map<number, Amount>()
  for (const { assetId, units: held } of balancesAtEnds(whole, [])[0] ?? [])
    units.set(assetId, add(units.get(assetId) ?? ZERO, held))
  return knownAssets(catalogue).flatMap(({ id, code, scale }) => {
    const [held, price] = [units.get(id) ?? ZERO, prices.get(code)]
    if (held === 0n || price === undefined) return []
    const { known, cost } = costOf.get(assetKey(id)) ?? { known: ZERO, cost: ZERO }
    return [
      {
        code,
        scale,
        units: held.toString(),
        price: formatUnits(price, VALUE_SCALE),
        known: known.toString(),
        cost: formatUnits(cost, usdtScale),
      },
    ]
  })
}

export interface Statement {
  /** Months with an entry up to now, newest first. */
  readonly months: readonly number[]
  readonly month: number
  readonly assets: readonly (AssetStatement & { readonly asset: Asset })[]
}

/** Statement of a month in UTC; of the current one for an unknown month. */
export async function loadStatement(
  env: Env,
  session: Session,
  { month, wallet, now }: { readonly month: number | null; readonly wallet: Wallet | null; readonly now: number },
): Promise<Outcome<Statement>> {
  const current = stepStart('month', now)
  const wanted = month === null || month > current ? current : stepStart('month', month)
  const [catalogue, rows] = await Promise.all([
    loadCatalogue(env),
    callAccount(env, session, { type: 'portfolio_periods', step: 'month', from: wanted }),
  ])
  if (!rows.ok) return rows
  const { whole, periods, firstMonth } = rows.value
  const months = periodStarts('1M', { from: firstMonth ?? current, to: now }, MONTHS_SHOWN_MAX).reverse()
  const assets = new Map(knownAssets(catalogue).map((asset) => [asset.id, asset]))
  const lines = statementOf({ whole, months: periods }, { month: wanted, wallet })
  return done({
    months,
    month: wanted,
    assets: lines.flatMap((line) => {
      const asset = assets.get(line.assetId)
      return asset ? [{ ...line, asset }] : []
    }),
  })
}

/** Average cost and results of one asset or pair, for display. */
export interface CostFigures {
  readonly key: string
  readonly known: Amount
  readonly unknown: Amount
  readonly cost: Amount
  readonly realized: Amount
  readonly unpriced: Amount
}

export const readCost = ({ key, ...row }: CostRow): CostFigures => ({
  key,
  known: decodeAmount(row.known),
  unknown: decodeAmount(row.unknown),
  cost: decodeAmount(row.cost),
  realized: decodeAmount(row.realized),
  unpriced: decodeAmount(row.unpriced),
})
