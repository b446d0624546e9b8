// Security of a user besides the password: authenticator app, recovery codes, passkeys and their challenges.

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

/** Single-use codes for a lost app. */
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
    /** Owner of the passkey that may answer: a user id, or a staff id at the desk; null at a user's login, where the passkey identifies the user. */
    userId: integer('user_id'),
    /** Origin of the challenge, such as "https://cm.example"; the answer must come from the same origin. */
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
