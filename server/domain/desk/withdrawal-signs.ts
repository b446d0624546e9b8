// Risk signs of a withdrawal, from facts of its customer. Hints for staff; none of them decides.

import { DAY_MS } from '../time'

const WITHDRAWAL_SIGNS = [
  'account_new',
  'unverified',
  'address_new',
  'address_unsaved',
  'first_withdrawal',
  'deposit_none',
  'countries',
] as const
export type WithdrawalSign = (typeof WITHDRAWAL_SIGNS)[number]

const ACCOUNT_NEW_MS = 7 * DAY_MS

export interface WithdrawalPast {
  readonly accountOpenedAt: number
  /** Highest identity level passed, 0 to 2. */
  readonly level: number
  /** When the destination was saved or changed; null: not among the saved addresses; undefined: a card, which has no address. */
  readonly addressSince: number | null | undefined
  readonly depositsPassed: number
  readonly withdrawalsPassed: number
  /** Countries of the last logins, empty where unknown. */
  readonly countries: readonly string[]
}

/** `at`: time of the request. */
export function signsOf(past: WithdrawalPast, at: number): WithdrawalSign[] {
  const { accountOpenedAt, level, addressSince, depositsPassed, withdrawalsPassed, countries } = past
  const isTrue: Readonly<Record<WithdrawalSign, boolean>> = {
    account_new: at - accountOpenedAt < ACCOUNT_NEW_MS,
    unverified: level === 0,
    address_new: typeof addressSince === 'number' && at - addressSince < DAY_MS,
    address_unsaved: addressSince === null,
    first_withdrawal: withdrawalsPassed === 0,
    deposit_none: depositsPassed === 0,
    countries: new Set(countries.filter(Boolean)).size > 1,
  }
  return WITHDRAWAL_SIGNS.filter((sign) => isTrue[sign])
}
