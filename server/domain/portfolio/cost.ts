// Average cost of assets and pairs, and the profit or loss realized by selling them, from ledger entries in their order.
//
// Only a payment in USDT gives an asset a cost, and only USDT received for it realizes a result. An exchange of one coin for another
// carries the cost over. What was deposited or borrowed has an unknown cost: it is counted apart, and leaves in proportion with the rest.
// What was earned (interest, rebates, wins) costs nothing.

import type { BillReason } from '../bill-reason'
import { type Amount, ZERO, add, amount, minimum, negate, subtract } from '../money/amount'
import { divideDown } from '../money/rounding'
import type { Movement, PostedEntry } from './movement'

/** Figures of an asset (`asset:1`, in USDT), of a pair (`pair:BTC-USDT`, in its quote asset) or of all works together (`works`). */
export interface CostLine {
  readonly key: string
  /** Units with a known cost, and units without. Of a pair: units bought there and not sold there. */
  readonly known: Amount
  readonly unknown: Amount
  /** What the known units cost. */
  readonly cost: Amount
  readonly realized: Amount
  /** Received for units without a known cost. */
  readonly unpriced: Amount
}

/** Money paid before delivery, or for a work: its cost passes to the asset delivered. */
interface OpenItem {
  readonly key: string
  readonly assetId: number
  readonly units: Amount
  readonly known: Amount
  readonly cost: Amount
}

export interface CostStore {
  line(key: string): CostLine | undefined
  put(line: CostLine): void
  item(key: string): OpenItem | undefined
  putItem(item: OpenItem): void
  removeItem(key: string): void
}

export interface CostFacts {
  readonly usdtId: number
  readonly pairOf: (symbol: string) => { readonly baseId: number; readonly quoteId: number } | undefined
  /** Keys of the pairs that trade an asset. */
  readonly pairsOf: (assetId: number) => readonly string[]
  /** Work bought or sold by the entry with this reference. */
  readonly workOf: (ref: string) => number | null
}

type CostKind = 'trade' | 'result' | 'open' | 'close' | 'split' | 'moved'

const RESULTS: readonly BillReason[] = [
  ...(['futures_fee', 'futures_result', 'futures_overnight', 'futures_liquidation_fee'] as const),
  ...(['options_fee', 'options_loss', 'options_profit', 'game_won', 'game_lost', 'quiz_stake', 'quiz_paid'] as const),
  ...(['mining_yield', 'mining_penalty', 'stock_dividend', 'copy_share', 'rebate', 'coupon_bonus'] as const),
  ...(['nft_royalty', 'nft_forfeited', 'nft_forfeit_received', 'withdrawal_fee'] as const),
]

const KINDS: Readonly<Partial<Record<BillReason, CostKind>>> = {
  ...Object.fromEntries(RESULTS.map((reason) => [reason, 'result'])),
  spot_fill: 'trade',
  convert: 'trade',
  stock_delisting: 'trade',
  stock_split: 'split',
  ieo_payment: 'open',
  ieo_delivery: 'close',
  invest_settled: 'open',
  invest_payout: 'close',
  nft_payment: 'open',
  nft_sold: 'close',
}

/** Units that leave an asset, with their part of its cost. */
type Basis = Omit<OpenItem, 'key'>

export const assetKey = (assetId: number): string => `asset:${assetId}`
export const pairKey = (symbol: string): string => `pair:${symbol}`
const WORKS_KEY = 'works'

/** Applies an entry. Returns movements of the places `works` and `sales`, which are counted at cost. */
export function applyCost(
  store: CostStore,
  facts: CostFacts,
  entry: PostedEntry,
  own: readonly Movement[],
): Movement[] {
  const kind = KINDS[entry.reason] ?? 'moved'
  const nets = netsOf(own)
  if (kind === 'split') {
    applySplit(store, facts, nets)
    return []
  }
  if (kind === 'trade' || kind === 'open' || kind === 'close') return applyExchange({ store, facts, entry, nets, kind })
  for (const [assetId, net] of nets) {
    if (net > 0n) receive(store, facts, assetId, kind === 'result' ? { known: net } : { unknown: net })
    else lose(store, facts, { assetId, units: negate(net), isLoss: kind === 'result' })
  }
  return []
}

/** Changes of each asset over wallets and deposits; a loan is no holding. */
function netsOf(movements: readonly Movement[]): ReadonlyMap<number, Amount> {
  const nets = new Map<number, Amount>()
  for (const { place, assetId, amount: moved } of movements)
    if (place !== 'debt') nets.set(assetId, add(nets.get(assetId) ?? ZERO, moved))
  for (const [assetId, net] of nets) if (net === 0n) nets.delete(assetId)
  return nets
}

interface Exchange {
  readonly store: CostStore
  readonly facts: CostFacts
  readonly entry: PostedEntry
  readonly nets: ReadonlyMap<number, Amount>
  readonly kind: 'trade' | 'open' | 'close'
}

function applyExchange({ store, facts, entry, nets, kind }: Exchange): Movement[] {
  const [out] = [...nets].filter(([, net]) => net < 0n)
  const [into] = [...nets].filter(([, net]) => net > 0n)
  const key = itemKey(entry, facts)
  if (entry.reason === 'spot_fill') applyPair(store, facts, entry, nets)
  if (kind === 'close') return close(store, facts, { entry, key, into })
  const basis = out && dispose(store, facts, out[0], negate(out[1]))
  if (!basis) {
    if (into) receive(store, facts, into[0], { known: into[1] })
    return []
  }
  if (kind === 'open' && key !== null) {
    store.putItem({ key, ...basis })
    return itemMovement(entry, basis, basis.units)
  }
  if (into) exchange(store, facts, basis, { assetId: into[0], units: into[1], resultKey: null })
  else realize(store, facts, assetKey(basis.assetId), { realized: negate(basis.cost) })
  return []
}

interface Closing {
  readonly entry: PostedEntry
  readonly key: string | null
  readonly into: readonly [assetId: number, units: Amount] | undefined
}

function close(store: CostStore, facts: CostFacts, { entry, key, into }: Closing): Movement[] {
  const item = key === null ? undefined : store.item(key)
  if (!item) {
    // The seller made the work: it has no cost.
    if (into) receive(store, facts, into[0], { known: into[1] })
    return []
  }
  store.removeItem(item.key)
  if (into) {
    const resultKey = entry.reason === 'nft_sold' ? WORKS_KEY : null
    exchange(store, facts, item, { assetId: into[0], units: into[1], resultKey })
  }
  return itemMovement(entry, item, negate(item.units))
}

/**
 * Movement of an item's cost: token sales and works are places of their own. All other items move nothing here: the money of an investment
 * counts in its wallet until both entries of its payout are posted.
 */
function itemMovement({ reason }: PostedEntry, { assetId }: Basis, moved: Amount): Movement[] {
  if (reason === 'ieo_payment' || reason === 'ieo_delivery') return [{ place: 'sales', assetId, reason, amount: moved }]
  if (reason === 'nft_payment' || reason === 'nft_sold') return [{ place: 'works', assetId, reason, amount: moved }]
  return []
}

function itemKey({ reason, ref }: PostedEntry, { workOf }: CostFacts): string | null {
  if (reason !== 'nft_payment' && reason !== 'nft_sold') return ref.replace('ieo-lock:', 'ieo:')
  const work = workOf(ref)
  return work === null ? null : `work:${work}`
}

interface Received {
  readonly assetId: number
  readonly units: Amount
  /** Line that profit or loss is added to; null for that of the asset given away. */
  readonly resultKey: string | null
}

/** Something with a basis became `units` of another asset. */
function exchange(store: CostStore, facts: CostFacts, basis: Basis, { assetId, units, resultKey }: Received): void {
  const priced = part(units, basis.known, basis.units)
  if (assetId !== facts.usdtId)
    return receive(store, facts, assetId, { known: priced, unknown: subtract(units, priced), cost: basis.cost })
  const change = { realized: subtract(priced, basis.cost), unpriced: subtract(units, priced) }
  realize(store, facts, resultKey ?? assetKey(basis.assetId), change)
}

/** Takes units out of an asset. USDT is its own cost. */
function dispose(store: CostStore, { usdtId }: CostFacts, assetId: number, units: Amount): Basis {
  if (assetId === usdtId) return { assetId, units, known: units, cost: units }
  const line = lineOf(store, assetKey(assetId))
  const held = add(line.known, line.unknown)
  const known = part(line.known, units, held)
  const cost = part(line.cost, known, line.known)
  store.put({
    ...line,
    known: subtract(line.known, known),
    unknown: subtract(line.unknown, subtract(units, known)),
    cost: subtract(line.cost, cost),
  })
  return { assetId, units, known, cost }
}

function receive(
  store: CostStore,
  { usdtId }: CostFacts,
  assetId: number,
  { known = ZERO, unknown = ZERO, cost = ZERO }: Partial<Pick<CostLine, 'known' | 'unknown' | 'cost'>>,
): void {
  if (assetId === usdtId) return
  const line = lineOf(store, assetKey(assetId))
  store.put({ ...line, known: add(line.known, known), unknown: add(line.unknown, unknown), cost: add(line.cost, cost) })
}

function lose(
  store: CostStore,
  facts: CostFacts,
  { assetId, units, isLoss }: { readonly assetId: number; readonly units: Amount; readonly isLoss: boolean },
): void {
  const { cost } = dispose(store, facts, assetId, units)
  if (isLoss) realize(store, facts, assetKey(assetId), { realized: negate(cost) })
}

function realize(
  store: CostStore,
  { usdtId }: CostFacts,
  key: string,
  { realized, unpriced = ZERO }: { readonly realized: Amount; readonly unpriced?: Amount },
): void {
  if (key === assetKey(usdtId)) return
  const line = lineOf(store, key)
  store.put({ ...line, realized: add(line.realized, realized), unpriced: add(line.unpriced, unpriced) })
}

/** Purchases and sales on one pair, in its quote asset. */
function applyPair(
  store: CostStore,
  facts: CostFacts,
  { lines }: PostedEntry,
  nets: ReadonlyMap<number, Amount>,
): void {
  const symbol = lines.find(({ account }) => account.startsWith('@market:'))?.account.slice('@market:'.length)
  const pair = symbol === undefined ? undefined : facts.pairOf(symbol)
  if (symbol === undefined || !pair) return
  const line = lineOf(store, pairKey(symbol))
  const [base, quote] = [nets.get(pair.baseId) ?? ZERO, nets.get(pair.quoteId) ?? ZERO]
  if (base >= 0n) {
    store.put({ ...line, known: add(line.known, base), cost: subtract(line.cost, quote) })
    return
  }
  const sold = negate(base)
  const covered = minimum(sold, line.known)
  const cost = part(line.cost, covered, line.known)
  const received = part(quote, covered, sold)
  store.put({
    ...line,
    known: subtract(line.known, covered),
    cost: subtract(line.cost, cost),
    realized: add(line.realized, subtract(received, cost)),
    unpriced: add(line.unpriced, subtract(quote, received)),
  })
}

/** Splits change share counts and leave cost unchanged; fractions paid in cash are gains. */
function applySplit(store: CostStore, facts: CostFacts, nets: ReadonlyMap<number, Amount>): void {
  for (const [assetId, net] of nets) {
    if (assetId === facts.usdtId) continue
    const line = lineOf(store, assetKey(assetId))
    const before = add(line.known, line.unknown)
    const after = add(before, net)
    const known = part(line.known, after, before)
    store.put({ ...line, known, unknown: subtract(after, known) })
    for (const key of facts.pairsOf(assetId)) {
      const pair = store.line(key)
      if (pair) store.put({ ...pair, known: part(pair.known, after, before) })
    }
    const cash = nets.get(facts.usdtId) ?? ZERO
    if (cash > 0n) realize(store, facts, assetKey(assetId), { realized: cash })
  }
}

const lineOf = (store: CostStore, key: string): CostLine =>
  store.line(key) ?? { key, known: ZERO, unknown: ZERO, cost: ZERO, realized: ZERO, unpriced: ZERO }

/** Proportional part of an amount, rounded down. */
const part = (whole: Amount, of: Amount, from: Amount): Amount =>
  from === 0n ? ZERO : amount(divideDown(whole * of, from))
