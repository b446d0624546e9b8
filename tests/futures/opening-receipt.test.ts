// Receipts of openings: of what the tick, the order and its price are refused, and their published form.

import { describe, expect, test } from 'vitest'
import { OPENING, OPENING_RULE, type OpeningReceipt } from '#domain/futures/opening-receipt'
import { FUTURES_RULE } from '#domain/futures/receipt'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { malformedIn } from '#domain/published-forms'
import { firstTicksOf } from '#domain/receipt'
import { HASHING } from '../kit/hashing'

const AT = 1_800_000_000_000
const HASH = '0'.repeat(64)
const tick = (symbol = 'BTC-USDT') => ({
  ...{ symbol, seq: 1, at: AT, price: '60000.0', source: 'test', previousHash: HASH, hash: HASH },
})

/** 100 lots of 0.001 BTC at 60,012.0, half a spread of 0.02 % above 60,000: 6,001.2 dollars, a tenth of them the margin, 0.05 % the fee. */
const LONG: OpeningReceipt = {
  ...{ rule: 'futures-open-1', at: AT, ticks: [tick()], price: 600_120, margin: '600120000', fee: '3000600' },
  order: {
    ...{ no: 1, symbol: 'BTC-USDT', direction: 'long', kind: 'market', lots: 100, leverage: 10 },
    ...{ entrySteps: null, worstSteps: 600_120, priceDecimals: 1, stepValue: '100' },
    ...{ spread: '40000', feeRate: '50000', acceptedAt: AT },
  },
}
/** At 59,988.0: 5,998.8 dollars. */
const SHORT: OpeningReceipt = {
  ...{ ...LONG, price: 599_880, margin: '599880000', fee: '2999400' },
  order: { ...LONG.order, direction: 'short', worstSteps: 599_880 },
}
const problems = (differs: Partial<OpeningReceipt>, of = LONG) => OPENING.check({ ...of, ...differs }, HASHING)
const ofOrder = (differs: Partial<OpeningReceipt['order']>, of = LONG) =>
  problems({ order: { ...of.order, ...differs } }, of)

describe('an opening', () => {
  test('of each kind and direction has the published form', () => {
    const kinds = (['market', 'limit', 'stop'] as const).map((kind) => ({ ...LONG, order: { ...LONG.order, kind } }))
    for (const receipt of [...kinds, SHORT]) expect(malformedIn(OPENING.shape, receipt)).toEqual([])
    expect([OPENING_RULE, problems({}), problems({}, SHORT)]).toEqual(['futures-open-1', [], []])
    expect([FUTURES_RULE, FUTURES_WALLET]).toEqual(['futures-1', 'lever'])
  })

  test('at the market is that of the first tick from its acceptance on; another waits for its price', () => {
    expect(firstTicksOf(LONG)).toEqual([AT])
    expect(firstTicksOf({ ...LONG, order: { ...LONG.order, kind: 'limit', entrySteps: 600_120 } })).toEqual([])
    const said = ['a market order waits for no price']
    expect(ofOrder({ entrySteps: 600_000 })).toEqual(said)
    expect(ofOrder({ kind: 'limit' })).toEqual(said)
    expect(ofOrder({ kind: 'limit', entrySteps: 600_120 })).toEqual([])
  })

  test('has a tick of its symbol and its time, not from before the order', () => {
    expect(problems({ ticks: [] })).toEqual(['there is no tick'])
    expect(problems({ ticks: [tick('ETH-USDT')] })).toEqual(['the tick is of another symbol'])
    expect(problems({ at: AT + 1 })).toEqual(['the tick is not of the time that the receipt says'])
    expect(ofOrder({ acceptedAt: AT + 1 })).toEqual(['the tick is from before the order'])
    expect(ofOrder({ acceptedAt: AT - 1 })).toEqual([])
  })

  test('has lots and a leverage', () => {
    const said = ['an order has lots and a leverage']
    expect([ofOrder({ lots: 0 }), ofOrder({ leverage: 0 })]).toEqual([said, said])
  })

  test('is at the worst price that its order takes, and not a step beyond', () => {
    const said = ['the price is worse than the order takes']
    expect([ofOrder({ worstSteps: 600_119 }), ofOrder({ worstSteps: 599_881 }, SHORT)]).toEqual([said, said])
    expect([ofOrder({ worstSteps: 600_121 }), ofOrder({ worstSteps: 599_879 }, SHORT)]).toEqual([[], []])
  })
})
