// Receipts of a loan's interest over one of its days, and of a margin call.

import { describe, expect, test } from 'vitest'
import { LOAN_CALL, type LoanCallReceipt, callReceipt } from '#domain/loan/call-receipt'
import { LOAN_INTEREST_RULE, type LoanInterestReceipt, interestReceipt } from '#domain/loan/interest-receipt'
import { malformedIn } from '#domain/published-forms'
import { checkReceipt } from '#domain/receipt'
import { HOUR_MS } from '#domain/time'
import { HASHING } from '../kit/hashing'
import { btc, usdt } from './wallet'

const AT = 1_800_000_000_000

describe('interest of a day', () => {
  const LOAN = {
    ...{ no: 4, asset: 'USDT', scale: 6, openedAt: AT, days: 7, dailyRate: '25000', lateRate: '500000' },
  }
  const hours = (base: bigint, ...charged: bigint[]) => charged.map((each) => ({ base, charged: each }))
  const day = (differs: Partial<Parameters<typeof interestReceipt>[0]>) =>
    interestReceipt({ loan: LOAN, day: 0, carry: 0n, hours: hours(10n ** 12n, 10_416_666n), ...differs })
  const problems = (receipt: LoanInterestReceipt, differs: Partial<LoanInterestReceipt> = {}) =>
    checkReceipt({ ...receipt, ...differs }, HASHING)

  // 0.025 % of 1,000,000 a day are 250, and of an hour 10.416666 and two thirds: the thirds of three hours are two units.
  const THREE = day({ hours: hours(10n ** 12n, 10_416_666n, 10_416_667n, 10_416_667n) })

  test('is what each hour was charged, and their sum', () => {
    expect(THREE).toEqual({
      ...{ rule: 'loan-interest-1', loan: LOAN, day: 0, carry: '0', at: AT + 2 * HOUR_MS, charged: '31250000' },
      hours: [
        { base: '1000000000000', charged: '10416666' },
        { base: '1000000000000', charged: '10416667' },
        { base: '1000000000000', charged: '10416667' },
      ],
    })
    expect([THREE.rule, problems(THREE)]).toEqual([LOAN_INTEREST_RULE, []])
  })

  test('goes on with the fraction that the day before left', () => {
    // One unit adds 25,000 of the 2,400,000,000 parts of a unit in an hour; one part was lacking.
    const second = day({ day: 1, carry: 2_399_999_999n, hours: hours(1n, 1n, 0n) })
    expect(second).toMatchObject({ at: AT + 25 * HOUR_MS, carry: '2399999999', charged: '1' })
    expect(problems(second)).toEqual([])
    expect(problems(second, { carry: '2400000000' })).toEqual(['what is carried is less than a unit'])
    expect(problems(second, { carry: '0' })).toEqual(['hour 24 was charged 1 and should be 0'])
  })

  test('is the late rate of all that is owed from the eighth day of seven', () => {
    // 0.5 % of 1,001,750 are 5,008.75, of an hour 208.697916 and two thirds.
    const late = day({ day: 7, hours: hours(1_001_750_000_000n, 208_697_916n, 208_697_917n) })
    expect([late.at, problems(late)]).toEqual([AT + 169 * HOUR_MS, []])
  })

  test('may fall within the day, as a part is repaid, and never rises', () => {
    // Half of the base: 5.208333 and a third, after the two thirds that the first hour left: a whole unit.
    const [whole, half] = [hours(10n ** 12n, 10_416_666n), hours(500_000_000_000n, 5_208_334n)]
    expect(problems(day({ hours: [...whole, ...half] }))).toEqual([])
    // 5.208333 and a third, then two thirds: a whole unit again.
    const grown = day({ hours: [...hours(500_000_000_000n, 5_208_333n), ...hours(10n ** 12n, 10_416_667n)] })
    expect(problems(grown)).toEqual(['a debt grew within the day'])
  })

  test('is found out in each thing that is another', () => {
    expect(problems(THREE, { hours: [] })).toEqual(['no hour was charged'])
    expect(problems(THREE, { at: AT + HOUR_MS })).toEqual(['it is not of the time of its last hour'])
    expect(problems(THREE, { charged: '31250001' })).toEqual(['the sum is 31250001 and should be 31250000'])
    // A part of a unit that no hour before it left.
    expect(problems(THREE, { carry: '1' })).toEqual(['nothing was carried before the first hour'])
    const more = day({ hours: hours(10n ** 12n, 10_416_667n) })
    expect(problems(more)).toEqual(['hour 0 was charged 10416667 and should be 10416666'])
    const second = day({ hours: hours(10n ** 12n, 10_416_666n, 10_416_668n) })
    expect(problems(second)).toEqual(['hour 1 was charged 10416668 and should be 10416667'])
  })
})

describe('a margin call', () => {
  const tick = (symbol: string, price: string) => ({
    ...{ symbol, seq: 1, at: AT, price, source: 'test', previousHash: '0'.repeat(64), hash: '0'.repeat(64) },
  })
  /** 1 BTC of 60,000 dollars against a debt in whole dollars. */
  const call = (owed: bigint, bound: number) =>
    callReceipt({
      ...{ at: AT, ticks: [tick('BTC-USDT', '60000.0'), tick('ETH-USDT', '3000.0')], bound },
      lines: [btc({ has: 100_000_000n }), usdt({ owes: owed * 1_000_000n })],
    })
  const problems = (receipt: LoanCallReceipt, differs: Partial<LoanCallReceipt> = {}) =>
    LOAN_CALL.check({ ...receipt, ...differs }, HASHING)

  test('holds the wallet, the ticks of its assets, the rate and the bound', () => {
    // 60,000 / 48,000 are 125 %.
    const receipt = call(48_000n, 13_000)
    expect(receipt).toEqual({
      ...{ rule: 'loan-call-1', at: AT, bound: 13_000, riskRate: '12500', ticks: [tick('BTC-USDT', '60000.0')] },
      lines: [
        {
          ...{ assetId: 1, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1 },
          ...{ has: '100000000', free: '100000000', owes: '0', overdue: '0' },
        },
        {
          ...{ assetId: 3, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0 },
          ...{ has: '0', free: '0', owes: '48000000000', overdue: '0' },
        },
      ],
    })
    expect([malformedIn(LOAN_CALL.shape, receipt), problems(receipt)]).toEqual([[], []])
  })

  test('is of the lower bound once the rate is below both, and of none while it is above', () => {
    const said = ['the risk rate is not below that bound alone']
    expect(problems(call(48_000n, 12_000))).toEqual(said)
    // 60,000 / 51,000 are 117.64 %.
    expect(call(51_000n, 12_000).riskRate).toBe('11764')
    expect(problems(call(51_000n, 12_000))).toEqual([])
    expect(problems(call(51_000n, 13_000))).toEqual(said)
    // 150 %, and no debt at all.
    expect(problems(call(40_000n, 0))).toEqual(said)
    expect(call(0n, 0).riskRate).toBeNull()
    expect(problems(call(0n, 0))).toEqual(said)
  })

  test('is refused with another rate, or without a tick', () => {
    const receipt = call(48_000n, 13_000)
    expect(problems(receipt, { riskRate: '12501' })).toEqual(['the risk rate is another'])
    expect(problems(receipt, { riskRate: null })).toEqual(['the risk rate is another'])
    expect(problems(call(0n, 0), { riskRate: '0' })).toEqual(['the risk rate is another'])
    expect(problems(receipt, { ticks: [] })).toEqual(['there is no tick of BTC-USDT'])
  })
})
