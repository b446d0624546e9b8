// Data of the chain watcher: address owners, read position per network, and transfers of the simulated chain.

import { type SQL, and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { openDirectory } from './directory'
import { chainCursor, receivingAddress, simulatedTransfer } from './funds-schema'

/** D1 takes a hundred values in one statement. */
const ADDRESSES_PER_QUERY = 90

export async function keepReceivingAddress(db: D1Database, row: typeof receivingAddress.$inferInsert): Promise<void> {
  await openDirectory(db).insert(receivingAddress).values(row).onConflictDoNothing()
}

/** User ids by address, of those that are ours. */
export async function findAddressOwners(
  db: D1Database,
  network: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const directory = openDirectory(db)
  const distinct = [...new Set(addresses)]
  const parts: string[][] = []
  for (let start = 0; start < distinct.length; start += ADDRESSES_PER_QUERY)
    parts.push(distinct.slice(start, start + ADDRESSES_PER_QUERY))
  const queries = parts.map((part) =>
    directory
      .select()
      .from(receivingAddress)
      .where(and(eq(receivingAddress.network, network), inArray(receivingAddress.address, part))),
  )
  const [first, ...others] = queries
  if (!first) return new Map()
  const found = await directory.batch([first, ...others])
  return new Map(found.flat().map((row) => [row.address, row.userId]))
}

export async function readCursor(db: D1Database, network: string): Promise<string | null> {
  const [row] = await openDirectory(db).select().from(chainCursor).where(eq(chainCursor.network, network))
  return row?.position ?? null
}

export const listCursors = (db: D1Database): Promise<(typeof chainCursor.$inferSelect)[]> =>
  openDirectory(db).select().from(chainCursor)

export interface CursorStep {
  readonly network: string
  /** Where the reading began. */
  readonly before: string | null
  readonly position: string
  readonly readAt: number
  /** Blocks that the node is behind: null when uncountable, undefined when it isn't behind. */
  readonly behindBy: number | null | undefined
  /** Blocks that come next and cannot be read. */
  readonly gap: { readonly from: number; readonly to: number } | undefined
}

/** Goes on from where the reading began; where it was set elsewhere meanwhile, it stays there. */
export async function writeCursor(
  db: D1Database,
  { network, before, position, readAt, behindBy, gap }: CursorStep,
): Promise<void> {
  const isBehind = behindBy !== undefined || gap !== undefined
  const missing = { behindBy: behindBy ?? null, gapFrom: gap?.from ?? null, gapTo: gap?.to ?? null }
  const behind = { behindSince: isBehind ? readAt : null, ...missing }
  const behindSince = isBehind ? sql`coalesce(${chainCursor.behindSince}, ${readAt})` : null
  await openDirectory(db)
    .insert(chainCursor)
    .values({ network, position, readAt, ...behind })
    .onConflictDoUpdate({
      target: chainCursor.network,
      set: { position, readAt, ...behind, behindSince },
      setWhere: eq(chainCursor.position, before ?? ''),
    })
}

export const isCursorAt = (network: string, position: string): SQL =>
  sql`exists (select 1 from ${chainCursor} where network = ${network} and position = ${position})`

export const setCursorStatement = (db: D1Database, network: string, position: string) =>
  openDirectory(db)
    .update(chainCursor)
    .set({ position, behindSince: null, behindBy: null, gapFrom: null, gapTo: null })
    .where(eq(chainCursor.network, network))

export type SimulatedTransferRow = typeof simulatedTransfer.$inferSelect

export async function insertSimulatedTransfer(
  db: D1Database,
  row: typeof simulatedTransfer.$inferInsert,
): Promise<void> {
  await openDirectory(db).insert(simulatedTransfer).values(row)
}

/** Transfers in valid blocks, from a height on. */
export const listSimulatedTransfers = (
  db: D1Database,
  { network, from, to }: { readonly network: string; readonly from: number; readonly to: number },
): Promise<SimulatedTransferRow[]> =>
  openDirectory(db)
    .select()
    .from(simulatedTransfer)
    .where(
      and(
        eq(simulatedTransfer.network, network),
        eq(simulatedTransfer.isOrphaned, false),
        sql`${simulatedTransfer.height} between ${from} and ${to}`,
      ),
    )
    .orderBy(asc(simulatedTransfer.height), asc(simulatedTransfer.id))

export async function findSimulatedTransfer(db: D1Database, txId: string): Promise<SimulatedTransferRow | null> {
  const [row] = await openDirectory(db).select().from(simulatedTransfer).where(eq(simulatedTransfer.txId, txId))
  return row ?? null
}

export const listNewestSimulated = (db: D1Database, limit: number): Promise<SimulatedTransferRow[]> =>
  openDirectory(db).select().from(simulatedTransfer).orderBy(desc(simulatedTransfer.id)).limit(limit)

export async function orphanSimulatedTransfer(db: D1Database, txId: string): Promise<void> {
  await openDirectory(db).update(simulatedTransfer).set({ isOrphaned: true }).where(eq(simulatedTransfer.txId, txId))
}
