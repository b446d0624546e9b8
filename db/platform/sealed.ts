// Personal data of closed accounts: sealed from the desk, but for a day after two people opened it.

import { type SQL, and, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { SEAL_OPENED_MS } from '#domain/leaving/sealed'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { review } from './review-schema'

// Drizzle drops the table's name from columns directly in a selected expression, so this one is nested in another.
const IS_CLOSED_TO_DESK = sql`(${user.closedAt} is not null and not exists (select 1 from ${review} as opened
  where opened.user_id = ${user.id} and opened.kind = 'sealed' and opened.state = 'approved'
    and opened.decided_at > unixepoch() * 1000 - ${sql.raw(String(SEAL_OPENED_MS))}))`

/** Of a row of `user`. */
export const IS_SEALED = sql<boolean>`${IS_CLOSED_TO_DESK}`.mapWith(Boolean)

/** A column of `user`; `hidden` while the account is sealed. */
export const unsealed = <Value>(column: SQLiteColumn, hidden: Value): SQL<Value> =>
  sql<Value>`case when ${IS_SEALED} then ${hidden} else ${column} end`

export async function listSealed(db: D1Database, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await openDirectory(db)
    .select({ id: user.id })
    .from(user)
    .where(and(sql`${user.id} in (select value from json_each(${JSON.stringify([...new Set(userIds)])}))`, IS_SEALED))
  return new Set(rows.map(({ id }) => id))
}
