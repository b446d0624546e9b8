// Nobody at the desk decides about a customer account of their own: declared by themselves, of the same e-mail, or verified by the same
// document. Whatever the desk does about a customer's account asks here first; what is refused is in the log.

import { createHash } from 'node:crypto'
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
import { sql } from 'drizzle-orm'
import { type AuditRefusal, writeAudited } from './audit'
import type { StaffMember } from './session'

interface Command {
  readonly commandId: string
  readonly at: number
}

/** Refuses whoever acts about their own account. `target` is what they would have acted on. */
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
    // Not the command's own id: nothing was carried out under it, and a colleague may still use it.
    commandId: `own:${createHash('sha256').update(commandId).digest('hex').slice(0, 40)}`,
    at,
  } as const
  const written = await writeAudited(env, entry, { statements: [] })
  if (!written.ok) console.error(`staff ${by.id}: a refusal is not in the log: ${written.refusal.code}`)
  return refuse('own_account')
}

export type DeclareRefusal = AuditRefusal | 'user_not_found' | 'nothing_changed'

/** Takes nobody else: it only takes power away from whoever declares. To take it back takes two (staff.ts). */
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
