// Sanctions lists as the operators loaded them, and what was found when somebody was compared with them.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SCREENED, SCREENING_SOURCES, SCREENING_STATES } from '#domain/screening/list'
import { instantColumn } from '../columns'

/** A version of a list; its row stays after its entries are gone. */
export const screeningList = sqliteTable(
  'screening_list',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    source: text('source', { enum: SCREENING_SOURCES }).notNull(),
    /** Day of publication as the list names it, "2026-11-28". */
    published: text('published').notNull(),
    /** SHA-256 of the file, hexadecimal. */
    digest: text('digest').notNull(),
    entries: integer('entries').notNull(),
    keys: integer('index_rows').notNull(),
    /** loading: its parts are arriving. */
    state: text('state', { enum: ['loading', 'current', 'past'] }).notNull(),
    startedAt: instantColumn('started_at').notNull(),
    /** When it became the current one. */
    currentAt: instantColumn('current_at'),
  },
  (table) => [
    uniqueIndex('screening_list_current')
      .on(table.source)
      .where(sql`state = 'current'`),
    check('screening_list_state', sql`${table.state} in ('loading', 'current', 'past')`),
  ],
)

export const screeningEntry = sqliteTable(
  'screening_entry',
  {
    listId: integer('list_id').notNull(),
    /** Position in the list, from 1. */
    no: integer('no').notNull(),
    /** JSON of a ListEntry. */
    entry: text('entry').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.no] })],
)

/** Index of a list: the names under each key, as "no name" lines. */
export const screeningKey = sqliteTable(
  'screening_key',
  {
    listId: integer('list_id').notNull(),
    key: text('key').notNull(),
    names: text('names').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.key] })],
)

/** One comparison of a subject with one set of lists. A pass over known subjects stores hits alone. */
export const screening = sqliteTable(
  'screening',
  {
    /** Of kind, subject and lists; subject id of its review. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: SCREENED }).notNull(),
    subjectId: text('subject_id').notNull(),
    userId: integer('user_id').notNull(),
    /** Ids of the lists, as "3 7". */
    edition: text('edition').notNull(),
    /** clear: no hit. open: two people must look. cleared: another person. confirmed: the one on the list. */
    state: text('state', { enum: SCREENING_STATES }).notNull(),
    /** Sealed JSON of the hits; empty without any. */
    hitsSealed: text('hits_sealed').notNull(),
    at: instantColumn('at').notNull(),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    index('screening_of_subject').on(table.kind, table.subjectId, table.at),
    index('screening_by_user')
      .on(table.userId)
      .where(sql`state <> 'clear'`),
    check('screening_state', sql`${table.state} in ('clear', 'open', 'cleared', 'confirmed')`),
  ],
)

/** A pass over known subjects after a list changed: how far it got. */
export const screeningPass = sqliteTable('screening_pass', {
  edition: text('edition').primaryKey(),
  part: integer('part').notNull().default(0),
  /** Last row of the part that was compared. */
  after: integer('after').notNull().default(0),
  checked: integer('checked').notNull().default(0),
  found: integer('found').notNull().default(0),
  startedAt: instantColumn('started_at').notNull(),
  endedAt: instantColumn('ended_at'),
})
