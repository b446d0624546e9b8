// The operator's desk: staff, audit log, corrections, and the audited sums of each account. No column here is a price, an outcome or a
// balance used for payments.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ROLES, STAFF_STATES } from '#domain/desk/role'
import { amountColumn, flagColumn, instantColumn, passkeyColumns } from '../columns'

export const staff = sqliteTable(
  'staff',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    state: text('state', { enum: STAFF_STATES }).notNull(),
    /** "scrypt$…"; null until enrolled. */
    passwordHash: text('password_hash'),
    /** Sealed with a key that is derived from SESSION_SECRET; null without an app. */
    totpSecret: text('totp_secret'),
    /** Newest 30-second step whose code was used: codes of this step or earlier are refused. */
    totpStep: integer('totp_step').notNull().default(0),
    /** SHA-256 of the link's token; null when there is none to be used. */
    inviteHash: text('invite_hash').unique(),
    inviteExpiresAt: instantColumn('invite_expires_at'),
    createdAt: instantColumn('created_at').notNull(),
    /** Start of the person's unbroken time in this role and state: earlier approvals are invalid. */
    standingSince: instantColumn('standing_since').notNull().default(0),
  },
  (table) => [
    check('staff_role', sql`${table.role} in ('support', 'reviewer', 'finance', 'admin', 'auditor')`),
    check('staff_state', sql`${table.state} in ('invited', 'active', 'disabled')`),
    /** An app or a passkey besides: triggers see to it, because a check cannot look into another table. */
    check('staff_password', sql`${table.state} <> 'active' or ${table.passwordHash} is not null`),
  ],
)

/** Customer accounts declared by staff as their own: the declarer must not decide about them. */
export const staffCustomer = sqliteTable(
  'staff_customer',
  {
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id),
    userId: integer('user_id').notNull(),
    declaredAt: instantColumn('declared_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.userId] })],
)

/** Passkeys of staff, separate from those of customers. */
export const staffPasskey = sqliteTable(
  'staff_passkey',
  {
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id),
    ...passkeyColumns,
  },
  (table) => [index('staff_passkey_by_staff').on(table.staffId)],
)

export const staffSession = sqliteTable(
  'staff_session',
  {
    /** SHA-256 of the cookie's value. */
    idHash: text('id_hash').primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id),
    openedAt: instantColumn('opened_at').notNull(),
    seenAt: instantColumn('seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    ip: text('ip').notNull(),
  },
  (table) => [index('staff_session_by_staff').on(table.staffId), index('staff_session_by_expiry').on(table.expiresAt)],
)

/** Append-only by trigger; see server/domain/desk/audit.ts for the chain. */
export const auditEntry = sqliteTable(
  'audit_entry',
  {
    seq: integer('seq').primaryKey(),
    at: instantColumn('at').notNull(),
    staffId: integer('staff_id'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    facts: text('facts').notNull(),
    commandId: text('command_id').notNull().unique(),
    previousHash: text('previous_hash').notNull().unique(),
    /** Written as null when the action's precondition is false: the whole batch then rolls back. */
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_entry_by_staff').on(table.staffId, table.seq),
    index('audit_entry_by_action').on(table.action, table.seq),
    index('audit_entry_by_target').on(table.target, table.seq),
  ],
)

/** A single-wallet entry requested by one person and approved by another; its review has the kind "correction". */
export const correction = sqliteTable(
  'correction',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    wallet: text('wallet').notNull(),
    assetId: integer('asset_id').notNull(),
    /** Signed change of the wallet in smallest units. */
    amount: amountColumn('amount').notNull(),
    reason: text('reason').notNull(),
    proposedBy: integer('proposed_by').notNull(),
    proposedAt: instantColumn('proposed_at').notNull(),
  },
  (table) => [index('correction_by_user').on(table.userId)],
)

/** Proposals that a second person must approve: desk access, changes that concern money, removal of a lost app. */
export const proposal = sqliteTable('proposal', {
  id: text('id').primaryKey(),
  /** JSON of server/domain/desk/proposal.ts. */
  content: text('content').notNull(),
  proposedBy: integer('proposed_by').notNull(),
  proposedAt: instantColumn('proposed_at').notNull(),
})

/** Sums of one account's entries at its last count: a copy for the report, never used for payments. */
export const accountCount = sqliteTable(
  'account_count',
  {
    userId: integer('user_id').primaryKey(),
    at: instantColumn('at').notNull(),
    isSound: flagColumn('is_sound').notNull(),
    entryCount: integer('entry_count').notNull(),
    undelivered: integer('undelivered').notNull(),
    /** JSON of `sums` in server/domain/desk/books.ts. */
    sums: text('sums').notNull(),
    /** JSON of `heard` there. */
    heard: text('heard').notNull().default('[]'),
    /** JSON of sentences. */
    problems: text('problems').notNull(),
  },
  (table) => [
    index('account_count_by_time').on(table.at),
    index('account_count_unsound')
      .on(table.userId)
      .where(sql`is_sound = 0`),
  ],
)

/** Total of all counts in one row, so the report doesn't read every account. */
export const countTotal = sqliteTable('count_total', {
  id: integer('id').primaryKey(),
  /** One more with each write. Written as null when another wrote first: then the whole batch is undone. */
  revision: integer('revision').notNull(),
  /** JSON of server/domain/desk/books.ts. */
  sums: text('sums').notNull(),
  heard: text('heard').notNull(),
})

/** When the sweep of every minute ran last and how many of its parts failed then: one row. */
export const sweepRun = sqliteTable('sweep_run', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
  failed: integer('failed').notNull(),
})
