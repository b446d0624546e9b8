// Messages kept to be read on the outbox page, and failures to send any: written, listed newest first, pruned.

import { count, desc, lte, sql } from 'drizzle-orm'
import type { AccountChannel } from '#domain/identity'
import type { NoticeChannel } from '#domain/message'
import { openDirectory } from './directory'
import { messageFailure, outboxMessage } from './outbox-schema'

export interface OutboxRow {
  readonly id: number
  readonly channel: AccountChannel
  readonly target: string
  readonly subject: string
  readonly body: string
  readonly createdAt: number
}

export async function insertOutboxMessage(db: D1Database, message: Omit<OutboxRow, 'id'>): Promise<void> {
  await openDirectory(db).insert(outboxMessage).values(message)
}

export async function listOutboxMessages(db: D1Database, limit: number): Promise<OutboxRow[]> {
  const rows = await openDirectory(db).select().from(outboxMessage).orderBy(desc(outboxMessage.id)).limit(limit)
  return rows.map((row) => ({ ...row, channel: row.channel === 'sms' ? 'sms' : 'mail' }))
}

export async function pruneOutbox(db: D1Database, before: number): Promise<void> {
  await openDirectory(db).delete(outboxMessage).where(lte(outboxMessage.createdAt, before))
}

export async function insertMessageFailure(
  db: D1Database,
  failure: { readonly way: NoticeChannel; readonly reason: string; readonly at: number },
): Promise<void> {
  await openDirectory(db).insert(messageFailure).values(failure)
}

/** By channel: count and newest failure. */
export const countMessageFailures = (
  db: D1Database,
): Promise<{ way: NoticeChannel; total: number; newestAt: number; reason: string }[]> =>
  openDirectory(db)
    .select({
      way: messageFailure.way,
      total: count(),
      // With a single max(), SQLite takes the other columns from the row of the maximum.
      newestAt: sql<number>`max(${messageFailure.at})`,
      reason: messageFailure.reason,
    })
    .from(messageFailure)
    .groupBy(messageFailure.way)

export async function pruneMessageFailures(db: D1Database, before: number): Promise<void> {
  await openDirectory(db).delete(messageFailure).where(lte(messageFailure.at, before))
}
