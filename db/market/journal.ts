// Journal of a Market's book and streams: a snapshot, and the facts of each later turn. The room reads these tables only on waking;
// otherwise it writes, one commit per turn.

import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { isSafeInteger } from '../columns'

/** Facts of one turn of the event loop, as JSON; a long one is cut into parts. Cleared by each snapshot. */
export const turnPart = sqliteTable('turn_part', {
  /** In order of writing; parts of one turn are adjacent. */
  id: integer('id').primaryKey(),
  turn: integer('turn').notNull(),
  facts: text('facts').notNull(),
})

/** The last snapshot: resting orders, undelivered messages, the tape and the numbers given out, as JSON cut into parts. */
export const snapshotPart = sqliteTable('snapshot_part', {
  part: integer('part').primaryKey(),
  body: text('body').notNull(),
})

/** Where the two numbered streams with each account stood at the last snapshot. Kept for good: a number is never used twice. */
export const stream = sqliteTable(
  'stream',
  {
    account: integer('account').primaryKey(),
    commandSeq: integer('command_seq').notNull(),
    messageSeq: integer('message_seq').notNull(),
    /** The newest epoch of the account: requests of an earlier one are refused. */
    epoch: integer('epoch').notNull().default(0),
  },
  (table) => [
    check('stream_command_seq', isSafeInteger(table.commandSeq)),
    check('stream_message_seq', isSafeInteger(table.messageSeq)),
  ],
)

/**
 * Turns that accounts forwarded to this Market, one a line: account TAB number TAB changes. They mean nothing here. The text of one commit,
 * cut between lines when it is long; each snapshot leaves those that their accounts have not saved.
 */
export const forwardedPart = sqliteTable('forwarded_part', {
  id: integer('id').primaryKey(),
  lines: text('lines').notNull(),
})
