// Who may borrow, how much, and what a loan keeps of its terms.

import { describe, expect, test } from 'vitest'
import { WALLETS } from '#domain/catalogue'
import {
  LOAN_CODES,
  LOAN_DAYS_MAX,
  LOAN_DAYS_MIN,
  LOAN_DAYS_PRESET,
  LOAN_STATES,
  LOAN_WALLET,
  checkBorrower,
  checkLoanSize,
  storeTerms,
} from '#domain/loan/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

test('four assets are lent from seven days to a year, thirty unless something else is chosen, into the seventh wallet', () => {
  expect(LOAN_CODES).toEqual(['BTC', 'ETH', 'USDT', 'USDC'])
  expect([LOAN_DAYS_MIN, LOAN_DAYS_MAX, LOAN_DAYS_PRESET]).toEqual([7, 365, 30])
  expect([LOAN_WALLET, WALLETS[6]]).toEqual(['margin', 'margin'])
})

test('a loan is looked at and then cancelled, refused, lapsed or running, and a running one ends repaid or seized', () => {
  expect(LOAN_STATES).toEqual(['review', 'cancelled', 'refused', 'lapsed', 'running', 'repaid', 'seized'])
})

describe('a borrower', () => {
  const check = (level: number, identity = 2, flags: 'maker' | 'professional' | null = null) => {
    const checked = checkBorrower({
      ...{ level, identity, isMarketMaker: flags === 'maker', isProfessional: flags === 'professional' },
    })
    return checked.ok ? 'ok' : checked.refusal
  }

  test('has VIP level 2, or is a market maker or a professional client', () => {
    expect(check(2)).toBe('ok')
    expect(check(3)).toBe('ok')
    expect(check(1)).toEqual({ code: 'loan_not_entitled', facts: { level: '2' } })
    expect(check(0, 1, 'maker')).toBe('ok')
    expect(check(0, 1, 'professional')).toBe('ok')
  })

  test('has a verified identity, whatever else', () => {
    expect(check(5, 0, 'maker')).toMatchObject({ code: 'identity_check_needed' })
    expect(check(5, 1)).toBe('ok')
  })
})

describe('the size of a loan', () => {
  const usdt = (units: bigint) => amount(units)
  /** From 500,000 to 10 million USDT, in units of 1e-8. */
  const TERMS = { isOpen: true, worthMin: usdt(50_000_000_000_000n), worthMax: usdt(1_000_000_000_000_000n) }
  const check = (worth: bigint, owed = 0n) => {
    const checked = checkLoanSize(TERMS, { worth: usdt(worth), owed: usdt(owed) })
    return checked.ok ? 'ok' : checked.refusal
  }

  test('is between the least and the most, both included', () => {
    expect(check(50_000_000_000_000n)).toBe('ok')
    expect(check(49_999_999_999_999n)).toEqual({ code: 'loan_below_min', facts: { min: '500000' } })
    expect(check(1_000_000_000_000_000n)).toBe('ok')
    const above = { code: 'loan_above_max', facts: { max: '10000000', left: '10000000' } }
    expect(check(1_000_000_000_000_001n)).toEqual(above)
  })

  test('counts what is owed already', () => {
    expect(check(100_000_000_000_000n, 900_000_000_000_000n)).toBe('ok')
    const left = { code: 'loan_above_max', facts: { max: '10000000', left: '1000000' } }
    expect(check(100_000_000_000_001n, 900_000_000_000_000n)).toEqual(left)
    const none = { code: 'loan_above_max', facts: { max: '10000000', left: '0' } }
    expect(check(50_000_000_000_000n, 1_000_000_000_000_000n)).toEqual(none)
    // Interest has made the debts larger than the most.
    expect(check(50_000_000_000_000n, 2_000_000_000_000_000n)).toEqual(none)
  })
})

test('a loan keeps version, days and both rates', () => {
  const terms = { version: 'v3', days: 30, dailyRate: rate(25_000n), lateRate: rate(500_000n) }
  expect(storeTerms(terms)).toEqual({ version: 'v3', days: 30, dailyRate: '25000', lateRate: '500000' })
})
