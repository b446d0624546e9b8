// Value and liquidation of a position, and price bands of its account.

import { describe, expect, test } from 'vitest'
import { type Amount, amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import {
  type PositionNumbers,
  closePrice,
  crossBand,
  crossRisk,
  feeOf,
  isLiquidated,
  isolatedRisk,
  liquidationPrice,
  maintenanceOf,
  marginOf,
  marginPart,
  costsOf,
  netResult,
  openPrice,
  overnightCharge,
  resultAt,
  riskRate,
} from '#domain/futures/position'
import { type FuturesTerms, checkSize, checkStops, stepValueOf, notionalOf } from '#domain/futures/terms'

type Held = PositionNumbers & { readonly symbol: string }

/** BTC-USDT: a step is 0.1 USDT, a lot 0.001 BTC; half a spread is 0.02% of the price. */
const TERMS = {
  version: '1',
  priceDecimals: 1,
  stepValue: stepValueOf(100_000n, 1, 6),
  spread: rate(40_000n),
  fee: rate(50_000n),
  overnight: rate(20_000n),
  liquidationFee: rate(50_000n),
}
const usdt = (text: string): Amount => {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + decimals.padEnd(6, '0'))
  return amount(text.startsWith('-') ? -units : units)
}
const position = (differs: Partial<Held> = {}): Held => ({
  symbol: 'BTC-USDT',
  direction: 'long',
  mode: 'isolated',
  lots: 100,
  openSteps: 600_120,
  margin: usdt('600.12'),
  maintenanceRate: rate(500_000n),
  terms: TERMS,
  ...differs,
})

describe('a position of 100 lots of 0.001 BTC', () => {
  test('opens at the index price and half a spread, against its user', () => {
    expect(openPrice(TERMS, 'long', 600_000)).toBe(600_120)
    expect(openPrice(TERMS, 'short', 600_000)).toBe(599_880)
    expect(closePrice(TERMS, 'long', 600_000)).toBe(599_880)
    // 60,012 × 0.1 BTC
    expect(notionalOf(TERMS, 600_120, 100)).toBe(usdt('6001.2'))
  })

  test('needs its worth over the leverage, rounded up, and a fee', () => {
    expect(marginOf(usdt('6001.2'), 10)).toBe(usdt('600.12'))
    expect(marginOf(amount(10n), 3)).toBe(4n)
    expect(feeOf(usdt('6001.2'), TERMS.fee)).toBe(usdt('3.0006'))
  })

  test('wins and loses by the price that it would close at', () => {
    expect(resultAt(position(), 600_000)).toBe(usdt('-2.4'))
    // Closes at 60,600 less 12.12 (spread, rounded up to 12.2): 60,587.8 against 60,012.
    expect(resultAt(position(), 606_000)).toBe(usdt('57.58'))
    expect(resultAt(position({ direction: 'short', openSteps: 599_880 }), 600_000)).toBe(usdt('-2.4'))
  })

  test('pays for a midnight by its worth at that midnight', () => {
    expect(overnightCharge({ terms: TERMS, lots: 100 }, 600_000)).toBe(usdt('1.2'))
  })

  test('gives back its margin in parts that add up', () => {
    const parts = [marginPart(usdt('0.000007'), 1, 3), marginPart(amount(4n), 1, 2), amount(2n)]
    expect(parts).toEqual([3n, 2n, 2n])
  })

  test('is liquidated at the very price that is shown', () => {
    for (const direction of ['long', 'short'] as const)
      for (const margin of ['60.12', '120', '600.12', '3000']) {
        const held = position({ direction, margin: usdt(margin), openSteps: direction === 'long' ? 600_120 : 599_880 })
        const facts = { available: amount(0n), positions: [held], index: () => 600_000 }
        const shown = liquidationPrice(held, facts) ?? 0
        const safer = shown + (direction === 'long' ? 1 : -1)
        expect(isLiquidated(isolatedRisk(held, shown))).toBe(true)
        expect(isLiquidated(isolatedRisk(held, safer))).toBe(false)
      }
  })

  test('that nothing can bring down has no such price', () => {
    const held = position({ margin: usdt('7000') })
    expect(liquidationPrice(held, { available: amount(0n), positions: [held], index: () => 600_000 })).toBeNull()
  })
})

describe('cross positions', () => {
  test('that are hedged have one liquidation price, both of them, wherever it lies', () => {
    for (const longLots of [50, 100]) {
      const long = position({
        mode: 'cross',
        direction: 'long',
        lots: longLots,
        margin: usdt('600'),
        openSteps: 600_120,
      })
      const short = position({ mode: 'cross', direction: 'short', lots: 100, margin: usdt('600'), openSteps: 599_880 })
      const facts = { available: usdt('100000'), positions: [long, short], index: () => 600_000 }
      const [shown, other] = [long, short].map((each) => liquidationPrice(each, facts) ?? 0)
      // Half a spread of each side grows with the price, so that even an equal hedge has an end, far above.
      expect(shown).toBeGreaterThan(600_000)
      expect(other).toBe(shown)
      const at = (steps: number) => isLiquidated(crossRisk(facts.available, facts.positions, () => steps))
      expect([at(shown ?? 0), at((shown ?? 0) - 1)]).toEqual([true, false])
    }
  })

  test('stand together: equity is balance, margins and results', () => {
    const long = position({ mode: 'cross' })
    const risk = crossRisk(usdt('100'), [long], () => 600_000)
    expect(risk.equity).toBe(usdt('697.72'))
    expect(risk.maintenance).toBe(maintenanceOf(long))
    // 697.72 / 600.12
    expect(riskRate(risk)).toBe(116_263_413n)
    expect(riskRate({ equity: amount(1n), margins: amount(0n) })).toBeNull()
  })

  test('are in no danger while every price is inside its band, whatever the prices are together', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 300; round += 1) {
      const symbols = ['A', 'B', 'C'].slice(0, 1 + random(3))
      const positions = symbols.flatMap((symbol) =>
        Array.from({ length: 1 + random(3) }, () =>
          position({
            symbol,
            mode: 'cross',
            direction: random(2) === 0 ? 'long' : 'short',
            lots: 1 + random(200),
            openSteps: 590_000 + random(20_000),
            margin: amount(BigInt(random(500_000_000))),
          }),
        ),
      )
      const now = () => 600_000
      const { equity, maintenance } = crossRisk(usdt('500'), positions, now)
      if (equity <= maintenance) continue
      const share = amount((equity - maintenance) / BigInt(symbols.length))
      const bands = new Map(
        symbols.map((symbol) => [
          symbol,
          crossBand(
            positions.filter((each) => each.symbol === symbol),
            600_000,
            share,
          ),
        ]),
      )
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const prices = new Map(
          symbols.map((symbol) => {
            const { low, high } = bands.get(symbol) ?? { low: null, high: null }
            const [from, to] = [(low ?? 300_000) + 1, (high ?? 900_000) - 1]
            if (from > to) return [symbol, 600_000] as const
            return [symbol, random(3) === 0 ? from : random(2) === 0 ? to : from + random(to - from + 1)] as const
          }),
        )
        const risk = crossRisk(usdt('500'), positions, (symbol) => prices.get(symbol) ?? 0)
        const isMoved = [...prices.values()].some((steps) => steps !== 600_000)
        if (isMoved) expect(isLiquidated(risk)).toBe(false)
      }
    }
  })
})

describe('terms', () => {
  const terms: FuturesTerms = {
    ...TERMS,
    symbol: 'BTC-USDT',
    lotSize: 100_000n,
    quote: { id: 3, code: 'USDT', scale: 6 },
    leverages: [1, 5, 20, 100],
    lotsMin: 1,
    lotsMax: 50_000,
    tiers: [
      { upTo: usdt('50000'), maintenance: rate(500_000n), leverageMax: 100 },
      { upTo: usdt('250000'), maintenance: rate(1_000_000n), leverageMax: 20 },
    ],
    exposureMax: usdt('1000000'),
    isOpen: true,
  }

  test.each([
    [{ lots: 0, leverage: 5 }, 'futures_lots_out_of_bounds'],
    [{ lots: -1, leverage: 5 }, 'futures_lots_out_of_bounds'],
    [{ lots: 1.5, leverage: 5 }, 'futures_lots_out_of_bounds'],
    [{ lots: 50_001, leverage: 5 }, 'futures_lots_out_of_bounds'],
    [{ lots: 10, leverage: 7 }, 'futures_leverage_not_offered'],
    [{ lots: 1_000, leverage: 100 }, 'futures_leverage_above_tier'],
    [{ lots: 5_000, leverage: 5 }, 'futures_lots_out_of_bounds'],
  ])('refuse %o', (size, code) => {
    expect(checkSize(terms, size, 600_000)).toMatchObject({ ok: false, refusal: { code } })
  })

  test('find the tier of a size', () => {
    expect(checkSize(terms, { lots: 100, leverage: 100 }, 600_000)).toMatchObject({
      ok: true,
      value: { leverageMax: 100 },
    })
    expect(checkSize(terms, { lots: 1_000, leverage: 20 }, 600_000)).toMatchObject({
      ok: true,
      value: { leverageMax: 20 },
    })
  })

  test('want stops on their side of the opening and of the price now', () => {
    const check = (direction: 'long' | 'short', takeProfit: number | null, stopLoss: number | null) => {
      const outcome = checkStops(TERMS, direction, { takeProfit, stopLoss }, [600_000, 610_000])
      return outcome.ok ? 'ok' : outcome.refusal.code
    }
    expect(check('long', 620_000, 590_000)).toBe('ok')
    expect(check('long', 605_000, null)).toBe('futures_take_profit_too_low')
    expect(check('long', null, 605_000)).toBe('futures_stop_loss_too_high')
    expect(check('short', 590_000, 620_000)).toBe('ok')
    expect(check('short', 600_000, null)).toBe('futures_take_profit_too_high')
    expect(check('short', null, 610_000)).toBe('futures_stop_loss_too_low')
  })
})

test('what a position brought in all is after its fees, and with what the insurance bore', () => {
  const numbers = {
    realised: amount(-120n),
    fee: amount(3n),
    overnightPaid: amount(2n),
    liquidationFees: amount(0n),
    insured: amount(0n),
  }
  expect(costsOf(numbers)).toBe(5n)
  expect(netResult(numbers)).toBe(-125n)
  const liquidated = { ...numbers, liquidationFees: amount(4n), insured: amount(20n) }
  expect(costsOf(liquidated)).toBe(9n)
  expect(netResult(liquidated)).toBe(-109n)
})
