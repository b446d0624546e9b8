// Claims of limited supply: shares of a series, the quota of a deposit, places of a sale. A row per hold, granted or refused for good.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const CLAIM_REFUSALS = ['sold_out', 'above_user_max'] as const

export const supplyClaim = sqliteTable(
  'supply_claim',
  {
    /** In the order in which they came. */
    no: integer('no').primaryKey({ autoIncrement: true }),
    /** The reference of the hold, with its account: claiming again under it is the same claim. */
    ref: text('ref').notNull().unique(),
    product: text('product').notNull(),
    item: text('item').notNull(),
    userId: integer('user_id').notNull(),
    quantity: integer('quantity').notNull(),
    refusal: text('refusal', { enum: CLAIM_REFUSALS }),
    /** What could still be claimed as this one came: by anybody when it was granted or sold out, by this user when above the user's part. */
    left: integer('left_before'),
    /** How much was claimed together with this one; null when it was refused. */
    upTo: integer('up_to'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    index('supply_claim_by_item').on(table.product, table.item, table.no),
    index('supply_claim_by_user').on(table.product, table.item, table.userId),
  ],
)

/** How much of an item is claimed: what its last granted claim says; and how much of that is free for others again. */
export const supplyTaken = sqliteTable(
  'supply_taken',
  {
    product: text('product').notNull(),
    item: text('item').notNull(),
    taken: integer('taken').notNull(),
    returned: integer('returned').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.product, table.item] })],
)
