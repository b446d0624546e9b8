// What users sent in to be verified: one row per submission and level, kept with its end. Numbers of documents are sealed.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ID_TYPES } from '#domain/identity-document'
import { instantColumn } from '../columns'

export const verification = sqliteTable(
  'verification',
  {
    /** Subject id of its review. */
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** 1 basic, 2 advanced. */
    level: integer('level').notNull(),
    state: text('state', { enum: ['under_review', 'passed', 'failed'] }).notNull(),
    /** For level 1; a level 2 refers to the passed level 1. */
    idType: text('id_type', { enum: ID_TYPES }),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    name: text('name'),
    /** The document's number, encrypted. */
    numberSealed: text('number_sealed'),
    /** Keyed hash of country and number: a document verifies one user, and doesn't block others before that. */
    numberHash: text('number_hash'),
    /** References of private pictures; of level 2. */
    frontImage: text('front_image'),
    reverseImage: text('reverse_image'),
    /** Why it failed, as the reviewer wrote it for the user. */
    reason: text('reason').notNull().default(''),
    submittedAt: instantColumn('submitted_at').notNull(),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    uniqueIndex('verification_live')
      .on(table.userId, table.level)
      .where(sql`state in ('under_review', 'passed')`),
    uniqueIndex('verification_document')
      .on(table.numberHash)
      .where(sql`state = 'passed'`),
    index('verification_by_document').on(table.numberHash),
    index('verification_by_user').on(table.userId, table.submittedAt),
    check('verification_level', sql`${table.level} in (1, 2)`),
    check('verification_state', sql`${table.state} in ('under_review', 'passed', 'failed')`),
    check(
      'verification_content',
      sql`(${table.level} = 1 and ${table.numberHash} is not null and ${table.name} is not null)
        or (${table.level} = 2 and ${table.frontImage} is not null and ${table.reverseImage} is not null)`,
    ),
  ],
)
