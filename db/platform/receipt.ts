// Public receipts in the directory: inserted once, never changed.

import type { ListPart } from '#domain/list-part'
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { NOTHING_TAKEN } from '#domain/insurance'
import { openDirectory } from './directory'
import { receipt, tradeReceipt } from './receipt-schema'
import { isOfPart, isWithin, offsetOfPart } from './slice'

/** D1 takes a hundred values in a statement. */
const ROWS_PER_STATEMENT = 20

interface NewReceipt {
  readonly id: string
  readonly body: string
  readonly at: number
  readonly insurance: string
}

/** An existing receipt stays unchanged. */
export async function keepReceipts(db: D1Database, receipts: readonly NewReceipt[]): Promise<void> {
  const directory = openDirectory(db)
  for (let from = 0; from < receipts.length; from += ROWS_PER_STATEMENT)
    await directory
      .insert(receipt)
      .values(receipts.slice(from, from + ROWS_PER_STATEMENT).map((each) => ({ ...each, rule: ruleOf(each.body) })))
      .onConflictDoNothing()
}

interface NewTradeReceipt extends Omit<NewReceipt, 'insurance'> {
  readonly firstTradeNo: number
  readonly lastTradeNo: number
}

/** Receipts of the house's trades in one pair, found by the trades' numbers. */
export async function keepHouseReceipts(
  db: D1Database,
  symbol: string,
  receipts: readonly NewTradeReceipt[],
): Promise<void> {
  await keepReceipts(
    db,
    receipts.map(({ id, body, at }) => ({ id, body, at, insurance: NOTHING_TAKEN })),
  )
  await openDirectory(db)
    .insert(tradeReceipt)
    .values(receipts.map(({ id, firstTradeNo, lastTradeNo }) => ({ symbol, firstTradeNo, lastTradeNo, receiptId: id })))
    .onConflictDoNothing()
}

/** Receipt that shows a trade with the house; null for another trade, or before it is published. */
export async function findTradeReceipt(db: D1Database, symbol: string, tradeNo: number): Promise<string | null> {
  const row = await openDirectory(db)
    .select({ body: receipt.body, last: tradeReceipt.lastTradeNo })
    .from(tradeReceipt)
    .innerJoin(receipt, eq(receipt.id, tradeReceipt.receiptId))
    .where(and(eq(tradeReceipt.symbol, symbol), lte(tradeReceipt.firstTradeNo, tradeNo)))
    .orderBy(desc(tradeReceipt.firstTradeNo))
    .limit(1)
    .get()
  return row && row.last >= tradeNo ? row.body : null
}

/** Text of a receipt; null for an unknown name. */
export async function findReceipt(db: D1Database, id: string): Promise<string | null> {
  const row = await openDirectory(db).select({ body: receipt.body }).from(receipt).where(eq(receipt.id, id)).get()
  return row?.body ?? null
}

/** Names of receipts after a number, in order of arrival. */
export const receiptsAfter = (
  db: D1Database,
  after: number,
  limit: number,
): Promise<readonly Pick<typeof receipt.$inferSelect, 'no' | 'id'>[]> =>
  openDirectory(db)
    .select({ no: receipt.no, id: receipt.id })
    .from(receipt)
    .where(gt(receipt.no, after))
    .orderBy(asc(receipt.no))
    .limit(limit)

/** Forgets receipts of a rule from before an instant, oldest first, at most `limit`; none by which the insurance fund took or paid, and not the newest, which the log compares. The log keeps their names and what proves their ticks. */
export async function pruneReceipts(
  db: D1Database,
  { rule, before, limit }: { readonly rule: string; readonly before: number; readonly limit: number },
): Promise<number> {
  const directory = openDirectory(db)
  const oldest = directory
    .select({ no: receipt.no, at: receipt.at })
    .from(receipt)
    .where(and(eq(receipt.rule, rule), eq(receipt.insurance, NOTHING_TAKEN)))
    .orderBy(asc(receipt.no))
    .limit(limit)
    .as('oldest')
  const old = directory
    .select({ no: oldest.no })
    .from(oldest)
    .where(and(lt(oldest.at, before), sql`${oldest.no} < (SELECT max(no) FROM receipt)`))
  const { meta } = await directory.delete(receipt).where(inArray(receipt.no, old))
  return meta.changes
}

/** Receipts of a rule after a number, in order of arrival. */
export const listReceipts = (
  db: D1Database,
  { rule, after, limit }: { readonly rule: string; readonly after: number; readonly limit: number },
): Promise<readonly Pick<typeof receipt.$inferSelect, 'no' | 'id' | 'body'>[]> =>
  openDirectory(db)
    .select({ no: receipt.no, id: receipt.id, body: receipt.body })
    .from(receipt)
    .where(and(eq(receipt.rule, rule), gt(receipt.no, after)))
    .orderBy(asc(receipt.no))
    .limit(limit)

/** Insurance entries of a rule's receipts. */
export const listTaken = (db: D1Database, rule: string): Promise<readonly { readonly insurance: string }[]> =>
  openDirectory(db)
    .select({ insurance: receipt.insurance })
    .from(receipt)
    .where(and(sql`${receipt.insurance} <> '0'`, eq(receipt.rule, rule)))

/** Entries of the insurance fund, of one rule or all, newest first, with their total count. */
export async function listInsurance(
  db: D1Database,
  { rule, ...part }: ListPart & { readonly rule?: string | undefined },
): Promise<{ readonly rows: readonly (typeof receipt.$inferSelect)[]; readonly total: number }> {
  const directory = openDirectory(db)
  const isOfRule = rule === undefined ? undefined : eq(receipt.rule, rule)
  const isOfFund = and(sql`${receipt.insurance} <> '0'`, isOfRule, isWithin(receipt.at, part))
  const [rows, [counted]] = await directory.batch([
    directory
      .select()
      .from(receipt)
      .where(and(isOfFund, isOfPart(receipt.no, part)))
      .orderBy(desc(receipt.no))
      .limit(part.limit)
      .offset(offsetOfPart(part)),
    directory
      .select({ total: sql<number>`count(*)` })
      .from(receipt)
      .where(isOfFund),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Every receipt names the rule that it follows. */
const ruleOf = (body: string): string => (JSON.parse(body) as { readonly rule: string }).rule
