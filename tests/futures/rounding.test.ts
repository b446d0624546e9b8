// Rounding of futures over random numbers: splitting a position, or the time of a close, never gains anything.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingOf, feeOf, marginOf, openPrice, overnightCharge, resultAt } from '#domain/futures/position'
import { readTerms, notionalOf } from '#domain/futures/terms'
import { type Amount, ZERO, add, amount, total } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

const steps = fc.integer({ min: 1, max: 5_000_000 })
const direction = fc.constantFrom('long' as const, 'short' as const)
const parts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 })
const rateText = fc.bigInt(0n, 5_000_000n).map(String)
const terms = fc
  .record({ stepValue: fc.bigInt(1n, 1_000_000n).map(String), spread: rateText, fee: rateText, overnight: rateText })
  .map((numbers) => readTerms({ version: 'v', priceDecimals: 1, liquidationFee: '0', ...numbers }))
const sumOf = (lots: readonly number[]) => lots.reduce((sum, each) => sum + each, 0)

/** Rounded up separately, the parts sum to at least the whole, and to less than one unit more per part. */
function expectRoundedUp(whole: Amount, cut: readonly Amount[]): void {
  const all = total(cut)
  expect(all >= whole && all < add(whole, amount(BigInt(cut.length)))).toBe(true)
}

describe('a position that is cut into parts', () => {
  test('pays no less for a midnight, for its opening, and needs no less margin', () => {
    fc.assert(
      fc.property(terms, steps, parts, fc.integer({ min: 1, max: 100 }), (held, index, lots, leverage) => {
        const worth = (count: number) => notionalOf(held, index, count)
        const costs: readonly ((count: number) => Amount)[] = [
          (count) => overnightCharge({ terms: held, lots: count }, index),
          (count) => feeOf(worth(count), held.fee),
          (count) => marginOf(worth(count), leverage),
        ]
        for (const cost of costs) expectRoundedUp(cost(sumOf(lots)), lots.map(cost))
      }),
    )
  })

  test('wins or loses exactly the same, and its margin is given back or lost to the unit', () => {
    fc.assert(
      fc.property(
        terms,
        direction,
        steps,
        steps,
        parts,
        fc.bigInt(0n, 10n ** 12n),
        (held, side, open, index, cut, margin) => {
          const numbers = {
            direction: side,
            mode: 'isolated',
            openSteps: open,
            terms: held,
            maintenanceRate: rate(0n),
          } as const
          let [left, marginLeft, won, freed] = [sumOf(cut), amount(margin), ZERO, ZERO]
          for (const lots of cut) {
            const position = { ...numbers, lots: left, margin: marginLeft }
            const closing = closingOf(position, index, lots)
            const part = amount((marginLeft * BigInt(lots) + BigInt(left) - 1n) / BigInt(left))
            const lost = closing.result < 0n ? -closing.result : 0n
            expect(closing.freed).toBe(lost < part ? part - lost : 0n)
            won = add(won, closing.result)
            freed = add(freed, closing.freed)
            marginLeft = amount(marginLeft - part)
            left -= lots
          }
          expect(marginLeft).toBe(0n)
          expect(won).toBe(resultAt({ ...numbers, lots: sumOf(cut), margin: amount(margin) }, index))
          expect(freed <= margin).toBe(true)
        },
      ),
    )
  })

  test('that opens and closes at one index price never wins', () => {
    fc.assert(
      fc.property(terms, direction, steps, parts, (held, side, index, cut) => {
        const openSteps = openPrice(held, side, index)
        const position = { direction: side, mode: 'cross', lots: sumOf(cut), margin: ZERO, terms: held } as const
        // Half a spread can't be deducted from a price of one tick: it stays at the minimum.
        expect(resultAt({ ...position, openSteps, maintenanceRate: rate(0n) }, index) <= 0n).toBe(true)
      }),
    )
  })
})
