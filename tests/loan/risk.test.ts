// Margin wallet risk at given prices: margin rate, withdrawable amount, price bands, and sales up to the target rate.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SalePair, planStep } from '#domain/loan/liquidation'
import { checkLoanReceipt, makeReceipt } from '#domain/loan/receipt'
import {
  type MarginLine,
  OPENING_RATE,
  LIQUIDATION_RATE,
  TARGET_RATE,
  bandsOf,
  marginCallAt,
  isBelow,
  missingFor,
  nextBelow,
  riskOf,
  riskRate,
  spareOf,
  withLoan,
} from '#domain/loan/risk'
import { checkLoanSize, mayBorrow } from '#domain/loan/terms'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'

const line = (differs: Partial<MarginLine>): MarginLine => ({
  assetId: 1,
  code: 'BTC',
  scale: 8,
  symbol: 'BTC-USDT',
  priceDecimals: 1,
  priceSteps: 600_000,
  has: amount(0n),
  free: amount(0n),
  owes: amount(0n),
  overdue: amount(0n),
  ...differs,
})
const btc = (coins: bigint, differs: Partial<MarginLine> = {}): MarginLine =>
  line({ has: amount(coins * 10n ** 8n), free: amount(coins * 10n ** 8n), ...differs })
const usdt = (has: bigint, owes: bigint): MarginLine =>
  line({
    assetId: 3,
    code: 'USDT',
    scale: 6,
    symbol: null,
    priceDecimals: 0,
    priceSteps: 1,
    has: amount(has * 1_000_000n),
    free: amount(has * 1_000_000n),
    owes: amount(owes * 1_000_000n),
  })
const PAIR: SalePair = {
  symbol: 'BTC-USDT',
  baseId: 1,
  takerFee: rate(200_000n),
  quantityMin: lots(10),
  quantityMax: lots(10_000_000),
  notionalMin: amount(10_000_000n),
  priceBand: rate(10_000_000n),
  priceDecimals: 1,
  tickSteps: 1,
  quantityDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
}

describe('the risk rate', () => {
  it.each([
    // 20 BTC at 60,000 are 1,200,000 USDT.
    ['a wallet that owes nothing', [btc(20n)], null, 0],
    ['three times one’s own', [usdt(4_000_000n, 3_000_000n)], 13_333n, 0],
    ['150 %', [btc(20n), usdt(0n, 800_000n)], 15_000n, 0],
    ['exactly 130 % is not called', [btc(13n), usdt(0n, 600_000n)], 13_000n, 0],
    ['125 %', [btc(20n), usdt(0n, 960_000n)], 12_500n, 13_000],
    ['115 %', [btc(23n), usdt(0n, 1_200_000n)], 11_500n, 12_000],
  ] as const)('%s', (_name, lines, expected, called) => {
    expect(riskRate(riskOf(lines))).toBe(expected)
    expect(marginCallAt(riskOf(lines))).toBe(called)
  })

  it('asks for 133.34 % to open, and says what is missing to the unit', () => {
    const lines = withLoan([usdt(999_000n, 0n)], 3, amount(3_000_000_000_000n))
    expect(isBelow(riskOf(lines), OPENING_RATE)).toBe(true)
    const missing = missingFor(lines, 3)
    expect(missing).toBe(1_200_000_000n)
    const filled = lines.map((each) => ({ ...each, has: amount(each.has + missing) }))
    expect(isBelow(riskOf(filled), OPENING_RATE)).toBe(false)
    expect(isBelow(riskOf(filled.map((each) => ({ ...each, has: amount(each.has - 1n) }))), OPENING_RATE)).toBe(true)
  })

  it('lets leave what stays above 150 %, to the unit', () => {
    const lines = [btc(20n), usdt(500_000n, 1_000_000n)]
    expect(spareOf(lines, 3)).toBe(200_000_000_000n)
    expect(spareOf(lines, 1)).toBe(333_333_333n)
    expect(spareOf([btc(20n), usdt(0n, 900_000n)], 1)).toBe(0n)
  })

  it('calls at 130 and 120, then sells at 110', () => {
    expect([nextBelow(0), nextBelow(13_000), nextBelow(12_000)]).toEqual([13_000n, 12_000n, LIQUIDATION_RATE])
  })

  it('is watched so that no price inside its bands passes a bound', () => {
    const price = fc.integer({ min: 1, max: 2_000_000 })
    const coins = fc.bigInt(0n, 10n ** 12n)
    fc.assert(
      fc.property(
        coins,
        coins,
        coins,
        price,
        price,
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 1,
          maxLength: 5,
        }),
        (has, other, owes, first, second, moves) => {
          const at = (one: number, two: number) => [
            line({ has: amount(has), priceSteps: one }),
            line({ assetId: 2, code: 'ETH', scale: 10, symbol: 'ETH-USDT', priceDecimals: 2, has: amount(other), owes: amount(owes / 3n), priceSteps: two }), // prettier-ignore
            usdt(0n, owes / 10n ** 6n),
          ]
          const bands = bandsOf(at(first, second), { fall: TARGET_RATE, rise: null })
          if (bands === null) {
            expect(isBelow(riskOf(at(first, second)), TARGET_RATE)).toBe(true)
            return
          }
          const inside = (symbol: string, known: number, part: number) => {
            const { low, high } = bands.get(symbol) ?? { low: null, high: null }
            const [from, to] = [(low ?? 0) + 1, (high ?? known * 3 + 2) - 1]
            return Math.max(1, Math.min(to, from + Math.floor((to - from) * part)))
          }
          for (const [one, two] of moves) {
            const lines = at(inside('BTC-USDT', first, one), inside('ETH-USDT', second, two))
            expect(isBelow(riskOf(lines), TARGET_RATE)).toBe(false)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('selling', () => {
  const step = (lines: readonly MarginLine[]) => planStep(lines, [PAIR])

  it('repays out of what there is of the same asset, exactly to the target', () => {
    // 1,090,000 against 1,000,000: 1.09.
    const lines = [btc(10n, { priceSteps: 600_000 }), usdt(490_000n, 1_000_000n)]
    const { repayments, state } = step(lines)
    const paid = repayments[0]?.amount ?? 0n
    expect(state).toBe('selling')
    expect(paid).toBe(485_148_514_851n)
  })

  it('sells no more than brings the wallet to 130 %, and the next step ends it', () => {
    const own = btc(18n)
    const first = step([own, usdt(0n, 1_000_000n)])
    expect(first).toMatchObject({ repayments: [], state: 'selling', sale: { side: 'sell', symbol: 'BTC-USDT' } })
    const sold = amount(BigInt(first.sale?.lots ?? 0) * 1_000n)
    // Sold at the tick, less the taker fee.
    const proceeds = amount((((sold * 60_000n) / 100n) * 998n) / 1_000n)
    const after = [
      btc(18n, { has: amount(own.has - sold), free: amount(own.free - sold) }),
      { ...usdt(0n, 1_000_000n), has: proceeds, free: proceeds },
    ]
    const second = step(after)
    expect(second.state).toBe('over')
    const [paid = { amount: 0n, fee: 0n }] = second.repayments
    const end = after.map((each) =>
      each.assetId === 3
        ? { ...each, has: amount(each.has - paid.amount - paid.fee), owes: amount(each.owes - paid.amount) }
        : each,
    )
    const rateAfter = riskRate(riskOf(end)) ?? 0n
    expect(rateAfter).toBeGreaterThanOrEqual(TARGET_RATE)
    expect(rateAfter).toBeLessThan(TARGET_RATE + 2n)
  })

  it('buys what is owed with dollars, and sells the largest when they are not enough', () => {
    const owing = btc(0n, { owes: amount(10n * 10n ** 8n) })
    expect(step([owing, usdt(650_000n, 0n)]).sale).toMatchObject({ side: 'buy', symbol: 'BTC-USDT' })
    const eth = line({ assetId: 2, code: 'ETH', scale: 8, symbol: 'ETH-USDT', priceSteps: 30_000, has: amount(200n * 10n ** 8n), free: amount(200n * 10n ** 8n) }) // prettier-ignore
    const ethPair = { ...PAIR, symbol: 'ETH-USDT', baseId: 2 }
    expect(planStep([owing, eth, usdt(40_000n, 0n)], [PAIR, ethPair]).sale).toMatchObject({ symbol: 'ETH-USDT' })
  })

  it('is short when nothing is left that could be sold', () => {
    expect(step([usdt(10n, 1_000n)])).toMatchObject({ state: 'short', sale: null })
  })

  it('pays a loan that is long past due whole, though the wallet is safe', () => {
    const lines = [btc(100n), { ...usdt(0n, 1_000_000n), overdue: amount(400_000_000_000n) }]
    expect(step(lines)).toMatchObject({ state: 'selling', sale: { side: 'sell' } })
    const paid = step([btc(100n), { ...usdt(500_000n, 1_000_000n), overdue: amount(400_000_000_000n) }])
    expect(paid).toMatchObject({ state: 'over', sale: null, repayments: [{ amount: 400_000_000_000n }] })
  })

  it('has a receipt that anybody works out again, and that shows what was changed', () => {
    const lines = [btc(18n), usdt(0n, 1_000_000n)]
    const tick = { symbol: 'BTC-USDT', seq: 1, at: 5, price: '60000.0', source: 'test', previousHash: '', hash: '' }
    const receipt = makeReceipt({ cause: 'risk', isFirst: true, at: 5, ticks: [tick], lines, pairs: [PAIR], step: step(lines) }) // prettier-ignore
    expect(checkLoanReceipt(receipt)).toEqual([])
    expect(checkLoanReceipt({ ...receipt, at: 4 })).not.toEqual([])
    expect(checkLoanReceipt({ ...receipt, ticks: [] })).not.toEqual([])
    expect(checkLoanReceipt({ ...receipt, riskRate: '1' })).not.toEqual([])
    expect(checkLoanReceipt({ ...receipt, ticks: [{ ...tick, price: '90000.0' }] })).not.toEqual([])
    const more = {
      ...receipt.step,
      sale: receipt.step.sale && { ...receipt.step.sale, lots: receipt.step.sale.lots + 1 },
    }
    expect(checkLoanReceipt({ ...receipt, step: more })).not.toEqual([])
  })
})

describe('who may borrow how much', () => {
  it.each([
    [1, false, false, false],
    [2, false, false, true],
    [0, true, false, true],
    [0, false, true, true],
  ])('VIP %i, market maker %s, professional %s: %s', (level, isMarketMaker, isProfessional, expected) => {
    expect(mayBorrow({ level, isMarketMaker, isProfessional })).toBe(expected)
  })

  const terms = { isOpen: true, worthMin: amount(500_000n * 10n ** 8n), worthMax: amount(10_000_000n * 10n ** 8n) }
  it.each([
    ['the least', 500_000n, 0n, null],
    ['less', 499_999n, 0n, { code: 'loan_below_min', facts: { min: '500000' } }],
    ['the most', 10_000_000n, 0n, null],
    [
      'more than is left',
      2_000_000n,
      9_000_000n,
      { code: 'loan_above_max', facts: { max: '10000000', left: '1000000' } },
    ],
  ])('%s', (_name, worth, owed, refusal) => {
    const checked = checkLoanSize(terms, { worth: amount(worth * 10n ** 8n), owed: amount(owed * 10n ** 8n) })
    expect(checked.ok ? null : checked.refusal).toEqual(refusal)
  })

  it('takes nothing while the terms are closed', () => {
    const checked = checkLoanSize({ ...terms, isOpen: false }, { worth: terms.worthMin, owed: amount(0n) })
    expect(checked).toMatchObject({ ok: false, refusal: { code: 'loan_closed' } })
  })
})
