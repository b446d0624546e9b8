// Equity over time: the last point is the balance, deposits are no result, and results by source add up. Random ledgers are compared
// with a slow count of the movements themselves.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { divideHalfEven } from '#domain/money/rounding'
import {
  type Movement,
  type Period,
  type PeriodLine,
  MONEY_PLACES,
  type MoneyPlace,
  addMovements,
  stepStart,
} from '#domain/portfolio/movement'
import { type Series, type Span, roleOf, seriesOf } from '#domain/portfolio/series'
import { BILL_REASONS, type BillReason } from '#domain/bill-reason'
import { HOUR_MS } from '#domain/time'
import { seededRandom } from '../crash/random'
import { LONG } from '../kit/long'

const NOON = Date.UTC(2026, 10, 21, 12)
const [USDT, BTC] = [3, 1]
const SCALES: Readonly<Record<number, number>> = { [USDT]: 6, [BTC]: 8 }
const CENT = 10n ** 6n

interface Dated extends Movement {
  readonly at: number
}

const move = (hour: number, reason: BillReason, place: MoneyPlace, assetId: number, units: bigint): Dated => ({
  ...{ at: NOON + hour * HOUR_MS + 60_000, reason, place, assetId },
  amount: amount(units),
})

/** Hours of the movements as an Account stores them. */
function hoursOf(movements: readonly Dated[]): readonly Period[] {
  const starts = [...new Set(movements.map(({ at }) => stepStart('hour', at)))].sort((left, right) => left - right)
  return starts.map((at) => ({
    at,
    lines: addMovements(
      [],
      movements.filter((each) => stepStart('hour', each.at) === at),
    ),
  }))
}

const spans = (count: number): readonly Span[] =>
  Array.from({ length: count }, (_, hour) => ({ at: NOON + hour * HOUR_MS, end: NOON + (hour + 1) * HOUR_MS }))

interface Told {
  readonly movements: readonly Dated[]
  /** Of one BTC in cents of USDT, at the end of each hour; the first at the start. */
  readonly cents: readonly number[]
  /** From before the first hour. */
  readonly before?: readonly Dated[]
  /** Movements whose instant is kept. */
  readonly dated?: readonly Dated[]
  /** Price at the instants of movements. */
  readonly centsThen?: number
}

const priceIn =
  (cents: readonly number[], then = 0) =>
  (assetId: number, at: number) =>
    assetId === USDT ? amount(10n ** 8n) : amount(BigInt(cents[(at - NOON) / HOUR_MS] ?? then) * CENT)

const instantsOf = (movements: readonly Dated[]): readonly Period[] =>
  movements.map((each) => ({ at: each.at, lines: addMovements([], [each]) }))

function tell({ movements, cents, before = [], dated = [], centsThen }: Told): Series {
  return seriesOf({
    whole: addMovements([], [...before, ...movements]),
    periods: hoursOf(movements),
    flows: instantsOf(dated),
    spans: spans(cents.length - 1),
    scaleOf: (assetId) => SCALES[assetId] ?? 0,
    priceAt: priceIn(cents, centsThen),
  })
}

const usdt = (value: bigint): string => {
  const cents = divideHalfEven(value, CENT)
  return `${cents < 0n ? '-' : ''}${(cents < 0n ? -cents : cents) / 100n}.${String((cents < 0n ? -cents : cents) % 100n).padStart(2, '0')}`
}
const values = ({ points }: Series) => points.map(({ value }) => usdt(value))
const sources = ({ results }: Series) =>
  Object.fromEntries([...results].filter(([, value]) => value !== 0n).map(([source, value]) => [source, usdt(value)]))

const BITCOIN = 10n ** 8n
const DOLLAR = 10n ** 6n

describe('equity', () => {
  test('Alice holds a bitcoin through a rise and a fall', () => {
    const before = [move(-5, 'deposit', 'change', BTC, BITCOIN)]
    const series = tell({ before, movements: [], cents: [10_000, 12_000, 9_000] })
    expect(values(series)).toEqual(['100.00', '120.00', '90.00'])
    expect([usdt(series.result), series.rate, sources(series)]).toEqual(['-10.00', -10_000_000n, { coins: '-10.00' }])
  })

  test('a deposit and a withdrawal change the equity and not the result', () => {
    const movements = [
      move(0, 'deposit', 'change', USDT, 500n * DOLLAR),
      move(1, 'deposit', 'change', BTC, BITCOIN),
      move(2, 'withdrawal', 'change', USDT, -200n * DOLLAR),
      move(2, 'withdrawal_fee', 'change', USDT, -DOLLAR),
    ]
    const series = tell({ movements, cents: [10_000, 10_000, 12_000, 12_000] })
    expect(values(series)).toEqual(['0.00', '500.00', '620.00', '419.00'])
    expect([usdt(series.received), usdt(series.given), usdt(series.result)]).toEqual(['620.00', '200.00', '-1.00'])
    expect(sources(series)).toEqual({ fees: '-1.00' })
  })

  test('each product tells its result, and moving money inside is none', () => {
    const before = [move(-5, 'deposit', 'change', USDT, 1_000n * DOLLAR)]
    const movements = [
      move(0, 'transfer', 'change', USDT, -300n * DOLLAR),
      move(0, 'transfer', 'lever', USDT, 300n * DOLLAR),
      move(0, 'futures_result', 'lever', USDT, 25n * DOLLAR),
      move(0, 'futures_fee', 'lever', USDT, -2n * DOLLAR),
      move(1, 'mining_lock', 'change', USDT, -100n * DOLLAR),
      move(1, 'mining_lock', 'earn', USDT, 100n * DOLLAR),
      move(1, 'mining_yield', 'change', USDT, DOLLAR),
      move(2, 'nft_payment', 'change', USDT, -50n * DOLLAR),
      move(2, 'nft_payment', 'works', USDT, 50n * DOLLAR),
      move(3, 'nft_sold', 'works', USDT, -50n * DOLLAR),
      move(3, 'nft_sold', 'change', USDT, 65n * DOLLAR),
      move(3, 'loan_credit', 'margin', USDT, 400n * DOLLAR),
      move(3, 'loan_credit', 'debt', USDT, -400n * DOLLAR),
      move(3, 'loan_interest', 'debt', USDT, -3n * DOLLAR),
    ]
    const series = tell({ before, movements, cents: [0, 0, 0, 0, 0] })
    expect(values(series)).toEqual(['1000.00', '1023.00', '1024.00', '1024.00', '1036.00'])
    expect(sources(series)).toEqual({ futures: '23.00', mining: '1.00', nft: '15.00', loan: '-3.00' })
    expect(usdt(series.places.get('debt')?.at(-1) ?? 0n)).toBe('-403.00')
    expect(usdt(series.places.get('works')?.[3] ?? 0n)).toBe('50.00')
  })

  test('shares are told apart from coins', () => {
    const before = [move(-5, 'transfer', 'stocks', BTC, BITCOIN), move(-5, 'deposit', 'change', BTC, 2n * BITCOIN)]
    const series = tell({
      before,
      movements: [move(0, 'stock_dividend', 'stocks', USDT, DOLLAR)],
      cents: [10_000, 11_000],
    })
    expect(sources(series)).toEqual({ stocks: '11.00', coins: '20.00' })
  })

  test('shares gain by their price, not by money moved to them nor by being bought', () => {
    const before = [move(-5, 'deposit', 'change', USDT, 1_000n * DOLLAR)]
    const movements = [
      move(0, 'transfer', 'change', USDT, -300n * DOLLAR),
      move(0, 'transfer', 'stocks', USDT, 300n * DOLLAR),
      // 1.2 at 100 are 120; at 110 they are 132.
      move(1, 'spot_fill', 'stocks', USDT, -120n * DOLLAR),
      move(1, 'spot_fill', 'stocks', BTC, (12n * BITCOIN) / 10n),
    ]
    const series = tell({ before, movements, cents: [10_000, 10_000, 11_000] })
    expect(values(series)).toEqual(['1000.00', '1000.00', '1012.00'])
    expect(sources(series)).toEqual({ stocks: '12.00' })
    expect([...series.results.keys()].sort()).toEqual(['coins', 'stocks'])
  })

  test('points are the start and each end, and a place that was always empty has none', () => {
    const before = [move(-5, 'deposit', 'change', USDT, DOLLAR)]
    const movements = [move(0, 'transfer', 'earn', USDT, DOLLAR), move(0, 'transfer', 'earn', USDT, -DOLLAR)]
    const series = tell({ before, movements, cents: [0, 0, 0] })
    expect(series.points.map(({ at }) => at)).toEqual([NOON, NOON + HOUR_MS, NOON + 2 * HOUR_MS])
    expect([...series.places.keys()]).toEqual(['change'])
  })

  test('without a span is one point, and what has no price is worth nothing', () => {
    const whole = addMovements([], [move(0, 'deposit', 'change', BTC, BITCOIN)])
    const input = { whole, periods: [], flows: [], scaleOf: () => 8, priceAt: () => null }
    expect(seriesOf({ ...input, spans: [] }).points).toEqual([{ at: 0, value: 0n, result: 0n }])
    expect(values(seriesOf({ ...input, spans: spans(1) }))).toEqual(['0.00', '0.00'])
  })

  test('the return does not change with money that comes and goes', () => {
    const before = [move(-5, 'deposit', 'change', BTC, BITCOIN)]
    const poured = [move(0, 'deposit', 'change', USDT, 0n), move(1, 'deposit', 'change', BTC, 9n * BITCOIN)]
    const rich = tell({ before, movements: poured, cents: [10_000, 11_000, 11_000, 12_100] })
    expect(rich.rate).toBe(21_000_000n)
    expect(tell({ movements: [], cents: [10_000, 12_000] }).rate).toBeNull()
  })
})

describe('money of a known instant', () => {
  /** One minute after noon, at 100 each. */
  const centsThen = 10_000
  const figures = ({ received, given, result }: Series) => [received, given, result].map(usdt)

  test('counts at the price of that instant, while its hour runs and after', () => {
    const deposit = move(0, 'deposit', 'change', BTC, 3n * BITCOIN)
    const told = { movements: [deposit], dated: [deposit], centsThen }
    expect(figures(tell({ ...told, cents: [9_000, 11_000] }))).toEqual(['300.00', '0.00', '30.00'])
    expect(figures(tell({ ...told, cents: [9_000, 12_000] }))).toEqual(['300.00', '0.00', '60.00'])
    const later = tell({ ...told, cents: [9_000, 12_000, 13_000] })
    expect(figures(later)).toEqual(['300.00', '0.00', '90.00'])
    expect(later.points.map(({ result }) => usdt(result))).toEqual(['0.00', '60.00', '90.00'])
    expect(sources(later)).toEqual({ coins: '90.00' })
  })

  test('as a withdrawal keeps what was lost or gained before it', () => {
    const before = [move(-5, 'deposit', 'change', BTC, 2n * BITCOIN)]
    const withdrawal = move(0, 'withdrawal', 'change', BTC, -BITCOIN)
    const told = { before, movements: [withdrawal], dated: [withdrawal], centsThen }
    // Two rise from 90 to 100; one leaves, the other rises to 110.
    expect(figures(tell({ ...told, cents: [9_000, 11_000] }))).toEqual(['0.00', '100.00', '30.00'])
  })

  test('counts at the end of the hour for the part whose instants are not kept', () => {
    const [known, unknown] = [
      move(0, 'deposit', 'change', BTC, 2n * BITCOIN),
      move(0, 'deposit', 'change', BTC, BITCOIN),
    ]
    const movements = [known, unknown, move(0, 'buy', 'change', BTC, BITCOIN)]
    // 2 at 100, 1 and 1 at 110.
    expect(figures(tell({ movements, dated: [known], centsThen, cents: [9_000, 11_000] }))).toEqual([
      ...['420.00', '0.00', '20.00'],
    ])
  })

  test('counts once in a step of several periods', () => {
    const movements = [move(0, 'deposit', 'change', BTC, 2n * BITCOIN), move(1, 'deposit', 'change', BTC, BITCOIN)]
    const series = seriesOf({
      whole: addMovements([], movements),
      periods: hoursOf(movements),
      flows: instantsOf(movements.slice(0, 1)),
      spans: [{ at: NOON, end: NOON + 2 * HOUR_MS }],
      scaleOf: (assetId) => SCALES[assetId] ?? 0,
      priceAt: priceIn([9_000, 0, 11_000], centsThen),
    })
    // 2 at 100 and 1 at 110.
    expect(figures(series)).toEqual(['310.00', '0.00', '20.00'])
  })

  test('in the stocks wallet makes a result of the shares from then on', () => {
    const granted = move(0, 'demo_grant', 'stocks', BTC, BITCOIN)
    const series = tell({ movements: [granted], dated: [granted], centsThen, cents: [9_000, 11_000] })
    expect(sources(series)).toEqual({ stocks: '10.00' })
  })

  test('weighs in the money-weighted return from that instant', () => {
    const before = [move(-5, 'deposit', 'change', USDT, 100n * DOLLAR)]
    const noonAndHalf = { ...move(0, 'deposit', 'change', USDT, 100n * DOLLAR), at: NOON + HOUR_MS / 2 }
    const movements = [noonAndHalf, move(0, 'game_won', 'change', USDT, 15n * DOLLAR)]
    // 15 over 100 and 100 for half of the time; with the hour alone, over 100 and 100.
    expect(tell({ before, movements, dated: [noonAndHalf], cents: [0, 0] }).moneyRate).toBe(10_000_000n)
    expect(tell({ before, movements, cents: [0, 0] }).moneyRate).toBe(7_500_000n)
  })
})

describe('the money-weighted return', () => {
  test('divides the result by the capital that stood there on average', () => {
    const before = [move(-5, 'deposit', 'change', USDT, 100n * DOLLAR)]
    const movements = [
      move(2, 'deposit', 'change', USDT, 100n * DOLLAR),
      move(2, 'withdrawal', 'change', USDT, -40n * DOLLAR),
      move(3, 'game_won', 'change', USDT, 14n * DOLLAR),
    ]
    const series = tell({ before, movements, cents: [0, 0, 0, 0, 0] })
    // Of four hours 100 stood all, 100 came for the last two, and 40 were gone for the last one: 100 + 50 - 10 = 140.
    expect([usdt(series.result), series.moneyRate]).toEqual(['14.00', 10_000_000n])
    // 14 of 160 in the last hour, whatever came before.
    expect(series.rate).toBe(8_750_000n)
  })

  test('is the time-weighted one where no money came or went, and rounded half to even', () => {
    const before = [move(-5, 'deposit', 'change', BTC, BITCOIN)]
    const held = tell({ before, movements: [], cents: [30_000, 31_000, 40_000] })
    expect([held.rate, held.moneyRate]).toEqual([33_333_333n, 33_333_333n])
  })

  test('punishes a deposit before a fall more than the time-weighted one does', () => {
    const before = [move(-5, 'deposit', 'change', BTC, BITCOIN)]
    const movements = [move(1, 'deposit', 'change', BTC, 9n * BITCOIN)]
    const series = tell({ before, movements, cents: [10_000, 20_000, 20_000, 10_000] })
    // 100 lost nothing in all; 900 more lost half of 1,800: -900 over 100 + 1,800 x 2 / 3.
    expect([series.rate, usdt(series.result), series.moneyRate]).toEqual([0n, '-900.00', -69_230_769n])
  })

  test('is none without capital', () => {
    expect(tell({ movements: [], cents: [10_000, 12_000] }).moneyRate).toBeNull()
    const gone = [move(0, 'game_won', 'change', USDT, DOLLAR), move(0, 'withdrawal', 'change', USDT, -DOLLAR)]
    expect(tell({ movements: gone, cents: [0, 0, 0] }).moneyRate).toBeNull()
  })
})

test('every reason of a bill has a role', () => {
  expect(BILL_REASONS.filter((reason) => roleOf(reason) === 'flow')).toEqual([
    ...['deposit', 'withdrawal', 'deposit_returned', 'buy', 'buy_reversed', 'correction', 'demo_grant', 'demo_reset'],
  ])
  expect(BILL_REASONS.filter((reason) => roleOf(reason) === 'inside' && !/_(?:hold|release)$/.test(reason))).toEqual([
    ...[
      'payout',
      'convert',
      'convert_fee',
      'deposit_recall',
      'transfer',
      'spot_fill',
      'spot_fee',
      'mining_lock',
      'mining_return',
    ],
    ...['stock_split', 'stock_delisting', 'invest_buy', 'invest_refund'],
  ])
})

/** Value of all holdings before an instant, recomputed from movements. */
function slowValue(all: readonly Dated[], end: number, cents: readonly number[]): bigint {
  let sum = 0n
  for (const place of MONEY_PLACES) {
    for (const assetId of [USDT, BTC]) {
      const own = all.filter((each) => each.place === place && each.assetId === assetId && each.at < end)
      const units = own.reduce((held, each) => held + each.amount, 0n)
      const price = assetId === USDT ? 10n ** 8n : BigInt(cents[(end - NOON) / HOUR_MS] ?? 0) * CENT
      sum += divideHalfEven(units * price, 10n ** BigInt(SCALES[assetId] ?? 0))
    }
  }
  return sum
}

const THEN = 1_234_567
/** Of the random movements those of an even amount have a known instant. */
const isDated = (each: Dated): boolean => each.amount % 2n === 0n && roleOf(each.reason) === 'flow'

/** Value of a movement at its own instant. */
function slowWorth({ assetId, amount: units }: Dated): bigint {
  const price = assetId === USDT ? 10n ** 8n : BigInt(THEN) * CENT
  return divideHalfEven(units * price, 10n ** BigInt(SCALES[assetId] ?? 0))
}

/** Result over average capital, recomputed from the lines of each hour. */
function slowMoneyRate(all: readonly Dated[], hours: number, cents: readonly number[], result: bigint): bigint | null {
  let capital = slowValue(all, NOON, cents) * BigInt(hours)
  for (const { at, lines } of hoursOf(all.filter((each) => each.at >= NOON && !isDated(each)))) {
    const hour = (at - NOON) / HOUR_MS
    for (const [, assetId, reason, received, given] of lines) {
      if (roleOf(reason) !== 'flow') continue
      const price = assetId === USDT ? 10n ** 8n : BigInt(cents[hour + 1] ?? 0) * CENT
      const worth = (units: string) => divideHalfEven(BigInt(units) * price, 10n ** BigInt(SCALES[assetId] ?? 0))
      capital += worth(received) * BigInt(hours - hour) - worth(given) * BigInt(hours - hour - 1)
    }
  }
  capital *= BigInt(HOUR_MS)
  for (const each of all.filter(({ at, reason }) => at >= NOON && roleOf(reason) === 'flow')) {
    if (isDated(each)) capital += slowWorth(each) * BigInt(NOON + hours * HOUR_MS - each.at)
  }
  return capital > 0n ? divideHalfEven(result * BigInt(hours * HOUR_MS) * 10n ** 8n, capital) : null
}

test(`random ledgers: every point is what the movements before it come to (${LONG ? 200 : 20} of them)`, () => {
  for (let seed = 1; seed <= (LONG ? 200 : 20); seed += 1) {
    const random = seededRandom(seed)
    const below = (bound: number) => Math.floor(random() * bound)
    const hours = 6 + below(20)
    const cents = Array.from({ length: hours + 1 }, () => 1 + below(7_000_000))
    const all = Array.from({ length: 60 }, (): Dated => {
      const reason = BILL_REASONS[below(BILL_REASONS.length)] ?? 'transfer'
      const place = MONEY_PLACES[below(MONEY_PLACES.length)] ?? 'change'
      return move(
        below(hours + 5) - 5,
        reason,
        place,
        below(2) === 0 ? BTC : USDT,
        BigInt(below(2_000_000_000) - 900_000_000),
      )
    })
    const series = tell({
      before: all.filter(({ at }) => at < NOON),
      movements: all.filter(({ at }) => at >= NOON),
      dated: all.filter((each) => each.at >= NOON && isDated(each)),
      centsThen: THEN,
      cents,
    })
    const ends = [NOON, ...spans(hours).map(({ end }) => end)]
    expect(series.points.map(({ value }) => value)).toEqual(ends.map((end) => slowValue(all, end, cents)))
    expect(series.moneyRate).toBe(slowMoneyRate(all, hours, cents, series.result))
    const parts = [...series.results.values()].reduce((sum, value) => sum + value, 0n)
    expect(parts).toBe(series.result)
    const [first, last] = [series.points[0]?.value ?? 0n, series.points.at(-1)?.value ?? 0n]
    expect(first + series.received - series.given + series.result).toBe(last)
  }
})

test('lines of a period add up in any order', () => {
  const lines: readonly PeriodLine[] = [['change', USDT, 'spot_fill', '5', '2']]
  const movements = [move(0, 'spot_fill', 'change', USDT, -4n), move(0, 'transfer', 'earn', BTC, 7n)]
  expect(addMovements(lines, movements)).toEqual([
    ['change', USDT, 'spot_fill', '5', '6'],
    ['earn', BTC, 'transfer', '7', '0'],
  ])
})
