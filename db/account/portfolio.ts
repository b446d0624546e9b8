// Sums of the ledger by period, and costs of what is held. Derived from entries and bills alone, in their order, at each checkpoint.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PeriodLine, Step } from '#domain/portfolio/movement'
import { amountColumn, instantColumn } from '../columns'

/** One row a period, because a row costs more than its text. */
export const portfolioPeriod = sqliteTable(
  'portfolio_period',
  {
    step: text('step').$type<Step>().notNull(),
    at: instantColumn('at').notNull(),
    lines: text('lines', { mode: 'json' }).$type<readonly PeriodLine[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.step, table.at] })],
)

/** `CostLine` of server/domain/portfolio/cost.ts. */
export const portfolioCost = sqliteTable('portfolio_cost', {
  key: text('key').primaryKey(),
  known: amountColumn('known').notNull(),
  unknown: amountColumn('unknown').notNull(),
  cost: amountColumn('cost').notNull(),
  realized: amountColumn('realized').notNull(),
  unpriced: amountColumn('unpriced').notNull(),
})

/** `OpenItem` of the same file. */
export const portfolioItem = sqliteTable('portfolio_item', {
  key: text('key').primaryKey(),
  assetId: integer('asset_id').notNull(),
  units: amountColumn('units').notNull(),
  known: amountColumn('known').notNull(),
  cost: amountColumn('cost').notNull(),
})

/** One row: the last entry and bill that are counted. */
export const portfolioMark = sqliteTable('portfolio_mark', {
  id: integer('id').primaryKey(),
  entryId: integer('entry_id').notNull(),
  billId: integer('bill_id').notNull(),
})
