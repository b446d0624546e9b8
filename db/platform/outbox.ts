// Messages kept to be read on the outbox page: written, listed newest first, pruned.

import { desc, lte } from 'drizzle-orm'
import type { AccountChannel } from '#domain/identity'
import { openDirectory } from './directory'
import { outboxMessage } from './outbox-schema'

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
