// Customer accounts of staff: declared, listed, revoked, and the check whether an account belongs to a staff member.

import { and, asc, eq, sql } from 'drizzle-orm'
import { staffCustomer } from './desk-schema'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { verification } from './verification-schema'

export interface OwnCustomer {
  readonly staffId: number
  readonly userId: number
}

export const listOwnCustomers = (
  db: D1Database,
  staffId: number,
): Promise<{ readonly userId: number; readonly declaredAt: number }[]> =>
  openDirectory(db)
    .select({ userId: staffCustomer.userId, declaredAt: staffCustomer.declaredAt })
    .from(staffCustomer)
    .where(eq(staffCustomer.staffId, staffId))
    .orderBy(asc(staffCustomer.userId))

/** Accounts of all staff, for the staff page. */
export const listAllOwnCustomers = (db: D1Database): Promise<OwnCustomer[]> =>
  openDirectory(db)
    .select({ staffId: staffCustomer.staffId, userId: staffCustomer.userId })
    .from(staffCustomer)
    .orderBy(asc(staffCustomer.staffId), asc(staffCustomer.userId))

export const declareStatement = (db: D1Database, { at, ...own }: OwnCustomer & { readonly at: number }) =>
  openDirectory(db)
    .insert(staffCustomer)
    .values({ ...own, declaredAt: at })

export const removeStatement = (db: D1Database, { staffId, userId }: OwnCustomer) =>
  openDirectory(db)
    .delete(staffCustomer)
    .where(and(eq(staffCustomer.staffId, staffId), eq(staffCustomer.userId, userId)))

export const isDeclared = ({ staffId, userId }: OwnCustomer) =>
  sql`exists (select 1 from ${staffCustomer} declared where declared.staff_id = ${staffId} and declared.user_id = ${userId})`

/**
 * Declared, or with the same e-mail, or verified by a document that also verified one of those accounts; for the account itself a document
 * under review counts too.
 */
export async function isOwnCustomer(
  db: D1Database,
  { staffId, email, userId }: OwnCustomer & { readonly email: string },
): Promise<boolean> {
  const own = sql`select user_id from ${staffCustomer} where staff_id = ${staffId} union select id from ${user} where email = ${email}`
  const [row] = await openDirectory(db).all<{ is_own: number }>(
    sql`select ${userId} in (${own}) or exists (
      select 1 from ${verification} theirs join ${verification} mine on mine.number_hash = theirs.number_hash
      where theirs.user_id = ${userId} and theirs.state in ('under_review', 'passed')
        and mine.state = 'passed' and mine.user_id in (${own})) as is_own`,
  )
  return row?.is_own === 1
}
