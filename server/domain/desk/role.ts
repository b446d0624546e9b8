// Who may do what at the desk. A permission that is not spelt here does not compile; a role is what its line of the table says.

import type { ReviewKind } from './review'

export const ROLES = ['support', 'reviewer', 'finance', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** invited: has a link that was not used yet. disabled: was sent away. */
export const STAFF_STATES = ['invited', 'active', 'disabled'] as const

type Place = ReviewKind | 'users' | 'reports' | 'catalogue' | 'content' | 'site' | 'coupons' | 'audit'
export type Permission =
  | `${Place}:read`
  | `${ReviewKind}:decide`
  | 'reviews:note'
  | `${'correction' | 'recovery'}:propose`
  | 'users:freeze'
  | 'users:thaw'
  | `${'catalogue' | 'content' | 'site' | 'coupons' | 'staff'}:write`

const QUEUES_READ = ['identity:read', 'deposit:read', 'withdrawal:read'] as const satisfies readonly Permission[]
/** Whoever talks with customers may ask; to decide is a right of its own. */
const RECOVERY_ASKED = ['recovery:read', 'recovery:propose'] as const satisfies readonly Permission[]
const EVERYTHING_READ = [
  ...QUEUES_READ,
  'correction:read',
  'recovery:read',
  'change:read',
  'users:read',
  'reports:read',
  'catalogue:read',
  'content:read',
  'site:read',
  'coupons:read',
  'staff:read',
  'audit:read',
] as const satisfies readonly Permission[]

/** Nobody may move money alone, an admin included: what needs two people needs two people of these. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  support: [...QUEUES_READ, ...RECOVERY_ASKED, 'reviews:note', 'users:read', 'content:read'],
  reviewer: [
    ...QUEUES_READ,
    ...RECOVERY_ASKED,
    'reviews:note',
    'users:read',
    'users:freeze',
    'content:read',
    'identity:decide',
    'deposit:decide',
    'recovery:decide',
  ],
  finance: [
    ...QUEUES_READ,
    ...RECOVERY_ASKED,
    'reviews:note',
    'correction:read',
    'change:read',
    'users:read',
    'users:freeze',
    'reports:read',
    'catalogue:read',
    'content:read',
    'coupons:read',
    'deposit:decide',
    'withdrawal:decide',
    'correction:decide',
    'correction:propose',
    'change:decide',
    'coupons:write',
  ],
  admin: [
    ...EVERYTHING_READ,
    'reviews:note',
    'users:freeze',
    'users:thaw',
    'identity:decide',
    'deposit:decide',
    'withdrawal:decide',
    'correction:decide',
    'correction:propose',
    'recovery:decide',
    'recovery:propose',
    'change:decide',
    'staff:decide',
    'catalogue:write',
    'content:write',
    'site:write',
    'coupons:write',
    'staff:write',
  ],
  auditor: EVERYTHING_READ,
}

export const mayDo = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].includes(permission)
