// Fixing of a symbol: arithmetic mean of the ticks in the last thirty minutes before its instant, rounded half to even. Its receipt
// contains every tick, as runs of the hash chain with the links at both ends, so it can be recomputed from its own data alone.

import { assert } from '../assert'
import { divideHalfEven } from '../money/rounding'
import { type Digest, type Tick, chainTick } from '../quotes/chain'
import { formatSteps, parseSteps } from '../quotes/steps'
import { FIXING_MS } from './series'

export const FIXING_RULE = 'fixing-1'

/** Consecutive ticks of the chain from one source. */
interface ChainRun {
  /** Number of the first. */
  readonly seq: number
  readonly previousHash: string
  readonly source: string
  /** Seconds after the window's beginning, and price. */
  readonly prices: readonly (readonly [second: number, price: string])[]
  /** Hash of the last. */
  readonly hash: string
}

export interface FixingReceipt {
  readonly rule: typeof FIXING_RULE
  readonly symbol: string
  /** Window of the ticks: `from` inclusive, `at` exclusive. */
  readonly from: number
  readonly at: number
  readonly priceDecimals: number
  readonly count: number
  /** Of the prices, in steps, as integer text. */
  readonly sum: string
  readonly price: string
  readonly runs: readonly ChainRun[]
  /** First and last tick in full. */
  readonly ticks: readonly Tick[]
}

interface Window {
  readonly symbol: string
  readonly at: number
  readonly priceDecimals: number
}

export interface Fixing {
  readonly priceSteps: number
  readonly receipt: FixingReceipt
}

/** Null without any tick of the symbol in the window. `ticks` ascend in time; those of other symbols and instants are left out. */
export function fixingOf({ symbol, at, priceDecimals }: Window, ticks: readonly Tick[]): Fixing | null {
  const from = at - FIXING_MS
  const within = ticks.filter((tick) => tick.symbol === symbol && tick.at >= from && tick.at < at)
  const [first] = within
  const last = within.at(-1)
  if (!first || !last) return null
  const sum = within.reduce((total, { price }) => total + BigInt(storedSteps(price, priceDecimals)), 0n)
  const priceSteps = meanOf(sum, within.length)
  const receipt: FixingReceipt = {
    rule: FIXING_RULE,
    symbol,
    from,
    at,
    priceDecimals,
    count: within.length,
    sum: sum.toString(),
    price: formatSteps(priceSteps, priceDecimals),
    runs: runsOf(within, from),
    ticks: first === last ? [first] : [first, last],
  }
  return { priceSteps, receipt }
}

/** The price of a stored tick. One that cannot be read throws: counted as zero it would move the mean. */
function storedSteps(price: string, priceDecimals: number): number {
  const priceSteps = parseSteps(price, priceDecimals)
  assert(priceSteps !== null, `"${price}" is a price`)
  return priceSteps
}

const meanOf = (sum: bigint, count: number): number => parseInt(divideHalfEven(sum, BigInt(count)).toString(), 10)

function runsOf(ticks: readonly Tick[], from: number): ChainRun[] {
  const runs: {
    seq: number
    previousHash: string
    source: string
    prices: (readonly [number, string])[]
    hash: string
  }[] = []
  for (const { seq, at, price, source, previousHash, hash } of ticks) {
    const run = runs.at(-1)
    const entry = [(at - from) / 1_000, price] as const
    if (run && run.hash === previousHash && run.source === source && run.seq + run.prices.length === seq) {
      run.prices.push(entry)
      run.hash = hash
    } else runs.push({ seq, previousHash, source, prices: [entry], hash })
  }
  return runs
}

/** What does not hold of a fixing, hashes apart. */
export function checkFixingReceipt({
  symbol,
  from,
  at,
  priceDecimals,
  count,
  sum,
  price,
  runs,
  ticks,
}: FixingReceipt): string[] {
  const problems: string[] = []
  const entries = runs.flatMap(({ prices }) => prices)
  const seconds = entries.map(([second]) => second)
  if (from !== at - FIXING_MS) problems.push('the window is not of the last thirty minutes')
  if (
    seconds.some((second, index) => second < 0 || from + second * 1_000 >= at || second <= (seconds[index - 1] ?? -1))
  )
    problems.push('a tick is outside of the window, or not in the order of time')
  if (entries.length !== count || count === 0) problems.push(`there are ${entries.length} ticks, not ${count}`)
  const expected = entries.reduce((total, [, each]) => total + BigInt(parseSteps(each, priceDecimals) ?? 0), 0n)
  if (expected.toString() !== sum) problems.push(`the sum is ${sum} and should be ${expected}`)
  const mean = entries.length === 0 ? '' : formatSteps(meanOf(expected, entries.length), priceDecimals)
  if (mean !== price) problems.push(`the price is ${price} and should be ${mean}`)
  const [first, last] = [runs[0], runs.at(-1)]
  const ends = entries.length > 1 ? [first, last] : [first]
  const isEnd = (tick: Tick, index: number) => ends[index] && isOf(tick, { symbol, from, run: ends[index], index })
  if (ticks.length !== ends.length || !ticks.every(isEnd) || ticks.at(-1)?.hash !== last?.hash)
    problems.push('the ticks at the ends are not those of the runs')
  if (runs.some((run, index) => !isAfter(run, runs[index - 1])))
    problems.push('a run does not go on from the one before it')
  return problems
}

/** Whether a tick opens the receipt’s first run or closes its last one. */
function isOf(
  tick: Tick,
  {
    symbol,
    from,
    run,
    index,
  }: Pick<FixingReceipt, 'symbol' | 'from'> & { readonly run: ChainRun; readonly index: number },
): boolean {
  const at = index === 0 ? 0 : run.prices.length - 1
  const [second, price] = run.prices[at] ?? [0, '']
  const isLinked = index > 0 || tick.previousHash === run.previousHash
  const isSame = tick.symbol === symbol && tick.source === run.source && tick.seq === run.seq + at
  return isSame && isLinked && tick.price === price && tick.at === from + second * 1_000
}

/** A gap may lie between two runs; without one the chain goes on. */
function isAfter({ seq, previousHash }: ChainRun, before: ChainRun | undefined): boolean {
  const next = before ? before.seq + before.prices.length : seq
  return before && seq === next ? previousHash === before.hash : seq >= next
}

/** Recomputes the hash chain of every run. */
export function checkRuns({ symbol, from, runs }: FixingReceipt, digest: Digest): string[] {
  return runs.flatMap(({ seq, previousHash, source, prices, hash }) => {
    let head = { seq: seq - 1, hash: previousHash }
    for (const [second, price] of prices) {
      const tick = chainTick(head, { symbol, at: from + second * 1_000, price, source }, digest)
      head = { seq: tick.seq, hash: tick.hash }
    }
    return head.hash === hash
      ? []
      : [`the ticks from ${seq} of ${symbol} do not lead to the hash that the receipt says`]
  })
}
