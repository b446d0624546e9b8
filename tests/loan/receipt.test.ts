// Receipts of liquidation steps: written in full, read again, and refused for each thing that is another.

import { describe, expect, test } from 'vitest'
import { type SalePair, planStep } from '#domain/loan/liquidation'
import { type LoanReceipt, checkLoanReceipt, makeReceipt } from '#domain/loan/receipt'
import type { MarginLine } from '#domain/loan/risk'
import { BTC_PAIR, ETH_PAIR, btc, eth, usdt } from './wallet'

const AT = 1_800_000_000_000
const tick = (symbol: string, price: string, at = AT) => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: '', hash: '' },
})
const TICKS = [tick('BTC-USDT', '60000.0'), tick('ETH-USDT', '3000.0')]
const written = (lines: readonly MarginLine[], pairs: readonly SalePair[] = [BTC_PAIR], ticks = TICKS): LoanReceipt =>
  makeReceipt({ ...{ cause: 'risk', isFirst: true, at: AT, ticks, lines, pairs }, step: planStep(lines, pairs) })

/** 1 BTC, 60,000 and 100 dollars, against 55,000 dollars: 109.27 %. */
const LINES = [btc({ has: 100_000_000n }), usdt({ has: 101_000_000n, free: 101_000_000n, owes: 55_000_000_000n })]
const RECEIPT = written(LINES, [BTC_PAIR, ETH_PAIR])

describe('a receipt of a step', () => {
  test('holds the wallet, the pairs and prices of its assets, the rate, and what was done', () => {
    expect(written(LINES, [BTC_PAIR, ETH_PAIR])).toEqual({
      ...{ rule: 'loan-1', cause: 'risk', isFirst: true, at: AT, ticks: [tick('BTC-USDT', '60000.0')] },
      lines: [
        {
          ...{ assetId: 1, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1 },
          ...{ has: '100000000', free: '100000000', owes: '0', overdue: '0' },
        },
        {
          ...{ assetId: 3, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0 },
          ...{ has: '101000000', free: '101000000', owes: '55000000000', overdue: '0' },
        },
      ],
      pairs: [
        {
          ...{ symbol: 'BTC-USDT', baseId: 1, takerFee: '0', quantityMin: 10, quantityMax: 10_000_000 },
          ...{ notionalMin: '10000000', priceBand: '10000000', priceDecimals: 1, tickSteps: 1 },
          ...{ quantityDecimals: 5, baseScale: 8, quoteScale: 6 },
        },
      ],
      // 60,101 / 55,000 are 1.092745.
      riskRate: '10927',
      step: {
        state: 'selling',
        // 101 pay 100 and 1.
        repayments: [{ assetId: 3, amount: '100000000', fee: '1000000' }],
        // 54,900 owed against 60,000: 130 % are 71,370, so 11,370 lack, over 0.29 are 39,206.896552 and four units; with 1 %,
        // rounded up, 39,598.965524; over 0.6 are 65,998.3.
        sale: { symbol: 'BTC-USDT', side: 'sell', lots: 65_999, budget: null, ticks: 540_000 },
      },
    })
    expect(checkLoanReceipt(RECEIPT)).toEqual([])
  })

  test('may spend dollars, may be over, and may be short', () => {
    // 0.1 BTC are owed and long past due; 6,060 dollars buy them.
    const buying = written([btc({ owes: 10_000_000n, overdue: 10_000_000n }), usdt({ has: 7_000_000_000n })])
    expect(buying.step.sale).toMatchObject({ side: 'buy', budget: '6060000000' })
    expect(checkLoanReceipt(buying)).toEqual([])
    const over = { ...written([usdt({ has: 5n })]), isFirst: false }
    expect(over).toMatchObject({ riskRate: null, step: { state: 'over', sale: null } })
    expect(checkLoanReceipt(over)).toEqual([])
    const short = written([usdt({ owes: 5n })])
    expect(short.step.state).toBe('short')
    expect(checkLoanReceipt(short)).toEqual([])
  })

  test('counts an asset without a symbol as nothing, and a dollar as one', () => {
    const gone = written([
      eth({ has: 100n }, { symbol: null, priceSteps: 0, priceDecimals: 0 }),
      usdt({ has: 1n, owes: 5n }),
    ])
    expect(gone.riskRate).toBe('2000')
    expect(checkLoanReceipt(gone)).toEqual([])
  })
})

describe('a receipt is refused', () => {
  const changed = (differs: Partial<LoanReceipt>, of = RECEIPT) => checkLoanReceipt({ ...of, ...differs })

  test('without a tick of an asset, or with one that came later', () => {
    expect(changed({ ticks: [] })).toEqual(['there is no tick of BTC-USDT'])
    expect(changed({ ticks: [tick('ETH-USDT', '60000.0')] })).toEqual(['there is no tick of BTC-USDT'])
    expect(changed({ ticks: [tick('BTC-USDT', 'none')] })).toEqual(['there is no tick of BTC-USDT'])
    expect(changed({ at: AT - 1 })).toEqual(['a tick is later than the receipt says'])
    expect(changed({ at: AT + 1 })).toEqual([])
    expect(changed({ ticks: [...RECEIPT.ticks, tick('ETH-USDT', '1.0', AT + 1)] })).toEqual([
      'a tick is later than the receipt says',
    ])
  })

  test('when the wallet was safe as selling began', () => {
    const safe = written([btc({ has: 100_000_000n }), usdt({ owes: 50_000_000_000n })])
    expect(checkLoanReceipt(safe)).toEqual(['the wallet was safe, and nothing was long past due'])
    expect(checkLoanReceipt({ ...safe, isFirst: false })).toEqual([])
  })

  test('with another rate', () => {
    expect(changed({ riskRate: '10926' })).toEqual(['the risk rate is another'])
    expect(changed({ riskRate: null })).toEqual(['the risk rate is another'])
    const none = { ...written([usdt({ has: 5n })]), isFirst: false }
    expect(changed({ riskRate: '0' }, none)).toEqual(['the risk rate is another'])
  })

  test('with another step', () => {
    const { step, pairs } = RECEIPT
    const other = ['the rule says another step']
    expect(changed({ step: { ...step, state: 'short' } })).toEqual(other)
    expect(changed({ step: { ...step, repayments: [] } })).toEqual(other)
    expect(changed({ step: { ...step, sale: step.sale && { ...step.sale, lots: 65_998 } } })).toEqual(other)
    expect(changed({ step: { ...step, sale: null } })).toEqual(other)
    // Terms that lead to another order: a fee, a largest and a smallest quantity, a smallest worth, a band.
    const pair = (differs: Partial<LoanReceipt['pairs'][number]>) =>
      changed({ pairs: pairs.map((each) => ({ ...each, ...differs })) })
    expect(pair({ takerFee: '100000' })).toEqual(other)
    expect(pair({ quantityMax: 65_998 })).toEqual(other)
    expect(pair({ quantityMin: 66_000 })).toEqual(other)
    expect(pair({ notionalMin: '60000000000' })).toEqual(other)
    expect(pair({ priceBand: '9999900' })).toEqual(other)
  })
})
