// Demo traders: accounts of play money that the demo itself runs. A slot of time and the day's prices decide their acts, so a repeated slot
// makes the same. Pure.

import { MINUTE_MS, SECOND_MS } from './time'

/** How a trader chooses a side: with the day's move, against it, or by the place in the day's range. */
type View = 'trend' | 'contrary' | 'range'

export interface DemoTrader {
  /** Below the first registered user's. */
  readonly id: number
  readonly nickname: string
  readonly view: View
  /** Traders that this trader copies; empty for a copied trader. */
  readonly follows: readonly number[]
}

export const DEMO_TRADERS: readonly DemoTrader[] = [
  { id: 9_001, nickname: 'Trend (demo)', view: 'trend', follows: [] },
  { id: 9_002, nickname: 'Range (demo)', view: 'range', follows: [] },
  { id: 9_003, nickname: 'Contrary (demo)', view: 'contrary', follows: [] },
  { id: 9_004, nickname: 'Collector (demo)', view: 'range', follows: [9_001, 9_002] },
  { id: 9_005, nickname: 'Follower (demo)', view: 'trend', follows: [9_002, 9_003] },
]

const IDS: ReadonlySet<number | null> = new Set(DEMO_TRADERS.map(({ id }) => id))

/** No registered user has such an id. */
export const isDemoTrader = (userId: number | null): boolean => IDS.has(userId)

/** Null for anybody else. */
export const demoViewOf = (userId: number): View | null => DEMO_TRADERS.find(({ id }) => id === userId)?.view ?? null

export const SLOT_MS = 6 * SECOND_MS
export const slotOf = (now: number): number => (now - (now % SLOT_MS)) / SLOT_MS

/** From 0 to below `count`, evenly spread over slots and purposes. */
export function draw(slot: number, purpose: string, count: number): number {
  let mixed = slot | 0
  for (const letter of purpose) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45_d9_f3_b)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % count
}

const pick = <Row>(rows: readonly Row[], slot: number, purpose: string): Row | undefined =>
  rows[draw(slot, purpose, rows.length)]

/** Repeated ones are traded more often. */
const SYMBOLS = [
  'BTC-USDT',
  'BTC-USDT',
  'BTC-USDT',
  'ETH-USDT',
  'ETH-USDT',
  'SOL-USDT',
  'XRP-USDT',
  'BNB-USDT',
] as const
/** Well-known ones are traded more often, so that their tapes fill within a minute. */
const SHARES = [
  'AAPL-USDT',
  'AAPL-USDT',
  'AAPL-USDT',
  'AAPL-USDT',
  'NVDA-USDT',
  'NVDA-USDT',
  'TSLA-USDT',
  'TSLA-USDT',
  'MSFT-USDT',
  'AMZN-USDT',
  'GOOGL-USDT',
  'META-USDT',
  'JPM-USDT',
  'KO-USDT',
  'DIS-USDT',
  'IBM-USDT',
  'MCD-USDT',
] as const
/** Offered for every contract. */
const LEVERAGES = [1, 2, 5] as const

interface Wanted {
  readonly trader: DemoTrader
  readonly symbol: string
}

export interface DemoSlot {
  /** `worth` in whole USDT. */
  readonly spot: Wanted & { readonly worth: number }
  /** `worth` in whole USDT. */
  readonly share: Wanted & { readonly worth: number }
  readonly futures: (Wanted & { readonly lots: number; readonly leverage: number }) | null
  readonly option: (Wanted & { readonly stake: number }) | null
  readonly collector: DemoTrader | null
  /** The trader says in the chat why the spot order was placed. */
  readonly isSaid: boolean
}

/** Slots between two chat lines, so that people's messages are not buried. */
const SAID_EVERY = 30

/** Acts that demo traders try in a slot. */
export function demoSlot(slot: number): DemoSlot {
  const wanted = (
    product: string,
    traders: readonly DemoTrader[],
    symbols: readonly string[] = SYMBOLS,
  ): Wanted | null => {
    const trader = pick(traders, slot, `${product} trader`)
    const symbol = pick(symbols, slot, `${product} symbol`)
    return trader && symbol ? { trader, symbol } : null
  }
  const leaders = DEMO_TRADERS.filter(({ follows }) => follows.length === 0)
  const others = DEMO_TRADERS.filter(({ follows }) => follows.length > 0)
  const root = 4 + draw(slot, 'worth', 30)
  const shareRoot = 4 + draw(slot, 'share worth', 17)
  const futures = slot % 3 === 1 ? wanted('futures', leaders) : null
  const option = slot % 6 === 2 ? wanted('option', others) : null
  return {
    spot: { ...(wanted('spot', DEMO_TRADERS) as Wanted), worth: root * root + draw(slot, 'odd', 7) },
    share: {
      ...(wanted('share', DEMO_TRADERS, SHARES) as Wanted),
      worth: shareRoot * shareRoot + draw(slot, 'cent', 5),
    },
    futures: futures && {
      ...futures,
      lots: 2 + draw(slot, 'lots', 19),
      leverage: pick(LEVERAGES, slot, 'leverage') ?? 2,
    },
    option: option && { ...option, stake: 5 + draw(slot, 'stake', 46) },
    collector: slot % 10 === 3 ? (pick(others, slot, 'collector') ?? null) : null,
    isSaid: slot % SAID_EVERY === 0,
  }
}

/** Day's prices of a pair, in steps; `isUp` compares with a day ago. */
export interface DayView {
  readonly steps: number
  readonly high: number
  readonly low: number
  readonly isUp: boolean
}

export type DemoReason =
  | `${'trend' | 'contrary'}_${'up' | 'down'}`
  | `range_${'low' | 'high'}`
  | `held_${'little' | 'much'}`

export interface DemoOpinion {
  readonly rises: boolean
  readonly reason: DemoReason
}

/** Whether the trader expects the price to rise, and why. */
export function demoOpinion(view: View, { steps, high, low, isUp }: DayView): DemoOpinion {
  if (view === 'trend') return { rises: isUp, reason: isUp ? 'trend_up' : 'trend_down' }
  if (view === 'contrary') return { rises: !isUp, reason: isUp ? 'contrary_up' : 'contrary_down' }
  const isLow = steps - low < high - steps
  return { rises: isLow, reason: isLow ? 'range_low' : 'range_high' }
}

/** In whole USDT: nothing is sold below the first, nothing bought above the second. */
export interface DemoHolding {
  readonly least: bigint
  readonly most: bigint
}

export const COIN_HOLDING: DemoHolding = { least: 1_500n, most: 6_000n }
/** Of each of the twelve shares, so that the granted money buys all of them. */
export const SHARE_HOLDING: DemoHolding = { least: 500n, most: 1_200n }

/** Side of a spot order: towards a large holding where the price is expected to rise, towards a small one elsewhere. */
export function demoSide(
  { rises, reason }: DemoOpinion,
  held: bigint,
  { least, most }: DemoHolding,
): { readonly side: 'buy' | 'sell'; readonly reason: DemoReason } {
  if (held < least) return { side: 'buy', reason: rises ? reason : 'held_little' }
  if (held > most) return { side: 'sell', reason: rises ? 'held_much' : reason }
  return { side: rises ? 'buy' : 'sell', reason }
}

/** Quantity for an amount of whole USDT, in the pair's lots. */
export const demoQuantity = (
  { priceDecimals, quantityDecimals }: { readonly priceDecimals: number; readonly quantityDecimals: number },
  worth: number,
  steps: number,
): bigint => (BigInt(worth) * 10n ** BigInt(priceDecimals + quantityDecimals)) / BigInt(steps)

/** The first positions of an account are short, so that a new demo soon has a log. */
const SHORT_POSITIONS = 6

/** Longest time that a position is held, by its number: 3 to 10 minutes at first, later 30 to 60, where most moves exceed the fees. */
export const demoHoldMs = (positionNo: number): number =>
  (positionNo <= SHORT_POSITIONS ? 2 + positionNo + draw(positionNo, 'hold', 3) : 30 + draw(positionNo, 'hold', 30)) *
  MINUTE_MS

export interface DemoExits {
  readonly takeProfit: number
  readonly stopLoss: number
}

/** Prices at which a position ends, in steps: 0.3 to 0.6 percent on either side. */
export function demoExits(
  slot: number,
  { steps, rises }: { readonly steps: number; readonly rises: boolean },
): DemoExits {
  const away = (purpose: string) => Math.max(1, (steps - (steps % 1_000)) / 1_000) * (3 + draw(slot, purpose, 4))
  const side = rises ? 1 : -1
  return { takeProfit: steps + side * away('take profit'), stopLoss: steps - side * away('stop loss') }
}
