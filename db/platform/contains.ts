// Rows of which some text is a part, as the lists of the desk are searched.

import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Nothing in `text` is a sign for something else. */
export function contains(column: SQLiteColumn | SQL, text: string): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`${column} like ${pattern} escape '\\'`
}
