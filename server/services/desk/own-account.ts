// Staff cannot decide about their own customer account: self-declared, with the same e-mail, or verified by the same
// document. Every desk action on a customer account checks this first; refusals are logged.

import { logError } from '#lib/log-line'
import {
  declareStatement,
  isDeclared,
  isOwnCustomer,
  listAllOwnCustomers,
  listOwnCustomers,
} from '#db/platform/staff-customer'
import { findUserById } from '#db/platform/user'
import { NO_USER } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { sha256 } from '#lib/digest'
import { sql } from 'drizzle-orm'
import { type AuditRefusal, writeAudited } from './audit'
import type { StaffMember } from './session'

interface Command {
  readonly commandId: string
  readonly at: number
}

/** Refuses actions on the member's own account. `target` is the refused subject for the log. */
export async function checkNotOwn(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { userId, target, commandId, at }: Command & { readonly userId: number; readonly target: string },
): Promise<Outcome<null, 'own_account'>> {
  if (userId === NO_USER) return done(null)
  if (!(await isOwnCustomer(env.DB, { staffId: by.id, email: by.email, userId }))) return done(null)
  const entry = {
    staffId: by.id,
    action: 'own_account_refused',
    target,
    facts: { user: String(userId) },
    // A separate id: the command was not executed, and a colleague may reuse its id.
    commandId: `own:${sha256(commandId).slice(0, 40)}`,
    at,
  } as const
  const written = await writeAudited(env, entry, { statements: [] })
  if (!written.ok) logError(`staff ${by.id}: a refusal is not in the log: ${written.refusal.code}`)
  return refuse('own_account')
}

export type DeclareRefusal = AuditRefusal | 'user_not_found' | 'nothing_changed'

/** Declares an own customer account. No approval needed, since it only restricts; revoking takes two people (staff.ts). */
export async function declareCustomer(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  { userId, ...command }: Command & { readonly userId: number },
): Promise<Outcome<null, DeclareRefusal>> {
  if (!(await findUserById(env.DB, userId))) return refuse('user_not_found')
  const own = { staffId: by.id, userId }
  const entry = {
    staffId: by.id,
    action: 'customer_declared',
    target: `staff:${by.id}`,
    facts: { user: String(userId) },
    ...command,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: sql`not ${isDeclared(own)}`,
    statements: [declareStatement(env.DB, { ...own, at: command.at })],
  })
  if (written.ok) return done(null)
  return written.refusal.code === 'precondition_failed' ? refuse('nothing_changed') : written
}

export const readOwnCustomers = (env: Pick<Env, 'DB'>, by: StaffMember) => listOwnCustomers(env.DB, by.id)

/** By staff id. */
export async function readDeclared(env: Pick<Env, 'DB'>): Promise<ReadonlyMap<number, readonly number[]>> {
  const declared = new Map<number, number[]>()
  for (const { staffId, userId } of await listAllOwnCustomers(env.DB))
    declared.set(staffId, [...(declared.get(staffId) ?? []), userId])
  return declared
}
