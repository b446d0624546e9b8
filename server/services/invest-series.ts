// Investment series: purchasable series created from the desk's rungs at the current index price, and fixings computed
// from stored ticks after the fixing time.

import { type Catalogue, findPair } from '#domain/catalogue'
import { fixingOf } from '#domain/invest/fixing'
import {
  FIXING_MS,
  type Series,
  closesAt,
  isFurther,
  isFixingNear,
  strikePrice,
  nextMaturity,
  seriesName,
} from '#domain/invest/series'
import { MINUTE_MS, dayText } from '#domain/time'
import type { Tick } from '#party/protocol/quotes'
import { takenOf } from '#db/platform/claim'
import {
  type FixingRow,
  type RungRow,
  type SeriesRow,
  findFixings,
  findSeriesRow,
  keepFixing,
  laySeries,
  listFixings,
  listUnfixed,
  loadRungs,
  loadSeries,
} from '#db/platform/invest'
import { sha256 } from '#lib/digest'
import { loadCatalogue } from './catalogue'
import { eachAlone } from './each-alone'
import { indexPrices, liveTicks } from './quotes'

/** Series with its remaining shares. */
export interface SeriesOffer {
  readonly series: Series
  readonly name: string
  readonly left: number
}

/** Purchasable series, earliest maturity first. */
export async function listSeries(env: Env, now: number): Promise<readonly SeriesOffer[]> {
  await keepLadder(env, now)
  return (await listRunningSeries(env, now)).filter(({ series }) => now < closesAt(series))
}

/** All series before maturity. */
export async function listRunningSeries(env: Pick<Env, 'DB'>, now: number): Promise<readonly SeriesOffer[]> {
  const [catalogue, rows, taken] = await Promise.all([
    loadCatalogue(env),
    loadSeries(env.DB, now),
    takenOf(env.DB, 'invest'),
  ])
  return rows.flatMap((row) => offerOf(row, catalogue, taken) ?? [])
}

export async function findSeries(env: Env, id: number): Promise<SeriesOffer | undefined> {
  const row = await findSeriesRow(env.DB, id)
  if (!row) return undefined
  const [catalogue, taken] = await Promise.all([loadCatalogue(env), takenOf(env.DB, 'invest')])
  return offerOf(row, catalogue, taken)
}

/** Creates missing series for the rungs; does nothing without an index price. */
export async function keepLadder(env: Env, now: number): Promise<void> {
  const [rungs, laid, { pairs }] = await Promise.all([loadRungs(env.DB), loadSeries(env.DB, now), loadCatalogue(env)])
  const has = new Set(laid.map(({ rungId, maturesAt }) => `${rungId}@${maturesAt}`))
  const dateOf = ({ symbol, kind, every }: RungRow): number => {
    const beside = rungs.filter((rung) => rung.symbol === symbol && rung.kind === kind)
    return nextMaturity(
      now,
      every,
      beside.map((rung) => rung.every),
    )
  }
  const missing = rungs.filter((rung) => !has.has(`${rung.id}@${dateOf(rung)}`))
  if (missing.length === 0) return
  const prices = await indexPrices(env)
  const rows: Omit<SeriesRow, 'id'>[] = []
  for (const rung of missing) {
    const pair = pairs.find(({ symbol }) => symbol === rung.symbol)
    const price = prices.find(({ symbol }) => symbol === rung.symbol)
    const facts = pair &&
      price && { pair, priceSteps: price.priceSteps, now, maturesAt: dateOf(rung), laid: [...laid, ...rows] }
    const series = facts && newSeries(rung, facts)
    if (series) rows.push(series)
  }
  await laySeries(env.DB, rows)
}

interface Laying {
  readonly pair: Catalogue['pairs'][number]
  /** The index price. */
  readonly priceSteps: number
  readonly now: number
  readonly maturesAt: number
  /** Existing series. */
  readonly laid: readonly Omit<SeriesRow, 'id'>[]
}

/** If another rung occupies the strike on that date, takes the next strike further out. A strike further out never has a higher rate. */
function newSeries(rung: RungRow, { pair, priceSteps, now, maturesAt, laid }: Laying): Omit<SeriesRow, 'id'> | null {
  const { id: rungId, symbol, kind, apr, shares, userMax, roundTo } = rung
  const { base, priceDecimals } = pair
  const nameOf = (price: number) => seriesName({ base, day: dayText(maturesAt), strike: price, priceDecimals, kind })
  const names = new Set(laid.map(({ name }) => name))
  const beside = laid.filter((row) => row.symbol === symbol && row.kind === kind && row.maturesAt === maturesAt)
  const isTaken = (price: number) =>
    names.has(nameOf(price)) || beside.some((row) => row.apr > apr && isFurther(kind, row.strike, price))
  const further = (kind === 'call' ? 1 : -1) * roundTo * 10 ** priceDecimals
  let strike = strikePrice(rung, { priceSteps, priceDecimals })
  while (strike !== null && strike > 0 && isTaken(strike)) strike += further
  if (strike === null || strike <= 0) return null
  const place = strike
  // Created later than its neighbours, at another index price: skipped until the next date.
  if (beside.some((row) => row.apr < apr && isFurther(kind, place, row.strike))) return null
  const name = nameOf(strike)
  return { rungId, name, symbol, kind, strike, apr, shares, userMax, opensAt: now, maturesAt, isOpen: true }
}

/** Number of listed fixings. */
const FIXINGS_SHOWN = 30

/** Delay (ms) until the last tick before an instant is stored. */
const STORED_WITHIN_MS = 3_000
/** Time (ms) without ticks after which a fixing is abandoned. */
const GIVEN_UP_AFTER_MS = 10 * MINUTE_MS

/** Computes due fixings; a fixing without readable ticks is retried by a later sweep. */
export async function fixSeries(env: Env, now: number): Promise<void> {
  const due = await listUnfixed(env.DB, now - STORED_WITHIN_MS)
  await eachAlone(due, {
    work: (fixing) => fix(env, fixing, now),
    failed: ({ symbol, at }) => `the fixing of ${symbol} at ${dayText(at)} has to wait:`,
  })
}

async function fix(
  env: Env,
  { symbol, at }: { readonly symbol: string; readonly at: number },
  now: number,
): Promise<void> {
  const pair = findPair(await loadCatalogue(env), symbol)
  if (!pair) return
  const { priceDecimals } = pair
  const ticks: readonly Tick[] = await liveTicks(env, { symbol, from: at - FIXING_MS, until: at })
  const fixing = fixingOf({ symbol, at, priceDecimals }, ticks)
  if (fixing === null) {
    if (now >= at + GIVEN_UP_AFTER_MS) await keepFixing(env.DB, { symbol, at, steps: null, receiptId: null }, null)
    return
  }
  const body = JSON.stringify(fixing.receipt)
  const receiptId = sha256(body)
  await keepFixing(env.DB, { symbol, at, steps: fixing.priceSteps, receiptId }, { rule: fixing.receipt.rule, body })
}

/** Wakes the simulated feed before a fixing window, until its end; a real feed never sleeps. */
export async function wakeForFixing(env: Env, now: number): Promise<void> {
  if (isFixingNear(now)) await indexPrices(env)
}

/** Newest fixings of all symbols, with the price decimals of their steps. */
export async function recentFixings(
  env: Pick<Env, 'DB'>,
): Promise<readonly (FixingRow & { readonly priceDecimals: number })[]> {
  const [catalogue, fixings] = await Promise.all([loadCatalogue(env), listFixings(env.DB, FIXINGS_SHOWN)])
  return fixings.map((row) => ({ ...row, priceDecimals: findPair(catalogue, row.symbol)?.priceDecimals ?? 0 }))
}

export const fixingsAt = (env: Pick<Env, 'DB'>, at: number): Promise<readonly FixingRow[]> => findFixings(env.DB, [at])

function offerOf(row: SeriesRow, catalogue: Catalogue, taken: ReadonlyMap<string, number>): SeriesOffer | undefined {
  const pair = findPair(catalogue, row.symbol)
  if (!pair) return undefined
  const { id, symbol, kind, strike, apr, shares, userMax, opensAt, maturesAt, isOpen, name } = row
  const series: Series = {
    id,
    symbol,
    kind,
    base: assetOf(pair.base),
    quote: assetOf(pair.quote),
    priceDecimals: pair.priceDecimals,
    strike,
    apr,
    opensAt,
    maturesAt,
    shares,
    userMax,
    isOpen,
  }
  return { series, name, left: Math.max(0, shares - (taken.get(String(id)) ?? 0)) }
}

const assetOf = ({ id, code, scale, logo }: Series['base']): Series['base'] => ({ id, code, scale, logo })
