// Receipts of locked deposits: what one says as it begins and as it is redeemed, and what is found wrong in it.

import { describe, expect, test } from 'vitest'
import { WALLETS } from '#domain/catalogue'
import { type LockedDeposit, MINING_RULE, type MiningReceipt, miningReceipt } from '#domain/mining/receipt'
import { EARN_WALLET, MINING_SOURCE } from '#domain/mining/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { checkReceipt } from '#domain/receipt'
import { DAY_MS } from '#domain/time'
import { HASHING } from '../kit/hashing'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')

/** 1,000 USDT for five days at 0.3 % a day, of which 0.4 % a day are lost; 0.1 % more for two days on 400 USDT. */
const LOCKED: LockedDeposit = {
  ...{ no: 7, asset: { code: 'USDT', scale: 6 }, amount: amount(1_000_000_000n) },
  ...{ acceptedAt: NOON, startsAt: MIDNIGHT, days: 5, payMinute: 480 },
  ...{ dailyRate: rate(300_000n), penaltyRatio: rate(400_000n) },
  boost: { boost: rate(100_000n), days: 2, principalMax: amount(400_000_000n) },
}
// 0.3 % of 1,000 are 3, and 0.1 % of 400 are 0.4.
const BEGUN: MiningReceipt = {
  ...{ rule: 'mining-1', at: NOON, daily: '3000000', boosted: '3400000', redemption: null },
  deposit: {
    ...{ no: 7, asset: 'USDT', scale: 6, amount: '1000000000', acceptedAt: NOON, startsAt: MIDNIGHT, days: 5 },
    ...{ dailyRate: '300000', penaltyRatio: '400000', payMinute: 480 },
    boost: { rate: '100000', days: 2, principalMax: '400000000' },
  },
}
/** Redeemed at noon of the third day: that day and two more are left, 3 × 0.4 % of 1,000 are 12. */
const AT_THIRD_NOON = MIDNIGHT + 2.5 * DAY_MS
const REDEEMED: MiningReceipt = {
  ...{ ...BEGUN, at: AT_THIRD_NOON },
  redemption: { daysLeft: 3, penalty: '12000000', back: '988000000' },
}

describe('a receipt', () => {
  test('says what a day pays as the deposit begins, and what comes back as it is redeemed', () => {
    expect(MINING_RULE).toBe('mining-1')
    expect(miningReceipt(LOCKED, NOON, 'begins')).toEqual(BEGUN)
    expect(miningReceipt(LOCKED, AT_THIRD_NOON, 'redeemed')).toEqual(REDEEMED)
  })

  test('without a coupon names none, and one that covers the whole amount has no bound', () => {
    const plain = miningReceipt({ ...LOCKED, boost: null }, NOON, 'begins')
    expect(plain).toEqual({ ...BEGUN, deposit: { ...BEGUN.deposit, boost: null }, boosted: null })
    // 0.4 % of 1,000.
    const whole = miningReceipt(
      { ...LOCKED, boost: { boost: rate(100_000n), days: 2, principalMax: null } },
      NOON,
      'begins',
    )
    const boost = { rate: '100000', days: 2, principalMax: null }
    expect(whole).toEqual({ ...BEGUN, deposit: { ...BEGUN.deposit, boost }, boosted: '4000000' })
    expect([plain, whole, BEGUN, REDEEMED].map((each) => checkReceipt(each, HASHING))).toEqual([[], [], [], []])
  })
})

describe('a receipt is wrong', () => {
  const problems = (receipt: MiningReceipt, differs: Partial<MiningReceipt>) =>
    checkReceipt({ ...receipt, ...differs }, HASHING)
  const ofDeposit = (receipt: MiningReceipt, differs: Partial<MiningReceipt['deposit']>, at = receipt.at) =>
    problems(receipt, { at, deposit: { ...receipt.deposit, ...differs } })

  test('without days, and with a minute behind the last of a day', () => {
    const said = ['a term has days, and a day has 1,440 minutes']
    expect(ofDeposit(BEGUN, { days: 0 })).toEqual(said)
    expect(ofDeposit(BEGUN, { payMinute: 1_440 })).toEqual(said)
    expect(ofDeposit(BEGUN, { payMinute: 1_439 })).toEqual([])
  })

  test('when it begins at another midnight than the next one', () => {
    const said = ['a term begins at another midnight']
    expect(ofDeposit(BEGUN, { startsAt: MIDNIGHT + 5 * DAY_MS })).toEqual(said)
    expect(ofDeposit(BEGUN, { startsAt: MIDNIGHT - 5 * DAY_MS })).toEqual(said)
  })

  test('when a redeemed term begins elsewhere than at the end of one before it', () => {
    const said = ['a term begins at another midnight']
    const [renewed, odd, early] = [5, 4, -5].map((days) => ({ startsAt: MIDNIGHT + days * DAY_MS }))
    expect(ofDeposit(REDEEMED, renewed ?? {}, AT_THIRD_NOON + 5 * DAY_MS)).toEqual([])
    expect(ofDeposit(REDEEMED, odd ?? {}, AT_THIRD_NOON + 4 * DAY_MS)).toEqual(said)
    // Three of five days were left five days earlier, too, but that was before the deposit.
    expect(ofDeposit(REDEEMED, early ?? {}, AT_THIRD_NOON - 5 * DAY_MS)).toEqual([
      ...said,
      'it is from before the deposit',
    ])
  })

  test('when it is from before the deposit', () => {
    expect(problems(BEGUN, { at: NOON - 1 })).toEqual(['it is from before the deposit'])
  })

  test('when a figure is not what the terms give', () => {
    expect(problems(BEGUN, { daily: '3000001' })).toEqual(['daily is 3000001 and should be 3000000'])
    expect(problems(BEGUN, { boosted: null })).toEqual(['boosted is null and should be 3400000'])
    expect(problems(REDEEMED, { redemption: { daysLeft: 2, penalty: '8000000', back: '992000000' } })).toEqual([
      'daysLeft is 2 and should be 3',
      'penalty is 8000000 and should be 12000000',
      'back is 992000000 and should be 988000000',
    ])
    expect(problems(BEGUN, { redemption: { daysLeft: 5, penalty: '0', back: '1000000000' } })).toEqual([
      // 5 × 0.4 % of 1,000.
      'penalty is 0 and should be 20000000',
      'back is 1000000000 and should be 980000000',
    ])
  })
})

test('a deposit goes from the second wallet to the sixth', () => {
  expect([MINING_SOURCE, EARN_WALLET]).toEqual([WALLETS[1], WALLETS[5]])
})
