// Loan interest against a slow model with exact fractions: for any repayments, the total charged is the exact sum rounded down once.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Debt, chargeHour, dueAt, hourAt, interestOfTerm, isLateHour, owedOf, repay } from '#domain/loan/interest'
import { amount } from '#domain/money/amount'
import type { StoredLoanTerms } from '#domain/loan/terms'

const TERMS: StoredLoanTerms = { version: 'v', days: 7, dailyRate: '25000', lateRate: '500000' }
const debt = (principal: bigint): Debt => ({
  principal: amount(principal),
  interest: amount(0n),
  late: amount(0n),
  carry: 0n,
})
const charge = (of: Debt, terms: StoredLoanTerms, from: number, hours: number): Debt =>
  Array.from({ length: hours }).reduce<Debt>((now, _, index) => chargeHour(now, terms, from + index).debt, of)

/** A fraction of a unit: numerator over 24e8. */
const PER_UNIT = 24n * 100_000_000n

describe('interest of a loan', () => {
  it.each([
    // 1,000,000 USDT at 0.025 % a day: 250 USDT a day, 10.416666 an hour.
    ['one hour', 1, 10_416_666n],
    ['two hours, to the unit', 2, 20_833_333n],
    ['three hours carry the thirds', 3, 31_250_000n],
    ['a day', 24, 250_000_000n],
    ['the whole term', 168, 1_750_000_000n],
  ])('of 1,000,000 USDT: %s', (_name, hours, expected) => {
    expect(charge(debt(1_000_000_000_000n), TERMS, 0, hours).interest).toBe(expected)
  })

  it('past due costs 0.5 % a day of what was owed as it fell due, and bears no interest itself', () => {
    const due = charge(debt(1_000_000_000_000n), TERMS, 0, 168)
    const late = charge(due, TERMS, 168, 24)
    expect(late.interest).toBe(due.interest)
    expect(late.late).toBe(5_008_750_000n)
    expect(charge(late, TERMS, 192, 24).late).toBe(10_017_500_000n)
  })

  it('is paid before the principal, the late part first; a fraction of a unit ends with the debt', () => {
    const owed: Debt = { principal: amount(100n), interest: amount(20n), late: amount(5n), carry: 7n }
    const paid = (value: bigint) => repay(owed, amount(value))
    expect(paid(3n)).toEqual({
      debt: { principal: 100n, interest: 20n, late: 2n, carry: 7n },
      paid: { late: 3n, interest: 0n, principal: 0n },
    })
    expect(paid(12n).paid).toEqual({ late: 5n, interest: 7n, principal: 0n })
    expect(paid(124n)).toEqual({
      debt: { principal: 1n, interest: 0n, late: 0n, carry: 7n },
      paid: { late: 5n, interest: 20n, principal: 99n },
    })
    expect(paid(125n).debt).toEqual({ principal: 0n, interest: 0n, late: 0n, carry: 0n })
  })

  it('ends its term after whole days of 24 hours, whatever a calendar or a leap second says', () => {
    const openedAt = Date.UTC(2026, 11, 31, 23, 59, 59, 999)
    expect(dueAt({ openedAt, days: 1 })).toBe(openedAt + 86_400_000)
    expect(hourAt(openedAt, 24)).toBe(dueAt({ openedAt, days: 1 }))
    expect([isLateHour({ days: 1 }, 23), isLateHour({ days: 1 }, 24)]).toEqual([false, true])
  })

  it('shows before what the term costs, as it is charged', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 20n),
        fc.integer({ min: 1, max: 20 }),
        fc.bigInt(0n, 1_000_000n),
        (principal, days, dailyRate) => {
          const terms = { ...TERMS, days, dailyRate: dailyRate.toString() }
          const charged = charge(debt(principal), terms, 0, days * 24).interest
          expect(interestOfTerm(amount(principal), terms)).toBe(charged)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is the exact sum rounded down once, with repayments at any hour, across the day that it is due', () => {
    const step = fc.record({ hours: fc.integer({ min: 0, max: 30 }), part: fc.bigInt(0n, 1_200n) })
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 15n),
        fc.integer({ min: 1, max: 3 }),
        fc.bigInt(0n, 1_000_000n),
        fc.bigInt(0n, 1_000_000n),
        fc.array(step, { maxLength: 10 }),
        (principal, days, dailyRate, lateRate, steps) => {
          const terms = { version: 'v', days, dailyRate: dailyRate.toString(), lateRate: lateRate.toString() }
          let now = debt(principal)
          let [hour, paid, charged] = [0, 0n, 0n]
          // Slow model: the exact fraction of all charges.
          let exact = 0n
          for (const { hours, part } of steps) {
            for (let count = 0; count < hours; count += 1) {
              const base = hour >= days * 24 ? now.principal + now.interest : now.principal
              exact += base * (hour >= days * 24 ? lateRate : dailyRate)
              const next = chargeHour(now, terms, hour)
              charged += next.charged
              now = next.debt
              hour += 1
              expect(charged).toBe(exact / PER_UNIT)
            }
            const value = amount((owedOf(now) * (part > 1_000n ? 1_000n : part)) / 1_000n)
            const back = repay(now, value)
            expect(back.paid.late + back.paid.interest + back.paid.principal).toBe(value)
            // Repayments cover interest first: principal is only repaid when no interest is owed.
            if (back.paid.principal > 0n) expect(back.debt.interest + back.debt.late).toBe(0n)
            now = back.debt
            paid += value
            expect(owedOf(now)).toBe(principal + charged - paid)
            if (owedOf(now) === 0n) return
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
