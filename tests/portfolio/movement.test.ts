// What entries move among the places of a user's money, and how movements add up in a period.

import { expect, test } from 'vitest'
import type { BillReason } from '#domain/bill-reason'
import { amount } from '#domain/money/amount'
import { type PostedEntry, addMovements, movementsOf, stepStart } from '#domain/portfolio/movement'

const [BTC, USDT] = [1, 3]

test('a wallet moves by its bill, for the reason of the bill', () => {
  const entry: PostedEntry = {
    ...{ reason: 'spot_fill', ref: 'order:1', at: 0, lines: [] },
    bills: [
      { wallet: 'change', assetId: BTC, reason: 'spot_fill', value: amount(10n) },
      { wallet: 'lever', assetId: USDT, reason: 'spot_fee', value: amount(-1n) },
    ],
  }
  expect(movementsOf(entry)).toEqual([
    { place: 'change', assetId: BTC, reason: 'spot_fill', amount: 10n },
    { place: 'lever', assetId: USDT, reason: 'spot_fee', amount: -1n },
  ])
})

test.each<[string, BillReason, ReturnType<typeof movementsOf>]>([
  ['@nft_margin', 'nft_payment', [{ place: 'auctions', assetId: USDT, reason: 'nft_payment', amount: amount(7n) }]],
  ['@house:loan', 'loan_credit', [{ place: 'debt', assetId: USDT, reason: 'loan_credit', amount: amount(7n) }]],
  // Interest that is due is owed.
  ['@house:loan_due', 'loan_repaid', [{ place: 'debt', assetId: USDT, reason: 'loan_repaid', amount: amount(7n) }]],
  ['@house:loan_interest', 'loan_interest', []],
  ['change', 'transfer', []],
])('a line of %s for %s moves what is outside the wallets', (account, reason, moved) => {
  const lines = [{ account, assetId: USDT, amount: amount(7n) }]
  expect(movementsOf({ reason, ref: '', at: 0, lines, bills: [] })).toEqual(moved)
})

test('a period starts with its hour, its day or its month, all of them at zero, and an instant is its own', () => {
  const at = Date.parse('2026-11-25T13:45:59Z')
  const starts = (['hour', 'day', 'month'] as const).map((step) => new Date(stepStart(step, at)).toISOString())
  expect(starts).toEqual(['2026-11-25T13:00:00.000Z', '2026-11-25T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
  expect(stepStart('all', at)).toBe(0)
  expect(stepStart('instant', at)).toBe(at)
})

test('a period has a line for each place, asset and reason, with what came and what went apart', () => {
  const move = (units: bigint, reason: BillReason = 'spot_fill', assetId = BTC) =>
    ({ place: 'change', assetId, reason, amount: amount(units) }) as const
  const before = addMovements([], [move(10n), move(-4n), move(0n, 'deposit')])
  expect(before).toEqual([['change', BTC, 'spot_fill', '10', '4']])
  expect(addMovements(before, [move(1n), move(-2n), move(5n, 'spot_fee'), move(3n, 'spot_fill', USDT)])).toEqual([
    ['change', BTC, 'spot_fill', '11', '6'],
    ['change', BTC, 'spot_fee', '5', '0'],
    ['change', USDT, 'spot_fill', '3', '0'],
  ])
})
