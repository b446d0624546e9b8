// What secures a user besides the password: the authenticator app, its recovery codes, passkeys, and what a passkey must sign.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn, passkeyColumns } from '../columns'

/** One authenticator app per user. */
export const totp = sqliteTable('totp', {
  userId: integer('user_id').primaryKey(),
  /** Encrypted with a key that is derived from SESSION_SECRET, bound to the user. */
  secret: text('secret').notNull(),
  /** Null until a first code proves that the app has the secret; until then the app isn't accepted. */
  confirmedAt: instantColumn('confirmed_at'),
  /** Newest 30-second step whose code was used: codes of this step or earlier are refused. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: instantColumn('created_at').notNull(),
})

/** Codes for who has lost the app; each is worth one use. */
export const recoveryCode = sqliteTable(
  'recovery_code',
  {
    userId: integer('user_id').notNull(),
    /** HMAC of user and code. */
    codeHash: text('code_hash').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const passkey = sqliteTable('passkey', { userId: integer('user_id').notNull(), ...passkeyColumns }, (table) => [
  index('passkey_by_user').on(table.userId),
])

/** Challenge for a passkey signature, valid once. */
export const passkeyChallenge = sqliteTable(
  'passkey_challenge',
  {
    challenge: text('challenge').primaryKey(),
    /** "add" | "login" | "step_up", and "desk_add" | "desk_login" of people of the desk. */
    purpose: text('purpose').notNull(),
    /** Whose passkey may answer: a user's id, or at the desk a staff id; null at a user's login, where the passkey says who it is. */
    userId: integer('user_id'),
    /** "https://cm.example": where the question was asked, and the only place where it may be answered. */
    origin: text('origin').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenge_by_expiry').on(table.expiresAt),
    index('passkey_challenge_by_user')
      .on(table.userId)
      .where(sql`user_id is not null`),
  ],
)
