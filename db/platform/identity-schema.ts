// Users, codes sent to them, and counters that limit guessing. No balances.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, instantColumn } from '../columns'

export const user = sqliteTable(
  'user',
  {
    /** Starts at 10001; the name of the user's Account room in decimal. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text('email').unique(),
    /** E.164: "+819012345678". */
    mobile: text('mobile').unique(),
    /** The mobile without its country code, as people type it at login: "9012345678". */
    mobileNational: text('mobile_national'),
    /** "scrypt$N$r$p$salt$hash". */
    passwordHash: text('password_hash').notNull(),
    /** The pay password, as the login password is kept; null until one is set. */
    payPasswordHash: text('pay_password_hash'),
    /** No withdrawal before this time: one day after a change that a thief would make. Null without such a change. */
    withdrawalsLockedUntil: instantColumn('withdrawals_locked_until'),
    /** No password reset code goes to the address before this time: it was bound without a code from an older address. Null: allowed. */
    emailResetFrom: instantColumn('email_reset_from'),
    mobileResetFrom: instantColumn('mobile_reset_from'),
    /** The mobile isn't accepted as a login name before this time: it was bound without proof of ownership. Null when it is accepted. */
    mobileLoginFrom: instantColumn('mobile_login_from'),
    /** The user's own words, in every message of ours; empty until chosen. */
    phrase: text('phrase').notNull().default(''),
    nickname: text('nickname').notNull(),
    headPortrait: text('head_portrait').notNull().default(''),
    signature: text('signature').notNull().default(''),
    score: integer('score').notNull().default(100),
    level: integer('level').notNull().default(0),
    /** Revision of the Account's message that set the level. */
    levelRevision: integer('level_revision').notNull().default(0),
    language: text('language').notNull(),
    inviteCode: text('invite_code').notNull().unique(),
    inviterId: integer('inviter_id'),
    /** 0 none, 1 under review, 2 passed. */
    reviewStatus: integer('review_status').notNull().default(0),
    advancedReviewStatus: integer('advanced_review_status').notNull().default(0),
    realName: text('real_name').notNull().default(''),
    isSeller: flagColumn('is_seller').notNull().default(false),
    /** Granted at the desk by two people (server/domain/account-flag.ts). */
    isMarketMaker: flagColumn('is_market_maker').notNull().default(false),
    isProfessional: flagColumn('is_professional').notNull().default(false),
    /** Ref of the play money still owed ("demo:1"); null when none is. */
    pendingDemoGrant: text('demo_grant_owed'),
    /** The password changed, but the Account room hasn't confirmed the end of all sessions yet. */
    isSessionEndPending: flagColumn('is_session_end_owed').notNull().default(false),
    /** Inviter and welcome coupons not confirmed by the Account room yet. */
    isPromotionPending: flagColumn('is_promotion_owed').notNull().default(false),
    /** Set by the desk. The Account room enforces its own copy, which the directory updates. */
    isTradingFrozen: flagColumn('is_trading_frozen').notNull().default(false),
    isWithdrawalFrozen: flagColumn('is_withdrawal_frozen').notNull().default(false),
    /** Revision of the two freezes; the room keeps the newest one. */
    freezeRevision: integer('freeze_revision').notNull().default(0),
    /** Changed, but not confirmed by the Account room yet. */
    isFreezePending: flagColumn('is_freeze_owed').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    passwordChangedAt: instantColumn('password_changed_at').notNull(),
    /** By its owner; the Account room decides, and this is what the desk sees. */
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    check('user_has_account', sql`${table.email} is not null or ${table.mobile} is not null`),
    index('user_by_inviter').on(table.inviterId),
    index('user_by_closing')
      .on(table.closedAt)
      .where(sql`closed_at is not null`),
    index('user_by_mobile_national').on(table.mobileNational),
    index('user_by_session_end_owed')
      .on(table.isSessionEndPending)
      .where(sql`is_session_end_owed = 1`),
    index('user_by_freeze_owed')
      .on(table.isFreezePending)
      .where(sql`is_freeze_owed = 1`),
    index('user_by_promotion_owed')
      .on(table.isPromotionPending)
      .where(sql`is_promotion_owed = 1`),
    index('user_by_demo_grant_owed')
      .on(table.pendingDemoGrant)
      .where(sql`demo_grant_owed is not null`),
  ],
)

/** The valid code of a target and purpose per requester; a new request replaces the requester's own code. */
export const verificationCode = sqliteTable(
  'verification_code',
  {
    /** E-mail in lower case, or E.164. */
    target: text('target').notNull(),
    purpose: text('purpose').notNull(),
    /** HMAC of target, purpose and code. Null: the message had no code, and no attempt matches. */
    codeHash: text('code_hash'),
    /** Requester: a browser, an address, or a logged-in user (services/identity/requester.ts). */
    requester: text('requester').notNull(),
    /** Remaining wrong attempts by other people, and by the requester. */
    triesLeft: integer('tries_left').notNull(),
    ownTriesLeft: integer('own_tries_left').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.target, table.purpose, table.requester] }),
    index('verification_code_by_expiry').on(table.expiresAt),
  ],
)

/** How often something happened in a window; pruned after it. */
export const attemptCounter = sqliteTable(
  'attempt_counter',
  {
    /** Counter's name with window length and subject: "login:account:…". */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** End of the window. */
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [index('attempt_counter_by_expiry').on(table.expiresAt)],
)
