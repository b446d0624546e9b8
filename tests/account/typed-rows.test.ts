// Lines that must not compile: rows of a room's tables have the names and types of the schema. The compiler runs this test.

import { expectTypeOf, test } from 'vitest'
import { type Amount, amount } from '#domain/money/amount'
import type { Lots, Ticks } from '#domain/money/price'
import { type bill, hold } from '#db/account/ledger'
import { type marketCommand, spotFill, spotOrder } from '#db/account/spot'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

declare const log: TurnLog
declare const store: Store

const HOLD = { ref: 'spot:1', wallet: 'change', assetId: 3, amount: amount(1n) } as const

/** Never called: only type-checked. */
export function mistakes(fill: RowOf<typeof spotFill>, text: string): void {
  log.put(hold, HOLD)
  // @ts-expect-error text is not an amount, nor an amount text: the two cannot change places
  log.put(hold, { ...HOLD, ref: HOLD.amount, amount: HOLD.ref })
  // @ts-expect-error an amount is not given as text
  log.put(hold, { ...HOLD, amount: text })
  // @ts-expect-error a plain bigint has no unit
  log.put(hold, { ...HOLD, amount: 1n })
  // @ts-expect-error a quantity is not a price, nor a price a quantity
  log.add(spotFill, { ...fill, ticks: fill.lots, lots: fill.ticks })
  // @ts-expect-error a wallet is one of the list
  log.put(hold, { ...HOLD, wallet: text })
  // @ts-expect-error every column has its value
  log.put(hold, { ref: 'spot:1', wallet: 'change', assetId: 3 })
  // @ts-expect-error no column but those of the schema
  log.put(hold, { ref: 'spot:1', wallet: 'change', assetId: 3, amount: amount(1n), note: text })
  // @ts-expect-error a row of one table is no row of another
  log.put(hold, fill)
  // @ts-expect-error the key is what the schema says
  log.remove(hold, { assetId: 3 })
  // @ts-expect-error values have no places, only names
  log.put(hold, 'spot:1', 'change', 3, amount(1n))
  // @ts-expect-error no column but those of the schema
  tableOf(hold).pick('ref', 'note')
  // @ts-expect-error what was not picked is not there
  void tableOf(hold).pick('ref').first(store)?.amount
  // @ts-expect-error a state is one of the list
  tableOf(spotOrder).update(store, { orderNo: 1 }, { state: text })
}

test('Rows have the brands of their schema', () => {
  expectTypeOf<RowOf<typeof hold>['amount']>().toEqualTypeOf<Amount>()
  expectTypeOf<RowOf<typeof bill>['before']>().toEqualTypeOf<Amount>()
  expectTypeOf<RowOf<typeof spotFill>['ticks']>().toEqualTypeOf<Ticks>()
  expectTypeOf<RowOf<typeof spotOrder>['amendLots']>().toEqualTypeOf<Lots | null>()
  expectTypeOf<RowOf<typeof spotOrder>['isPostOnly']>().toEqualTypeOf<boolean>()
  expectTypeOf<RowOf<typeof marketCommand>['seq']>().toEqualTypeOf<number>()
})
