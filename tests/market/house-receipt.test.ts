// Prices of the house at the edges of its settings, and the receipt of its trades: what is right, and each way in which one may be wrong.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { indexTicksOf, quoteAround } from '#domain/house/quotes'
import {
  HOUSE_TRADES,
  type HouseBasis,
  type HouseTrade,
  TRADE_RECEIPT_NAME,
  houseReceipt,
  tradeReceiptName,
  wordsOfHouse,
} from '#domain/house/receipt'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { HOUSE_ON } from './btc-usdt'

/** 60,000.0: half the spread is 300 ticks, a step 300. */
const INDEX = 600_000
const ALL = 100_000_000

describe('the house’s quotes', () => {
  test('end where its inventory is full: the last level is cut, and there is none behind it', () => {
    // 12,000 lots are left to buy: the first level of 10,000, and 2,000 of the second. The whole skew is half the spread.
    const nearlyFull = quoteAround(HOUSE_ON, INDEX, BigInt(ALL - 12_000))
    expect(nearlyFull.bids).toEqual([
      [599_400, 10_000],
      [599_100, 2_000],
    ])
    expect(nearlyFull).toMatchObject({ buyLotsMax: 12_000, sellLotsMax: 2 * ALL - 12_000 })
    expect(nearlyFull.asks.map(([ticks]) => ticks)).toEqual([600_000, 600_300, 600_600])
    expect(quoteAround(HOUSE_ON, INDEX, BigInt(ALL - 10_000)).bids).toEqual([[599_400, 10_000]])
    for (const inventory of [ALL, ALL + 5])
      expect(quoteAround(HOUSE_ON, INDEX, BigInt(inventory))).toMatchObject({ bids: [], buyLotsMax: 0 })
    expect(quoteAround(HOUSE_ON, INDEX, BigInt(-ALL))).toMatchObject({ asks: [], sellLotsMax: 0 })
  })

  test('take what the index has crossed, also where the skew moved the nearest quote away', () => {
    expect(quoteAround(HOUSE_ON, INDEX, 1_000_000n)).toMatchObject({ takeBuysFrom: 600_000, takeSellsTo: 599_700 })
    expect(quoteAround(HOUSE_ON, INDEX, -1_000_000n)).toMatchObject({ takeBuysFrom: 600_300, takeSellsTo: 600_000 })
    // Without a quote on a side, half the spread decides.
    expect(quoteAround(HOUSE_ON, INDEX, BigInt(ALL)).takeSellsTo).toBe(599_700)
    expect(quoteAround(HOUSE_ON, INDEX, BigInt(-ALL)).takeBuysFrom).toBe(600_300)
  })

  test('take no sale where half the spread is the whole price', () => {
    const plain = { ...HOUSE_ON, spread: rate(0n), levelStep: rate(0n), levels: 1 }
    expect(quoteAround(plain, 1, 0n)).toMatchObject({ bids: [], asks: [[2, 10_000]], takeSellsTo: 0, takeBuysFrom: 2 })
    // A full inventory brings its ask down to the index.
    expect(quoteAround(plain, 1, 1_000_000n).asks).toEqual([[1, 10_000]])
    expect(quoteAround(plain, 2, 0n)).toMatchObject({ bids: [[1, 10_000]], asks: [[3, 10_000]], takeSellsTo: 1 })
  })

  test('lie a tick apart where spread and step are nothing', () => {
    const plain = { ...HOUSE_ON, spread: rate(0n), levelStep: rate(0n) }
    expect(quoteAround(plain, INDEX, 0n).bids.map(([ticks]) => ticks)).toEqual([599_999, 599_998, 599_997])
  })

  test('without levels are none, and half the spread decides what is crossed', () => {
    const none = quoteAround({ ...HOUSE_ON, levels: 0 }, INDEX, 0n)
    expect(none).toMatchObject({ bids: [], asks: [], takeBuysFrom: 600_300, takeSellsTo: 599_700 })
  })

  test('grow by half of the first with each level, rounded down, and are one lot at least', () => {
    const sizes = (size: number) =>
      quoteAround({ ...HOUSE_ON, size: lots(size) }, INDEX, 0n).asks.map(([, each]) => each)
    expect(sizes(3)).toEqual([3, 4, 6])
    expect(sizes(1)).toEqual([1, 1, 2])
    expect(sizes(0)).toEqual([1, 1, 1])
  })

  test('stay where they are without a bound of skew, and never count beyond what is counted exactly', () => {
    const flat = { ...HOUSE_ON, inventoryAtFullSkew: lots(0) }
    expect(quoteAround(flat, INDEX, 1_000_000n).bids[0]).toEqual([599_700, 10_000])
    const owed = quoteAround(HOUSE_ON, INDEX, -(10n ** 17n))
    expect(owed.buyLotsMax).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('follow the tick nearest to the index price, ties to the even one', () => {
    const grid = { tickSteps: 1, priceDecimals: 1 }
    const ticks = (price: string, differs = {}) => indexTicksOf({ ...grid, ...differs }, price)
    expect(['60000', '60000.05', '60000.15', '60000.16'].map((price) => ticks(price))).toEqual([
      600_000, 600_000, 600_002, 600_002,
    ])
    // Half a dollar a tick: 60,000.25 lies between 120,000 and 120,001.
    expect([ticks('60000.25', { tickSteps: 5 }), ticks('60000.26', { tickSteps: 5 })]).toEqual([120_000, 120_001])
    expect([ticks('0.05'), ticks('0.06'), ticks('none')]).toEqual([null, 1, null])
    // The largest is 2^53 - 1 over 1,024, rounded down.
    expect([ticks('879609302220.7'), ticks('879609302220.8')]).toEqual([8_796_093_022_207, null])
  })
})

const TICK = {
  ...{ symbol: 'BTC-USDT', seq: 4, at: 1_000, price: '60000', source: 'simulated' },
  ...{ previousHash: '0'.repeat(64), hash: 'a'.repeat(64) },
}
const BASIS: HouseBasis = {
  ...{ way: 'quoted', tick: TICK, house: wordsOfHouse(HOUSE_ON), inventory: '0' },
  pair: { symbol: 'BTC-USDT', priceDecimals: 1, tickSteps: 1, quantityDecimals: 5 },
}
const buy = (differs: Partial<HouseTrade> = {}): HouseTrade => ({
  ...{ no: 7, side: 'buy', ticks: 599_700, lots: 10_000, from: 1_000 },
  ...differs,
})
const sale = (differs: Partial<HouseTrade> = {}) => buy({ side: 'sell', ticks: 600_300, ...differs })
const problems = (trades: readonly HouseTrade[], basis: Partial<HouseBasis> = {}, at = 1_000) =>
  HOUSE_TRADES.check(houseReceipt({ ...BASIS, ...basis }, at, trades), { sha256: () => '' } as never)

describe('a receipt of the house’s trades', () => {
  test('holds the tick, the settings and the trades, and nothing else of them', () => {
    const told = { ...TICK, more: 1 }
    expect(houseReceipt({ ...BASIS, tick: told }, 1_005, [buy()])).toEqual({
      ...{ rule: 'house-1', at: 1_005, ticks: [TICK], way: 'quoted', pair: BASIS.pair, inventory: '0' },
      house: {
        ...{ spread: '100000', levelStep: '50000', levels: 3, size: 10_000 },
        ...{ inventoryAtFullSkew: 1_000_000, inventoryMax: ALL },
      },
      trades: [buy()],
    })
  })

  test('is right with trades at its quotes, up to what was quoted at a price', () => {
    expect(problems([buy()])).toEqual([])
    expect(problems([sale(), buy({ no: 8 })])).toEqual([])
    expect(
      problems([buy({ lots: 6_000 }), buy({ no: 8, lots: 4_000 }), buy({ no: 9, ticks: 599_400, lots: 15_000 })]),
    ).toEqual([])
    expect(problems([buy({ lots: 6_000 }), buy({ no: 8, lots: 4_001 })])).toEqual([
      'trade 8 is of more than the house quoted at 599700',
    ])
    expect(problems([buy({ ticks: 600_300 })])).toEqual(['trade 7 is at 600300, where the house quoted nothing'])
  })

  test.each<[string, readonly HouseTrade[], number]>([
    ['it is from before its tick', [buy()], 999],
    ['it holds no trade', [], 1_000],
    ['trade 7 is not in order', [buy({ lots: 1 }), buy({ lots: 1 })], 1_000],
    ['trade 0 is not in order', [buy({ no: 0 })], 1_000],
    ['trade 7 trades nothing', [buy({ lots: 0 })], 1_000],
    ['trade 7 was not made by a tick from its order on', [buy({ from: 1_001 })], 1_000],
    ['trade 7 was not made by a tick from its order on', [buy({ from: null })], 1_000],
  ])('is wrong: %s', (problem, trades, at) => expect(problems(trades, {}, at)).toEqual([problem]))

  test('may be of a tick from after its order', () => expect(problems([buy({ from: 999 })])).toEqual([]))

  test('is of the pair that its tick is of', () => {
    const wrong = ['its tick is not that of its pair']
    expect(problems([buy()], { tick: { ...TICK, symbol: 'ETH-USDT' } })).toEqual(wrong)
    expect(HOUSE_TRADES.check({ ...houseReceipt(BASIS, 1_000, [buy()]), ticks: [] }, {} as never)).toEqual(wrong)
  })

  test('has settings within their bounds, and a price of its pair', () => {
    const settings = (house: Partial<HouseBasis['house']>, trade = buy()) =>
      problems([trade], { house: { ...BASIS.house, ...house } })
    const wrong = ['its settings are not those of a pair']
    expect([settings({ levels: 100 }), settings({ levels: 101 })]).toEqual([[], wrong])
    // Half of a whole spread is half of the price.
    expect(settings({ spread: '100000000' }, buy({ ticks: 300_000 }))).toEqual([])
    expect(settings({ spread: '100000001' })).toEqual(wrong)
    expect([settings({ levelStep: '100000000' }), settings({ levelStep: '100000001' })]).toEqual([[], wrong])
    const grid = (pair: Partial<HouseBasis['pair']>, price = '60000', trade = buy()) =>
      problems([trade], { pair: { ...BASIS.pair, ...pair }, tick: { ...TICK, price } })
    expect([grid({ tickSteps: 0 }), grid({ priceDecimals: 19 })]).toEqual([wrong, wrong])
    // A millionth is 10^12 ticks of 18 decimals, and half the spread 5 x 10^8.
    expect(grid({ priceDecimals: 18 }, '0.000001', buy({ ticks: 999_500_000_000 }))).toEqual([])
    expect(grid({}, '0')).toEqual(['its price is none of its pair'])
  })

  test('of crossed orders has prices that the index has crossed, of orders that waited for none', () => {
    const crossed = (trades: readonly HouseTrade[], basis: Partial<HouseBasis> = {}) =>
      problems(
        trades.map((trade) => ({ ...trade, from: null })),
        { ...basis, way: 'crossed' },
      )
    expect(crossed([buy(), sale({ no: 8 })])).toEqual([])
    expect(crossed([buy({ ticks: 599_000 }), sale({ no: 8, ticks: 601_000 })])).toEqual([])
    expect(crossed([buy({ ticks: 599_701 })])).toEqual(['trade 7 is at 599701, which the index price has not crossed'])
    expect(crossed([sale({ ticks: 600_299 })])).toEqual(['trade 7 is at 600299, which the index price has not crossed'])
    expect(problems([buy()], { way: 'crossed' })).toEqual(['trade 7 was not made by a tick from its order on'])
  })

  test('of crossed orders stays within what the house may hold, on each side', () => {
    const trade = (no: number, side: 'buy' | 'sell', traded: number) => ({
      ...{ no, side, ticks: side === 'buy' ? 599_000 : 601_000, lots: traded, from: null },
    })
    const of = (inventory: string, ...trades: HouseTrade[]) => problems(trades, { way: 'crossed', inventory })
    const beyond = ['trade 8 is of more than the house may hold']
    const nearlyFull = String(ALL - 10)
    expect(of(nearlyFull, trade(7, 'buy', 6), trade(8, 'buy', 4), trade(9, 'sell', 500))).toEqual([])
    expect(of(nearlyFull, trade(7, 'buy', 6), trade(8, 'buy', 5))).toEqual(beyond)
    expect(of(`-${nearlyFull}`, trade(7, 'sell', 6), trade(8, 'sell', 4), trade(9, 'buy', 500))).toEqual([])
    expect(of(`-${nearlyFull}`, trade(7, 'sell', 6), trade(8, 'sell', 5))).toEqual(beyond)
  })

  test('is written as its rule says', () => {
    const is = (differs: object) => v.is(HOUSE_TRADES.shape, { ...houseReceipt(BASIS, 1_000, [buy()]), ...differs })
    expect([is({}), is({ way: 'crossed' }), is({ inventory: '-5' }), is({ trades: [buy({ from: null })] })]).toEqual([
      ...[true, true, true, true],
    ])
    const trades = (count: number) => Array.from({ length: count }, () => sale())
    expect([is({ trades: trades(1_000) }), is({ trades: trades(1_001) })]).toEqual([true, false])
    for (const wrong of [
      ...[{ rule: 'house-2' }, { more: 1 }, { way: 'taken' }, { ticks: [TICK, TICK] }, { at: -1 }, { inventory: 5 }],
      ...[{ trades: [{ ...buy(), side: 'both' }] }, { trades: [{ ...buy(), more: 1 }] }],
      ...[{ pair: { ...BASIS.pair, more: 1 } }, { house: { ...BASIS.house, spread: 5 } }],
      ...[{ house: { ...BASIS.house, size: '5' } }, { pair: { ...BASIS.pair, symbol: '' } }],
    ])
      expect(is(wrong), JSON.stringify(wrong)).toBe(false)
  })
})

test('a trade’s receipt is found by its pair and number', () => {
  expect(tradeReceiptName('BTC-USDT', 7)).toBe('trade-BTC-USDT-7')
  expect(TRADE_RECEIPT_NAME.exec('trade-BTC-USDT-70')?.slice(1)).toEqual(['BTC-USDT', '70'])
  const [most, digits] = ['X'.repeat(20), '123456789012345']
  expect(TRADE_RECEIPT_NAME.test(`trade-${most}-${most}-${digits}`)).toBe(true)
  for (const wrong of [
    ...['trade-BTC-USDT-0', 'trade-BTC-USDT-', 'trade-BTC-USDT-7x', ' trade-BTC-USDT-7', 'trade-btc-USDT-7'],
    ...['trade--USDT-7', 'trade-BTC--7', 'trade-BTC-USDT-a1', `trade-${most}X-USDT-7`, `trade-BTC-${most}X-7`],
    ...[`trade-BTC-USDT-${digits}6`, 'trade-BTC-us-7', 'trade-BTC-USDT-1a'],
  ])
    expect(TRADE_RECEIPT_NAME.test(wrong), wrong).toBe(false)
})
