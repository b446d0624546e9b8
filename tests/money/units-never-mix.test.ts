// Lines that must not compile: ticks, lots, amounts and rates are different things. The compiler is the test; `npm run types` runs it.

import { expectTypeOf, test } from 'vitest'
import { type Amount, add, amount } from '#domain/money/amount'
import { type Lots, type PairGrid, type Ticks, lots, notional, ticks } from '#domain/money/price'
import { type Rate, applyRateUp, rate } from '#domain/money/rate'
import type { Store } from '#party/lib/store'

declare const grid: PairGrid
declare const store: Store

/** Never called: only type-checked. */
export function mistakes(price: Ticks, quantity: Lots, value: Amount, fee: Rate): void {
  // @ts-expect-error a quantity is not a price, nor a price a quantity
  notional(grid, quantity, price)
  // @ts-expect-error a plain number is neither
  notional(grid, 5, quantity)
  // @ts-expect-error a rate is not an amount
  add(value, fee)
  // @ts-expect-error an amount is not a rate
  applyRateUp(value, value)
  // @ts-expect-error a plain bigint has no unit
  add(value, 5n)
  // @ts-expect-error ticks are no amount
  add(value, price)
  // @ts-expect-error a transaction cannot wait
  void store.runInTransaction(async () => Promise.resolve(1))
  // @ts-expect-error money cannot be bound as a bigint
  store.run('SELECT ?', value)
}

test('Each unit has its own type', () => {
  expectTypeOf(amount(1n)).toEqualTypeOf<Amount>()
  expectTypeOf(rate(1n)).not.toMatchTypeOf<Amount>()
  expectTypeOf(ticks(1)).not.toMatchTypeOf<Lots>()
  expectTypeOf(lots(1)).not.toMatchTypeOf<Ticks>()
})
