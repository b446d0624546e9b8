// Availability check, exact to the unit, with messages in the asset's decimals.

import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'

const USDT = { code: 'USDT', scale: 6 }
const check = (available: bigint, needed: bigint) =>
  checkAvailable(USDT, { available: amount(available), needed: amount(needed) })

test.each([
  ['all of it', 1_000_000n, 1_000_000n],
  ['nothing of nothing', 0n, 0n],
  ['less than nothing, as what adds to it', 0n, -1n],
])('There is %s', (_, available, needed) => {
  expect(check(available, needed)).toEqual({ ok: true, value: null })
})

test('One unit too much is refused, with both amounts', () => {
  const facts = { asset: 'USDT', available: '400', needed: '400.000001' }
  expect(check(400_000_000n, 400_000_001n)).toEqual({ ok: false, refusal: { code: 'insufficient_available', facts } })
})
