// Receipts of overnight charges: each condition is met exactly, and missed by one.

import { describe, expect, test } from 'vitest'
import { OVERNIGHT, type OvernightReceipt } from '#domain/futures/overnight-receipt'
import { malformedIn } from '#domain/published-forms'
import { firstTicksOf } from '#domain/receipt'
import { HASHING } from '../kit/hashing'

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')
const HASH = '0'.repeat(64)
const tick = (at: number, symbol = 'BTC-USDT', price = '60000.0') => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: HASH, hash: HASH },
})

/** 100 lots of 0.001 BTC are worth 6,000 dollars at 60,000, of which 0.02 % are 1.2. */
const CHARGED: OvernightReceipt = {
  ...{ rule: 'futures-overnight-1', at: MIDNIGHT + 300, ticks: [tick(MIDNIGHT + 300)], midnight: MIDNIGHT },
  ...{ due: '1200000', paid: '1200000', by: 'midnight' },
  position: { no: 1, symbol: 'BTC-USDT', lots: 100, priceDecimals: 1, stepValue: '100', overnight: '20000' },
}
/** At a liquidation by another symbol's tick, by the price in force from before midnight. */
const LIQUIDATED: OvernightReceipt = {
  ...CHARGED,
  ...{ by: 'liquidation', at: MIDNIGHT + 100, ticks: [tick(MIDNIGHT - 700)] },
}
const problems = (differs: Partial<OvernightReceipt>, of = CHARGED) => OVERNIGHT.check({ ...of, ...differs }, HASHING)

describe('a charge', () => {
  test('is that of the position at the first tick from midnight, or at the price in force', () => {
    expect([problems({}), problems({}, LIQUIDATED)]).toEqual([[], []])
    expect([firstTicksOf(CHARGED), firstTicksOf(LIQUIDATED)]).toEqual([[MIDNIGHT], []])
    expect([CHARGED, LIQUIDATED].map((each) => malformedIn(OVERNIGHT.shape, each))).toEqual([[], []])
    expect(malformedIn(OVERNIGHT.shape, { ...CHARGED, by: 'chance' })).toEqual([
      'it is not written as its rule says: by',
    ])
  })

  test('is of a tick of the symbol, at the time that the receipt says', () => {
    expect(problems({ ticks: [] })).toEqual(['there is no tick'])
    expect(problems({ ticks: [tick(MIDNIGHT + 300, 'ETH-USDT')] })).toEqual(['the tick is of another symbol'])
    const said = ['the tick is not of the time that the receipt says']
    expect([problems({ at: MIDNIGHT + 301 }), problems({ at: MIDNIGHT + 299 })]).toEqual([said, said])
    expect(problems({ ticks: [tick(MIDNIGHT + 100)] }, LIQUIDATED)).toEqual([])
    expect(problems({ ticks: [tick(MIDNIGHT + 101)] }, LIQUIDATED)).toEqual(said)
  })

  test('is made from midnight on', () => {
    expect(problems({ midnight: MIDNIGHT + 1 })).toEqual(['it is charged at no midnight'])
    expect(problems({ at: MIDNIGHT, ticks: [tick(MIDNIGHT)] })).toEqual([])
    expect(problems({ at: MIDNIGHT - 1 }, LIQUIDATED)).toEqual(['it was charged before midnight'])
  })

  test('is the rate on the worth, and paid at most', () => {
    expect(problems({ due: '1200001' })).toEqual(['the charge is 1200001 and should be 1200000'])
    expect(problems({ paid: '1200001' })).toEqual(['more was paid than the charge'])
    expect(problems({ paid: '0' })).toEqual([])
    // A price that is none is worth nothing.
    expect(problems({ ticks: [tick(MIDNIGHT + 300, 'BTC-USDT', 'none')] })).toEqual([
      'the charge is 1200000 and should be 0',
    ])
  })
})
