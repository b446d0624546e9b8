// Staff administration by admins: invite, change role, remove. No member can change themselves.

import {
  type StaffFilter,
  type StaffRow,
  changeRoleStatements,
  disableStatements,
  findStaffByEmail,
  findStaffById,
  hasOtherAdmin,
  isStillInRole,
  listStaff,
  searchStaff,
} from '#db/platform/staff'
import { listOwnCustomers } from '#db/platform/staff-customer'
import type { Slice } from '#db/platform/slice'
import { sql } from 'drizzle-orm'
import { ROLES, ROLE_PERMISSIONS, type Role, mayDo } from '#domain/desk/role'
import type { Language } from '#domain/language'
import { parseEmail } from '#domain/identity'
import { type Outcome, done, refuse } from '#domain/outcome'
import { writeAudited } from './audit'
import { type ProposeRefusal, propose } from './propose'
import { hasMoreReviews } from './review-kinds'
import { type StaffMember, checkPermission } from './session'

export type { StaffFilter }

const NAME_LENGTH_MAX = 60

export type StaffRefusal =
  | ProposeRefusal
  | 'permission_missing'
  | 'email_malformed'
  | 'staff_name_malformed'
  | 'staff_role_unknown'
  | 'staff_exists'
  | 'staff_not_found'
  | 'staff_last_admin'
  | 'staff_own_account'
  | 'nothing_changed'

export interface StaffCommand {
  /** Language of the invitation mail. */
  readonly language: Language
  readonly commandId: string
  readonly at: number
}

/** Requests an invitation, approved by another person. */
export async function proposeInvite(
  env: Env,
  by: StaffMember,
  {
    email: emailText,
    name: nameText,
    role,
    language,
    commandId,
    at,
  }: StaffCommand & Record<'email' | 'name' | 'role', string>,
): Promise<Outcome<null, StaffRefusal>> {
  const admitted = checkPermission(by, 'staff:write')
  const email = parseEmail(emailText)
  const name = nameText.trim()
  const known = ROLES.find((each) => each === role)

  if (!admitted.ok) return admitted
  if (!email.ok) return email
  if (name === '' || name.length > NAME_LENGTH_MAX) return refuse('staff_name_malformed')
  if (!known) return refuse('staff_role_unknown')
  if (await findStaffByEmail(env.DB, email.value)) return refuse('staff_exists')

  const proposal = { act: 'invite', email: email.value, name, role: known, language } as const
  const facts = { act: 'invite', role: known }
  return propose(env, by, { proposal, target: `staff:${email.value}`, facts, commandId, at })
}

/** Requests a new enrolment link for a member who lost a factor or password, or returns after removal. */
export async function proposeReinvite(
  env: Env,
  by: StaffMember,
  { id, language, commandId, at }: StaffCommand & { readonly id: number },
): Promise<Outcome<null, StaffRefusal>> {
  const target = await findTarget(env, by, id)
  if (!target.ok) return target
  const proposal = { act: 'reinvite', staffId: id, language } as const
  const facts = { act: 'reinvite', role: target.value.role }
  return propose(env, by, { proposal, target: `staff:${id}`, facts, commandId, at })
}

/** Requests removal of a declared own customer account. */
export async function proposeCustomerRemoval(
  env: Env,
  by: StaffMember,
  { id, userId, commandId, at }: Omit<StaffCommand, 'language'> & { readonly id: number; readonly userId: number },
): Promise<Outcome<null, StaffRefusal>> {
  const target = await findTarget(env, by, id)
  if (!target.ok) return target
  const known = await listOwnCustomers(env.DB, id)
  if (!known.some((own) => own.userId === userId)) return refuse('nothing_changed')
  const proposal = { act: 'customer_removal', staffId: id, userId } as const
  const facts = { act: 'customer_removal', user: String(userId) }
  return propose(env, by, { proposal, target: `staff:${id}`, facts, commandId, at })
}

/** True when the role has a permission or review kind that the other lacks. */
const mayMore = (role: Role, than: Role): boolean =>
  ROLE_PERMISSIONS[role].some((permission) => !mayDo(than, permission)) || hasMoreReviews(role, than)

/** proposed: the new role permits more, so a second approval is needed. */
export type RoleChanged = { readonly kind: 'changed' | 'proposed' }

export async function changeStaffRole(
  env: Env,
  by: StaffMember,
  { id, role, commandId, at }: Omit<StaffCommand, 'language'> & { readonly id: number; readonly role: string },
): Promise<Outcome<RoleChanged, StaffRefusal>> {
  const target = await findTarget(env, by, id)
  if (!target.ok) return target
  const to = ROLES.find((each): each is Role => each === role)
  if (!to) return refuse('staff_role_unknown')
  const from = target.value.role
  if (from === to) return refuse('nothing_changed')
  if (mayMore(to, from)) {
    const proposal = { act: 'role', staffId: id, from, to } as const
    const asked = await propose(env, by, {
      proposal,
      target: `staff:${id}`,
      facts: { act: 'role', from, to },
      commandId,
      at,
    })
    return asked.ok ? done({ kind: 'proposed' }) : asked
  }
  const entry = {
    staffId: by.id,
    action: 'staff_role_changed',
    target: `staff:${id}`,
    facts: { from, to },
    commandId,
    at,
  } as const
  const changed = await carryOut(env, entry, {
    precondition: sql`${isStillInRole(id, from)} and ${hasOtherAdmin(id)}`,
    statements: changeRoleStatements(env.DB, { id, role: to, at }),
  })
  return changed.ok ? done({ kind: 'changed' }) : changed
}

export async function disableStaff(
  env: Env,
  by: StaffMember,
  { id, commandId, at }: Omit<StaffCommand, 'language'> & { readonly id: number },
): Promise<Outcome<null, StaffRefusal>> {
  const target = await findTarget(env, by, id)
  if (!target.ok) return target
  const entry = {
    staffId: by.id,
    action: 'staff_disabled',
    target: `staff:${id}`,
    facts: {},
    commandId,
    at,
  } as const
  return carryOut(env, entry, { precondition: hasOtherAdmin(id), statements: disableStatements(env.DB, { id, at }) })
}

async function carryOut(...args: Parameters<typeof writeAudited>): Promise<Outcome<null, StaffRefusal>> {
  const written = await writeAudited(...args)
  if (written.ok) return done(null)
  return written.refusal.code === 'precondition_failed' ? refuse('staff_last_admin') : written
}

/** Finds another member; members cannot change themselves. */
async function findTarget(env: Env, by: StaffMember, id: number): Promise<Outcome<StaffRow, StaffRefusal>> {
  const admitted = checkPermission(by, 'staff:write')
  if (!admitted.ok) return admitted
  if (id === by.id) return refuse('staff_own_account')
  const row = await findStaffById(env.DB, id)
  return row ? done(row) : refuse('staff_not_found')
}

export type StaffLine = Omit<StaffRow, 'passwordHash' | 'totpSecret' | 'totpStep' | 'inviteHash' | 'standingSince'>

/** Staff row without credentials. */
const lineOf = ({ id, email, name, role, state, inviteExpiresAt, createdAt }: StaffRow): StaffLine => ({
  id,
  email,
  name,
  role,
  state,
  inviteExpiresAt,
  createdAt,
})

/** All members, for their names. */
export const readStaff = async (env: Pick<Env, 'DB'>): Promise<StaffLine[]> => (await listStaff(env.DB)).map(lineOf)

export async function findColleagues(
  env: Pick<Env, 'DB'>,
  filter: StaffFilter,
  slice: Slice,
): Promise<{ readonly rows: StaffLine[]; readonly total: number }> {
  const { rows, total } = await searchStaff(env.DB, filter, slice)
  return { rows: rows.map(lineOf), total }
}
