// VIP level, rebates and coupons of one user, and numbered messages between this account and peers.

import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'
import type { CouponState, CouponTerms } from '#domain/promotion/coupon'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

/** One row: the VIP level, who invited, and how far the directory has followed. */
export const standing = sqliteTable('standing', {
  id: integer('id').primaryKey(),
  level: integer('level').notNull(),
  inviterId: integer('inviter_id'),
  /** Last known level of the inviter, which sets the rebate rate. */
  inviterLevel: integer('inviter_level').notNull(),
  /** All rebates sent to the inviter, a value in USDT. */
  rebateValue: amountColumn('rebate_value').notNull(),
  /** Incremented with each published change; and the last revision that the directory has confirmed. */
  revision: integer('revision').notNull(),
  followed: integer('followed').notNull(),
  /** Last level reported in the user's messages. */
  levelTold: integer('level_told').notNull().default(0),
})

/** Trading volume per UTC day, as a USDT value. */
export const volume = sqliteTable('volume', {
  day: integer('day').primaryKey(),
  value: amountColumn('value').notNull(),
})

/** Unsent part of `@rebate:INVITER`; `value` in USDT. */
export const rebatePending = sqliteTable(
  'rebate_pending',
  {
    assetId: integer('asset_id').primaryKey(),
    amount: amountColumn('amount').notNull(),
    value: amountColumn('value').notNull(),
  },
  (table) => [check('rebate_pending_amount', isUnsignedAmount(table.amount))],
)

/** All rebates that came in from people invited. */
export const rebateEarned = sqliteTable('rebate_earned', {
  assetId: integer('asset_id').primaryKey(),
  amount: amountColumn('amount').notNull(),
  /** Amount already reported in the user's messages. */
  told: amountColumn('told')
    .notNull()
    .default(sql`'0'`),
})

export const coupon = sqliteTable('coupon', {
  /** The claim's reference: "coupon:7:10001". */
  ref: text('ref').primaryKey(),
  couponId: integer('coupon_id').notNull(),
  /** Terms at the time of the grant. */
  terms: text('terms', { mode: 'json' }).$type<CouponTerms>().notNull(),
  state: text('state').$type<CouponState>().notNull(),
  grantedAt: instantColumn('granted_at').notNull(),
  /** To be used before. */
  expiresAt: instantColumn('expires_at').notNull(),
  usedAt: instantColumn('used_at'),
  /** Where a discount in use ends. */
  endsAt: instantColumn('ends_at'),
  /** Total savings, as a USDT value. */
  saved: amountColumn('saved').notNull(),
})

/** Two numbered streams between this account and a peer: messages sent, messages that the peer has stored, and messages stored from it. */
export const peerStream = sqliteTable('peer_stream', {
  peer: integer('peer').primaryKey(),
  sent: integer('sent').notNull(),
  stored: integer('stored').notNull(),
  received: integer('received').notNull(),
})

/** Messages owed to a peer until it confirms them. */
export const peerMessage = sqliteTable(
  'peer_message',
  {
    peer: integer('peer').notNull(),
    seq: integer('seq').notNull(),
    message: text('message').notNull(),
  },
  (table) => [primaryKey({ columns: [table.peer, table.seq] })],
)
