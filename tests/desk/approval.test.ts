// Whether an approval still stands, and which change of a coupon makes more of it.

import { expect, it, test } from 'vitest'
import { didApprovalStandAt, doesApprovalStand } from '#domain/desk/approval'
import {
  type CouponSwitches,
  type Proposal,
  isCouponProposal,
  isFlagProposal,
  isMoreCoupon,
  isRecoveryProposal,
  isSealProposal,
  isStaffProposal,
} from '#domain/desk/proposal'
import { moneySummary } from '#domain/desk/review'
import { decodeAmount } from '#domain/money/amount'
import { mayDo } from '#domain/desk/role'

const APPROVED_AT = 5_000
const giver = { role: 'finance', isActive: true, roleSince: 1_000 } as const

it.each([
  ['whose giver is as before', {}, true],
  ['whose giver came to the desk at that very moment', { roleSince: APPROVED_AT }, true],
  ['whose giver has come to the role since', { roleSince: APPROVED_AT + 1 }, false],
  ['whose giver was disabled', { isActive: false }, false],
  ['whose giver was removed', { role: null }, false],
  ['whose giver has a role that does not approve', { role: 'support' }, false],
  ['whose giver has another role that approves', { role: 'admin' }, true],
] as const)('an approval %s stands: %s', (_, now, stands) => {
  expect(doesApprovalStand(['finance', 'admin'], { ...giver, ...now }, APPROVED_AT)).toBe(stands)
})

const DECIDED_AT = 6_000
it.each([
  ['is as before', {}, true],
  ['was disabled before it', { isActive: false, roleSince: DECIDED_AT }, false],
  ['was disabled after it', { isActive: false, roleSince: DECIDED_AT + 1 }, true],
  ['has had another role since then', { role: 'support', roleSince: DECIDED_AT + 1 }, true],
  ['had another role by then', { role: 'support', roleSince: DECIDED_AT }, false],
  ['came to an approving role by then, after the approval', { roleSince: APPROVED_AT + 1 }, false],
] as const)('at a past instant, an approval whose giver %s stood: %s', (...[, now, stood]) => {
  expect(didApprovalStandAt(DECIDED_AT, ['finance', 'admin'], { ...giver, ...now }, APPROVED_AT)).toBe(stood)
})

const SWITCHES: CouponSwitches = { stock: 10, claimUntil: 2_000, isListed: false, isWelcome: false, isEnabled: false }
const ALL_ON: CouponSwitches = { ...SWITCHES, isListed: true, isWelcome: true, isEnabled: true }

it.each<[Partial<CouponSwitches>, boolean]>([
  [{}, false],
  [{ stock: 11 }, true],
  [{ stock: 9 }, false],
  [{ claimUntil: 2_001 }, true],
  [{ claimUntil: 1_999 }, false],
  [{ isListed: true }, true],
  [{ isWelcome: true }, true],
  [{ isEnabled: true }, true],
  [{ stock: 9, isEnabled: true }, true],
])('a coupon that is changed by %j is more of it: %s', (change, isMore) => {
  expect(isMoreCoupon(SWITCHES, { ...SWITCHES, ...change })).toBe(isMore)
})

it.each<[Partial<CouponSwitches>]>([[{}], [{ isListed: false }], [{ isWelcome: false }], [{ isEnabled: false }]])(
  'a coupon with everything on that is changed by %j is not more',
  (change) => {
    expect(isMoreCoupon(ALL_ON, { ...ALL_ON, ...change })).toBe(false)
  },
)

const ACTS = {
  staff: ['invite', 'reinvite', 'role', 'customer_removal'],
  row: ['row_change', 'row_add'],
  coupon: ['coupon_add', 'coupon_change'],
  recovery: ['app_removal'],
  flag: ['account_flag'],
  seal: ['seal_opening'],
} as const

test('each proposal is of one kind', () => {
  const kinds = {
    staff: isStaffProposal,
    coupon: isCouponProposal,
    recovery: isRecoveryProposal,
    flag: isFlagProposal,
    seal: isSealProposal,
  }
  for (const [kind, acts] of Object.entries(ACTS))
    for (const act of acts) {
      const of = Object.entries(kinds).flatMap(([name, isOf]) => (isOf({ act } as Proposal) ? [name] : []))
      expect([act, of]).toEqual([act, kind === 'row' ? [] : [kind]])
    }
})

test('the queue shows amount and network; a bank has none', () => {
  expect(moneySummary({ assetId: 3, amount: decodeAmount('7'), network: 'TRC20' })).toEqual({
    money: { assetId: 3, amount: 7n },
    lines: [{ label: 'network', value: 'TRC20' }],
    cells: [],
  })
  expect(moneySummary({ assetId: 3, amount: decodeAmount('7'), network: '' }).lines).toEqual([])
})

test('an auditor reads and changes nothing; only an admin thaws an account', () => {
  expect(mayDo('auditor', 'reports:read')).toBe(true)
  expect(mayDo('auditor', 'users:freeze')).toBe(false)
  expect((['support', 'reviewer', 'finance', 'admin', 'auditor'] as const).filter((role) => mayDo(role, 'users:thaw'))).toEqual(['admin']) // prettier-ignore
})
