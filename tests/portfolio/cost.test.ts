// Average cost and realized result, entry by entry, in figures small enough to be worked out beside each step.

import { beforeEach, describe, expect, test } from 'vitest'
import type { BillReason } from '#domain/bill-reason'
import { ZERO, amount } from '#domain/money/amount'
import { type CostFacts, type CostLine, type CostStore, applyCost } from '#domain/portfolio/cost'
import type { Movement, MoneyPlace } from '#domain/portfolio/movement'

const [BTC, ETH, USDT, SHARE, TOKEN] = [1, 2, 3, 9, 20]

const facts: CostFacts = {
  usdtId: USDT,
  pairOf: (symbol) => (symbol === 'BTC-USDT' ? { baseId: BTC, quoteId: USDT } : undefined),
  pairsOf: (assetId) => (assetId === SHARE ? ['pair:AAPL-USDT', 'pair:AAPL-BTC'] : []),
  workOf: (ref) => (ref === 'nft:5' ? 5 : null),
}

let lines: Map<string, CostLine>
let items: Map<string, NonNullable<ReturnType<CostStore['item']>>>
let store: CostStore
beforeEach(() => {
  ;[lines, items] = [new Map(), new Map()]
  store = {
    line: (key) => lines.get(key),
    put: (line) => void lines.set(line.key, line),
    item: (key) => items.get(key),
    putItem: (item) => void items.set(item.key, item),
    removeItem: (key) => void items.delete(key),
  }
})

interface Told {
  readonly ref?: string
  readonly market?: string
  /** Of a loan. */
  readonly debt?: number
  readonly place?: MoneyPlace
}

/** An entry that changes these assets by so many units; returns what is counted at cost. */
function post(reason: BillReason, changes: readonly (readonly [number, number])[], told: Told = {}) {
  const { ref = 'ref', market, debt = 0, place = 'change' } = told
  const own: Movement[] = changes.map(([assetId, units]) => ({ place, assetId, reason, amount: amount(BigInt(units)) }))
  if (debt !== 0) own.push({ place: 'debt', assetId: BTC, reason, amount: amount(BigInt(debt)) })
  const accounts = ['@fees', ...(market === undefined ? [] : [`@market:${market}`])]
  const entry = {
    ...{ reason, ref, at: 0, bills: [] },
    lines: accounts.map((account) => ({ account, assetId: USDT, amount: ZERO })),
  }
  return applyCost(store, facts, entry, own).map((each) => [each.place, each.assetId, each.reason, Number(each.amount)])
}

const buy = (units: number, cost: number) => post('convert', [[USDT, -cost], [BTC, units]]) // prettier-ignore
const sell = (units: number, paid: number) => post('convert', [[BTC, -units], [USDT, paid]]) // prettier-ignore

/** Known and unknown units, what the known cost, the result and what was received for the unknown. */
function lineOf(key: string) {
  const line = lines.get(key)
  return line && [line.known, line.unknown, line.cost, line.realized, line.unpriced].map(Number)
}
const bitcoin = () => lineOf(`asset:${BTC}`)

describe('an asset', () => {
  test('costs what was paid, on average, and a sale realizes the difference', () => {
    buy(10, 100)
    buy(10, 200)
    expect(bitcoin()).toEqual([20, 0, 300, 0, 0])
    // 5 of 20 cost 300 x 5 / 20 = 75.
    sell(5, 150)
    expect(bitcoin()).toEqual([15, 0, 225, 75, 0])
    sell(15, 200)
    expect(bitcoin()).toEqual([0, 0, 0, 50, 0])
    // USDT is its own cost.
    expect(lineOf(`asset:${USDT}`)).toBeUndefined()
  })

  test('whose average is no whole unit leaves with the cost rounded down', () => {
    buy(3, 100)
    // 100 / 3 = 33.3…
    sell(1, 50)
    expect(bitcoin()).toEqual([2, 0, 67, 17, 0])
  })

  test('that came from outside has no known cost, and leaves in proportion with the rest', () => {
    post('deposit', [[BTC, 10]])
    buy(10, 100)
    expect(bitcoin()).toEqual([10, 10, 100, 0, 0])
    // Of 10 units 10 x 10 / 20 = 5 are known and cost 50; they bring half of 200.
    sell(10, 200)
    expect(bitcoin()).toEqual([5, 5, 50, 50, 100])
  })

  test('that is sold without any known cost realizes nothing', () => {
    post('deposit', [[BTC, 10]])
    sell(4, 90)
    expect(bitcoin()).toEqual([0, 6, 0, 0, 90])
  })

  test('that was exchanged for another hands its cost on', () => {
    buy(10, 100)
    post('deposit', [[BTC, 10]])
    // 5 of the 10 have a cost, 50; so do half of the 20.
    post('convert', [[BTC, -10], [ETH, 20]]) // prettier-ignore
    expect([bitcoin(), lineOf(`asset:${ETH}`)]).toEqual([
      [5, 5, 50, 0, 0],
      [10, 10, 50, 0, 0],
    ])
  })

  test.each<[BillReason]>([
    ['mining_yield'],
    ['stock_dividend'],
    ['rebate'],
    ['coupon_bonus'],
    ['game_won'],
    ['quiz_paid'],
    ['options_profit'],
    ['futures_result'],
    ['copy_share'],
    ['nft_royalty'],
    ['nft_forfeit_received'],
  ])('that was earned as %s costs nothing', (reason) => {
    post(reason, [[BTC, 4]])
    expect(bitcoin()).toEqual([4, 0, 0, 0, 0])
    sell(4, 40)
    expect(bitcoin()).toEqual([0, 0, 0, 40, 0])
  })

  test.each<[BillReason]>([
    ['mining_penalty'],
    ['withdrawal_fee'],
    ['futures_fee'],
    ['futures_overnight'],
    ['futures_liquidation_fee'],
    ['options_fee'],
    ['options_loss'],
    ['game_lost'],
    ['quiz_stake'],
    ['nft_forfeited'],
  ])('that was lost as %s realizes what it cost', (reason) => {
    buy(10, 100)
    post(reason, [[BTC, -2]])
    expect(bitcoin()).toEqual([8, 0, 80, -20, 0])
  })

  test('that leaves for elsewhere takes its cost along and realizes nothing', () => {
    buy(10, 100)
    expect(post('withdrawal', [[BTC, -5]])).toEqual([])
    expect(bitcoin()).toEqual([5, 0, 50, 0, 0])
  })

  test('that moves between wallets stays as it is, and one that was borrowed has no known cost', () => {
    post('transfer', [[BTC, -5], [BTC, 5]]) // prettier-ignore
    expect(lines.size).toBe(0)
    post('loan_credit', [[BTC, 10]], { debt: -10 })
    expect(bitcoin()).toEqual([0, 10, 0, 0, 0])
  })

  test('that left for nothing is a loss of its cost, and one that came for nothing has none', () => {
    buy(10, 100)
    post('stock_delisting', [[BTC, -10]])
    expect(bitcoin()).toEqual([0, 0, 0, -100, 0])
    expect(post('convert', [[ETH, 3]])).toEqual([])
    expect(post('convert', [])).toEqual([])
    expect(lineOf(`asset:${ETH}`)).toEqual([3, 0, 0, 0, 0])
  })

  test('that is USDT has no line, won or lost', () => {
    post('game_won', [[USDT, 5]])
    post('futures_fee', [[USDT, -5]])
    post('deposit', [[USDT, 5]])
    expect(lines.size).toBe(0)
  })
})

describe('a pair', () => {
  const fill = (base: number, quote: number, market = 'BTC-USDT') =>
    post('spot_fill', [[BTC, base], [USDT, quote]], { market }) // prettier-ignore
  const pair = () => lineOf('pair:BTC-USDT')

  test('counts what was bought and sold on it', () => {
    fill(10, -100)
    fill(10, -300)
    expect(pair()).toEqual([20, 0, 400, 0, 0])
    // 5 of 20 cost 100.
    fill(-5, 175)
    expect(pair()).toEqual([15, 0, 300, 75, 0])
    expect(bitcoin()).toEqual([15, 0, 300, 75, 0])
  })

  test('has no result on what was not bought there', () => {
    post('deposit', [[BTC, 5]])
    fill(10, -100)
    // 10 of 15 are covered, by 300 x 10 / 15 = 200, and cost 100.
    fill(-15, 300)
    expect(pair()).toEqual([0, 0, 0, 100, 100])
    fill(-1, 20)
    expect(pair()).toEqual([0, 0, 0, 100, 120])
  })

  test('has a fee alone in its cost', () => {
    post('spot_fill', [[USDT, -1]], { market: 'BTC-USDT' })
    expect(pair()).toEqual([0, 0, 1, 0, 0])
  })

  test('is none where the entry is of no market, or of one that is not known', () => {
    fill(10, -100, 'BTC-XYZ')
    post('spot_fill', [[BTC, 10], [USDT, -100]]) // prettier-ignore
    post('convert', [[BTC, 10], [USDT, -100]], { market: 'BTC-USDT' }) // prettier-ignore
    expect([...lines.keys()]).toEqual([`asset:${BTC}`])
  })
})

describe('a split', () => {
  const line = (key: string, known: number, unknown: number, cost: number): CostLine => ({
    ...{ key, known: amount(BigInt(known)), unknown: amount(BigInt(unknown)), cost: amount(BigInt(cost)) },
    ...{ realized: ZERO, unpriced: ZERO },
  })

  test('of two for one doubles the shares, there and on their pairs, at the same cost', () => {
    store.put(line(`asset:${SHARE}`, 10, 4, 300))
    store.put(line('pair:AAPL-USDT', 6, 0, 180))
    post('stock_split', [[SHARE, 14]])
    expect([lineOf(`asset:${SHARE}`), lineOf('pair:AAPL-USDT')]).toEqual([
      [20, 8, 300, 0, 0],
      [12, 0, 180, 0, 0],
    ])
    expect(lines.size).toBe(2)
  })

  test('of one for ten pays the rest in cash, which is a gain', () => {
    store.put(line(`asset:${SHARE}`, 10, 5, 300))
    // 15 shares are 1; of it 10 x 1 / 15 = 0 whole units are known.
    expect(post('stock_split', [[SHARE, -14], [USDT, 5]])).toEqual([]) // prettier-ignore
    expect(lineOf(`asset:${SHARE}`)).toEqual([0, 1, 300, 5, 0])
    expect(lineOf(`asset:${USDT}`)).toBeUndefined()
  })

  test('without cash realizes nothing', () => {
    store.put(line(`asset:${SHARE}`, 10, 0, 300))
    post('stock_split', [[SHARE, -9], [USDT, -1]]) // prettier-ignore
    expect(lineOf(`asset:${SHARE}`)).toEqual([1, 0, 300, 0, 0])
  })
})

describe('money paid before delivery', () => {
  test('for a token sale is counted at its cost, and is the cost of what was delivered, locked or not', () => {
    expect(post('ieo_payment', [[USDT, -100]], { ref: 'ieo:7' })).toEqual([['sales', USDT, 'ieo_payment', 100]])
    expect(post('ieo_delivery', [[TOKEN, 50]], { ref: 'ieo-lock:7' })).toEqual([['sales', USDT, 'ieo_delivery', -100]])
    expect([lineOf(`asset:${TOKEN}`), items.size]).toEqual([[50, 0, 100, 0, 0], 0])
  })

  test('in a coin of partly unknown cost makes what was delivered partly unknown', () => {
    buy(10, 100)
    post('deposit', [[BTC, 10]])
    expect(post('ieo_payment', [[BTC, -10]], { ref: 'ieo:7' })).toEqual([['sales', BTC, 'ieo_payment', 10]])
    expect(bitcoin()).toEqual([5, 5, 50, 0, 0])
    post('ieo_delivery', [[TOKEN, 20]], { ref: 'ieo:7' })
    expect(lineOf(`asset:${TOKEN}`)).toEqual([10, 10, 50, 0, 0])
  })

  test('that nothing is delivered for is gone from the sales', () => {
    post('ieo_payment', [[USDT, -100]], { ref: 'ieo:7' })
    expect(post('ieo_delivery', [], { ref: 'ieo:7' })).toEqual([['sales', USDT, 'ieo_delivery', -100]])
    expect([lines.size, items.size]).toEqual([0, 0])
  })

  test('for an investment stays in its wallet, and is the cost of the coin that is paid out', () => {
    expect(post('invest_settled', [[USDT, -100]], { ref: 'invest:1' })).toEqual([])
    expect(post('invest_payout', [[BTC, 2]], { ref: 'invest:1' })).toEqual([])
    expect(bitcoin()).toEqual([2, 0, 100, 0, 0])
  })

  test('as a coin that comes back as USDT realizes the difference', () => {
    buy(10, 100)
    post('invest_settled', [[BTC, -10]], { ref: 'invest:1' })
    post('invest_payout', [[USDT, 150]], { ref: 'invest:1' })
    expect(bitcoin()).toEqual([0, 0, 0, 50, 0])
  })

  test('as USDT that comes back as USDT has no line', () => {
    post('invest_settled', [[USDT, -100]], { ref: 'invest:1' })
    post('invest_payout', [[USDT, 101]], { ref: 'invest:1' })
    expect(lines.size).toBe(0)
  })
})

describe('a work', () => {
  test('is counted at what was paid, and its sale is a result of all works', () => {
    expect(post('nft_payment', [[USDT, -100]], { ref: 'nft:5' })).toEqual([['works', USDT, 'nft_payment', 100]])
    expect([...items.keys()]).toEqual(['work:5'])
    expect(post('nft_sold', [[USDT, 150]], { ref: 'nft:5' })).toEqual([['works', USDT, 'nft_sold', -100]])
    expect([lineOf('works'), items.size, lines.size]).toEqual([[0, 0, 0, 50, 0], 0, 1])
  })

  test('bought with coins of partly unknown cost is sold partly without a result', () => {
    buy(10, 100)
    post('deposit', [[BTC, 10]])
    post('nft_payment', [[BTC, -10]], { ref: 'nft:5' })
    // 5 of 10 cost 50 and bring half of 200.
    post('nft_sold', [[USDT, 200]], { ref: 'nft:5' })
    expect(lineOf('works')).toEqual([0, 0, 0, 50, 100])
  })

  test('that its seller made has no cost', () => {
    expect(post('nft_sold', [[BTC, 2]], { ref: 'nft:5' })).toEqual([])
    expect(bitcoin()).toEqual([2, 0, 0, 0, 0])
    expect(post('nft_sold', [], { ref: 'nft:5' })).toEqual([])
  })

  test('that nobody knows is paid for as if lost, and sold as if earned', () => {
    buy(10, 100)
    expect(post('nft_payment', [[BTC, -4]], { ref: 'nft:gone' })).toEqual([])
    expect(bitcoin()).toEqual([6, 0, 60, -40, 0])
    expect(post('nft_sold', [[BTC, 1]], { ref: 'nft:gone' })).toEqual([])
    expect([bitcoin(), items.size]).toEqual([[7, 0, 60, -40, 0], 0])
  })
})
