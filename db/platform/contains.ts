// Rows of which some text is a part, as the lists of the desk are searched.

import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Whatever the case of Latin letters. Not by a pattern: the database takes none of more than fifty bytes, and people look for longer texts. */
export const contains = (column: SQLiteColumn | SQL, text: string): SQL =>
  sql`instr(lower(${column}), lower(${text})) > 0`
