// Claims of limited supply: shares of a series, the quota of a deposit, places of a sale. A row per hold, granted or refused for good.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const CLAIM_REFUSALS = ['sold_out', 'above_user_max'] as const

export const supplyClaim = sqliteTable(
  'supply_claim',
  {
    /** In order of arrival. */
    no: integer('no').primaryKey({ autoIncrement: true }),
    /** Reference of the hold, including its account: a repeated reference is the same claim. */
    ref: text('ref').notNull().unique(),
    product: text('product').notNull(),
    item: text('item').notNull(),
    userId: integer('user_id').notNull(),
    quantity: integer('quantity').notNull(),
    refusal: text('refusal', { enum: CLAIM_REFUSALS }),
    /** Remaining supply at this claim: the total when granted or sold out, the user's own when above the user's maximum. */
    left: integer('left_before'),
    /** Sum of claims including this one; null when refused. */
    upTo: integer('up_to'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    index('supply_claim_by_item').on(table.product, table.item, table.no),
    index('supply_claim_by_user').on(table.product, table.item, table.userId),
  ],
)

/** Claimed quantity per item by its last granted claim; and the part that was returned. */
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
