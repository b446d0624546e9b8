// Signs of risk of a withdrawal, each by its own fact and at its bound.

import { describe, expect, it } from 'vitest'
import { type WithdrawalPast, signsOf } from '#domain/desk/withdrawal-signs'
import { DAY_MS } from '#domain/time'

const AT = Date.UTC(2026, 10, 29)
const CALM: WithdrawalPast = {
  accountOpenedAt: AT - 7 * DAY_MS,
  level: 1,
  addressSince: AT - DAY_MS,
  depositsPassed: 1,
  withdrawalsPassed: 1,
  countries: ['JP', '', 'JP'],
}

describe('signs of risk', () => {
  it('are absent for a known customer with a known address', () => expect(signsOf(CALM, AT)).toEqual([]))

  it.each([
    [{ accountOpenedAt: AT - 7 * DAY_MS + 1 }, 'account_new'],
    [{ level: 0 }, 'unverified'],
    [{ addressSince: AT - DAY_MS + 1 }, 'address_new'],
    [{ addressSince: null }, 'address_unsaved'],
    [{ withdrawalsPassed: 0 }, 'first_withdrawal'],
    [{ depositsPassed: 0 }, 'deposit_none'],
    [{ countries: ['JP', 'FR'] }, 'countries'],
  ] as const)('%o: %s', (changed, sign) => expect(signsOf({ ...CALM, ...changed }, AT)).toEqual([sign]))

  it('say nothing about the address of a card', () =>
    expect(signsOf({ ...CALM, addressSince: undefined }, AT)).toEqual([]))
})
