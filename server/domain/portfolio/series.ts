// Equity over time, and where its change came from. Balances at the end of a step are the current ones less all later movements, so the
// last point is the balance itself. Deposits and withdrawals are no result: a step's result is its change of value without them. A deposit
// counts at the price of its own instant; if only its step is known, at the price of the step's end. Display values only, in USDT at
// VALUE_SCALE.

import type { BillReason } from '../bill-reason'
import { type Amount, ZERO, add, amount, decodeAmount, subtract, total } from '../money/amount'
import { divideHalfEven } from '../money/rounding'
import { valueInUsdt } from '../money/valuation'
import type { Period, PeriodLine, MoneyPlace } from './movement'

/** Sources of pnl: coin holdings, shares, and each product. */
export const SOURCES = [
  ...(['coins', 'stocks', 'futures', 'options', 'mining', 'invest', 'ieo', 'nft', 'loan', 'copy'] as const),
  ...(['quiz', 'game', 'rewards', 'fees'] as const),
] as const
type Source = (typeof SOURCES)[number]

/** `flow`: money from or to the outside. `inside`: from one place or asset to another, which only prices make a result of. */
type Role = Exclude<Source, 'coins'> | 'flow' | 'inside'

const FLOWS: ReadonlySet<BillReason> = new Set<BillReason>([
  ...([
    'deposit',
    'withdrawal',
    'deposit_returned',
    'buy',
    'buy_reversed',
    'correction',
    'demo_grant',
    'demo_reset',
  ] as const),
])
const ROLES: Readonly<Partial<Record<BillReason, Role>>> = {
  withdrawal_fee: 'fees',
  rebate: 'rewards',
  coupon_bonus: 'rewards',
  mining_lock: 'inside',
  mining_return: 'inside',
  invest_buy: 'inside',
  invest_refund: 'inside',
  stock_split: 'inside',
  stock_delisting: 'inside',
  stock_dividend: 'stocks',
}
const BY_PREFIX = ['futures', 'options', 'mining', 'invest', 'ieo', 'nft', 'loan', 'copy', 'quiz', 'game'] as const

export function roleOf(reason: BillReason): Role {
  if (FLOWS.has(reason)) return 'flow'
  return ROLES[reason] ?? BY_PREFIX.find((prefix) => reason.startsWith(`${prefix}_`)) ?? 'inside'
}

/** A step of the series: [start, end). */
export interface Span {
  readonly at: number
  readonly end: number
}

export interface SeriesInput {
  readonly whole: readonly PeriodLine[]
  /** Ascending; each starts in one of the spans. */
  readonly periods: readonly Period[]
  /** Flows of those periods at their own instants, as far as they are kept. */
  readonly flows: readonly Period[]
  /** Ascending without gaps; the last one ends now. */
  readonly spans: readonly Span[]
  readonly scaleOf: (assetId: number) => number
  /** USDT price of one whole asset at an instant; null without one. */
  readonly priceAt: (assetId: number, at: number) => Amount | null
}

interface Point {
  readonly at: number
  readonly value: Amount
  /** Cumulative result since the series began. */
  readonly result: Amount
}

export interface Series {
  /** The first is the start of the first span. */
  readonly points: readonly Point[]
  /** Value of each place at each point. */
  readonly places: ReadonlyMap<MoneyPlace, readonly Amount[]>
  readonly received: Amount
  readonly given: Amount
  readonly result: Amount
  readonly results: ReadonlyMap<Source, Amount>
  /** Time-weighted return, as a fraction at RATIO_SCALE; null while there was nothing to grow. */
  readonly rate: bigint | null
  /**
   * Money-weighted return (Modified Dietz), as a fraction at RATIO_SCALE, rounded half to even: the result divided by the average of the
   * capital over the time. Money counts from its instant; if only the step is known, a deposit from the step's start and a withdrawal from
   * its end. Null while the average is not positive.
   */
  readonly moneyRate: bigint | null
}

export const RATIO_SCALE = 8
const ONE = 10n ** BigInt(RATIO_SCALE)

interface Holding {
  readonly place: MoneyPlace
  readonly assetId: number
  readonly units: Amount
}

export function seriesOf(input: SeriesInput): Series {
  const { spans } = input
  const bySpan = spans.map(({ at, end }) => input.periods.filter((period) => period.at >= at && period.at < end))
  const holdings = balancesAtEnds(input.whole, bySpan)
  const instants = [spans[0]?.at ?? 0, ...spans.map(({ end }) => end)]
  const values = holdings.map((held, index) => valuesOf(input, held, instants[index] ?? 0))
  const totals = values.map((byPlace) => total([...byPlace.values()]))
  const results = new Map<Source, Amount>()
  const points: Point[] = [{ at: instants[0] ?? 0, value: totals[0] ?? ZERO, result: ZERO }]
  const [from, until] = [instants[0] ?? 0, instants.at(-1) ?? 0]
  const weighed = (value: Amount, since: number): bigint => value * BigInt(until - since)
  /** Capital times milliseconds. */
  let capital = weighed(totals[0] ?? ZERO, from)
  let [received, given, result, growth]: [Amount, Amount, Amount, bigint | null] = [ZERO, ZERO, ZERO, null]
  for (const [index, span] of spans.entries()) {
    const [before, after] = [values[index], values[index + 1]]
    const periods = bySpan[index] ?? []
    const flows = flowsIn(input, span, periods)
    const moved = movedIn(input, span, { periods, flows })
    const flow = subtract(moved.received, moved.given)
    const gained = subtract(subtract(totals[index + 1] ?? ZERO, totals[index] ?? ZERO), flow)
    // Shares stand in a wallet of their own: its change without money brought in or out is theirs.
    const ofStocks = subtract(subtract(after?.get('stocks') ?? ZERO, before?.get('stocks') ?? ZERO), moved.intoStocks)
    moved.results.set('stocks', add(moved.results.get('stocks') ?? ZERO, ofStocks))
    moved.results.set('coins', subtract(gained, total([...moved.results.values()])))
    for (const [source, value] of moved.results) results.set(source, add(results.get(source) ?? ZERO, value))
    received = add(received, moved.received)
    given = add(given, moved.given)
    result = add(result, gained)
    for (const { received: came, given: went, at } of flows)
      capital += weighed(came, at ?? span.at) - weighed(went, at ?? span.end)
    const base = add(totals[index] ?? ZERO, moved.received)
    if (base > 0n) growth = amount(divideHalfEven((growth ?? ONE) * (base + gained), base))
    points.push({ at: span.end, value: totals[index + 1] ?? ZERO, result })
  }
  const used = new Set(values.flatMap((byPlace) => [...byPlace.keys()]))
  const places = new Map(
    [...used].map((place) => [place, values.map((byPlace) => byPlace.get(place) ?? ZERO)] as const),
  )
  const moneyRate = capital > 0n ? divideHalfEven(weighed(result, from) * ONE, capital) : null
  return { points, places, received, given, result, results, rate: growth === null ? null : growth - ONE, moneyRate }
}

const movedBy = ([, , , received, given]: PeriodLine): Amount => subtract(decodeAmount(received), decodeAmount(given))

/** Balances when the first span starts and when each span ends. */
export function balancesAtEnds(
  whole: readonly PeriodLine[],
  bySpan: readonly (readonly Period[])[],
): readonly (readonly Holding[])[] {
  const now = new Map<string, Holding>()
  for (const line of whole) addTo(now, line, movedBy(line))
  const all: (readonly Holding[])[] = [[...now.values()]]
  for (const periods of [...bySpan].reverse()) {
    for (const { lines } of periods) for (const line of lines) addTo(now, line, amount(-movedBy(line)))
    all.push([...now.values()])
  }
  return all.reverse()
}

function addTo(balances: Map<string, Holding>, [place, assetId]: PeriodLine, moved: Amount): void {
  const key = `${place}/${assetId}`
  balances.set(key, { place, assetId, units: add(balances.get(key)?.units ?? ZERO, moved) })
}

type Pricing = Pick<SeriesInput, 'scaleOf' | 'priceAt'>

function valueOf({ scaleOf, priceAt }: Pricing, assetId: number, units: Amount, at: number): Amount {
  if (units === 0n) return ZERO
  const price = priceAt(assetId, at)
  return price === null ? ZERO : valueInUsdt({ scale: scaleOf(assetId) }, units, price)
}

/** Each balance is rounded as on the assets page, so the sums agree to the last digit. */
function valuesOf(pricing: Pricing, holdings: readonly Holding[], at: number): ReadonlyMap<MoneyPlace, Amount> {
  const values = new Map<MoneyPlace, Amount>()
  for (const { place, assetId, units } of holdings)
    if (units !== 0n) values.set(place, add(values.get(place) ?? ZERO, valueOf(pricing, assetId, units, at)))
  return values
}

/** Value of money from and to the outside. */
interface Flow {
  readonly place: MoneyPlace
  readonly received: Amount
  readonly given: Amount
  /** Null if only the step is known. */
  readonly at: number | null
}

const keyOf = ([place, assetId, reason]: PeriodLine): string => `${place}/${assetId}/${reason}`

/** Flows of a step: those of known instants, and what its periods have beyond them. */
function flowsIn(input: SeriesInput, { at: start, end }: Span, periods: readonly Period[]): readonly Flow[] {
  const worth = (assetId: number, units: Amount, at: number) => valueOf(input, assetId, units, at)
  const known = new Map<string, { received: Amount; given: Amount }>()
  const dated = input.flows
    .filter(({ at }) => at >= start && at < end)
    .flatMap(({ at, lines }) =>
      lines.map((line): Flow => {
        const [place, assetId, , came, went] = line
        const [received, given] = [decodeAmount(came), decodeAmount(went)]
        const sum = known.get(keyOf(line)) ?? { received: ZERO, given: ZERO }
        known.set(keyOf(line), { received: add(sum.received, received), given: add(sum.given, given) })
        return { place, at, received: worth(assetId, received, at), given: worth(assetId, given, at) }
      }),
    )
  const undated = periods
    .flatMap(({ lines }) => lines)
    .filter(([, , reason]) => roleOf(reason) === 'flow')
    .map((line): Flow => {
      const [place, assetId, , came, went] = line
      const without = known.get(keyOf(line))
      known.delete(keyOf(line))
      const received = worth(assetId, subtract(decodeAmount(came), without?.received ?? ZERO), end)
      const given = worth(assetId, subtract(decodeAmount(went), without?.given ?? ZERO), end)
      return { place, received, given, at: null }
    })
  return [...dated, ...undated]
}

interface Moved {
  readonly received: Amount
  readonly given: Amount
  readonly results: Map<Source, Amount>
  /** Transfers and flows into the stocks wallet. */
  readonly intoStocks: Amount
}

function movedIn(
  pricing: Pricing,
  { end }: Span,
  { periods, flows }: { readonly periods: readonly Period[]; readonly flows: readonly Flow[] },
): Moved {
  const results = new Map<Source, Amount>()
  let [received, given, intoStocks] = [ZERO, ZERO, ZERO]
  for (const flow of flows) {
    received = add(received, flow.received)
    given = add(given, flow.given)
    if (flow.place === 'stocks') intoStocks = add(intoStocks, subtract(flow.received, flow.given))
  }
  for (const [place, assetId, reason, came, went] of periods.flatMap(({ lines }) => lines)) {
    const role = roleOf(reason)
    if (role === 'flow') continue
    const worth = (text: string) => valueOf(pricing, assetId, decodeAmount(text), end)
    const value = subtract(worth(came), worth(went))
    if (place === 'stocks' && (role !== 'inside' || reason === 'transfer')) intoStocks = add(intoStocks, value)
    if (role !== 'inside') results.set(role, add(results.get(role) ?? ZERO, value))
  }
  return { received, given, results, intoStocks }
}
