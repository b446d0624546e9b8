// Permissions of desk roles. An unknown permission doesn't compile; the table gives each role's permissions. Permissions for reviews are
// declared with each kind (server/services/desk/review-kinds.ts).

export const ROLES = ['support', 'reviewer', 'finance', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/** invited: has a link that was not used yet. disabled: was sent away. */
export const STAFF_STATES = ['invited', 'active', 'disabled'] as const

type DeskSection =
  | 'users'
  | 'purchases'
  | 'payouts'
  | 'reports'
  | 'catalogue'
  | 'content'
  | 'site'
  | 'coupons'
  | 'staff'
  | 'audit'
  | 'support'
export type Permission =
  | `${DeskSection}:read`
  | 'reviews:note'
  | 'support:answer'
  | `${'correction' | 'recovery' | 'standing'}:propose`
  | 'users:freeze'
  | 'users:thaw'
  | `${'purchases' | 'payouts' | 'catalogue' | 'content' | 'site' | 'coupons' | 'staff'}:write`

const EVERYTHING_READ = [
  'users:read',
  'purchases:read',
  'payouts:read',
  'reports:read',
  'catalogue:read',
  'content:read',
  'site:read',
  'coupons:read',
  'staff:read',
  'audit:read',
  'support:read',
] as const satisfies readonly Permission[]

/** No person moves money alone, admins included: such actions need two people with the permission. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  support: ['recovery:propose', 'reviews:note', 'users:read', 'content:read', 'support:read', 'support:answer'],
  reviewer: ['recovery:propose', 'reviews:note', 'users:read', 'purchases:read', 'users:freeze', 'content:read'],
  finance: [
    'recovery:propose',
    'reviews:note',
    'users:read',
    'users:freeze',
    'purchases:read',
    'purchases:write',
    'payouts:read',
    'payouts:write',
    'reports:read',
    'catalogue:read',
    'content:read',
    'coupons:read',
    'correction:propose',
    'standing:propose',
    'coupons:write',
  ],
  admin: [
    ...EVERYTHING_READ,
    'reviews:note',
    'support:answer',
    'users:freeze',
    'users:thaw',
    'purchases:write',
    'payouts:write',
    'correction:propose',
    'recovery:propose',
    'standing:propose',
    'catalogue:write',
    'content:write',
    'site:write',
    'coupons:write',
    'staff:write',
  ],
  auditor: EVERYTHING_READ,
}

export const mayDo = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].includes(permission)
