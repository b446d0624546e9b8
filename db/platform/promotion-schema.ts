// Coupons with their claims, and figures of inviters' team lists. No balances.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, instantColumn } from '../columns'

export const coupon = sqliteTable(
  'coupon',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Code to claim it, in capitals; null for coupons claimed from the list or granted only. */
    code: text('code').unique(),
    kind: text('kind').notNull(),
    /** JSON of CouponTerms. */
    terms: text('terms').notNull(),
    stock: integer('stock').notNull(),
    /** Incremented by a trigger with each claim. */
    claimed: integer('claimed').notNull().default(0),
    /** Days between the claim and the last moment to use it. */
    useWithinDays: integer('use_within_days').notNull(),
    claimFrom: instantColumn('claim_from').notNull(),
    claimUntil: instantColumn('claim_until').notNull(),
    /** Shown on the coupon page. */
    isListed: flagColumn('is_listed').notNull().default(false),
    /** Granted to every newly registered user. */
    isWelcome: flagColumn('is_welcome').notNull().default(false),
    isEnabled: flagColumn('is_enabled').notNull().default(true),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    check('coupon_stock', sql`${table.claimed} between 0 and ${table.stock}`),
    index('coupon_open').on(table.isListed, table.isEnabled),
  ],
)

export const couponClaim = sqliteTable(
  'coupon_claim',
  {
    /** "coupon:7:10001". */
    ref: text('ref').primaryKey(),
    couponId: integer('coupon_id').notNull(),
    userId: integer('user_id').notNull(),
    at: instantColumn('at').notNull(),
    /** Command that made the claim: its repetition gets the first answer. Empty for welcome coupons. */
    commandId: text('command_id').notNull().default(''),
    /** The Account room hasn't confirmed the coupon yet. */
    isPending: flagColumn('is_owed').notNull().default(true),
  },
  (table) => [
    uniqueIndex('coupon_claim_once').on(table.couponId, table.userId),
    index('coupon_claim_by_user').on(table.userId),
    index('coupon_claim_owed')
      .on(table.isPending)
      .where(sql`is_owed = 1`),
  ],
)

/** Trading figures of an invited user, reported by that user's Account. */
export const referral = sqliteTable('referral', {
  userId: integer('user_id').primaryKey(),
  inviterId: integer('inviter_id').notNull(),
  /** All volume since registration, and all rebates to the inviter: values in USDT. */
  volume: amountColumn('volume').notNull(),
  rebate: amountColumn('rebate').notNull(),
  revision: integer('revision').notNull(),
})
