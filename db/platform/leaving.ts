// Directory rows of one person for the export, counts of unfinished items, and deletion of personal data.

import { eq } from 'drizzle-orm'
import { isSecretColumn } from '#domain/leaving/own-data'
import { LEDGER_LINES } from '#domain/leaving/sealed'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { SENDER_OPEN } from './screening'

/** Tables with a user's number for internal work of site or staff. */
const NOT_OWN = [
  'account_count',
  'liability_run',
  'notice_owed',
  'passkey_challenge',
  'recovery_code',
  // Who knew of a hit could move the money first.
  'screening',
  'staff_customer',
]
/** Column definition of a row's owner. */
const OWNER_COLUMN = /^\s*[`"](user_id|owner_id)[`"] /m
const ROWS_AT_ONCE = 200

type Row = Readonly<Record<string, unknown>>

export interface OwnTable {
  readonly table: string
  readonly column: string
}

/** The person's tables: the user's own row, and every table with a column that names its owner. */
export async function ownTables(db: D1Database): Promise<readonly OwnTable[]> {
  const { results } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_]*' ORDER BY name`)
    .all<{ readonly name: string; readonly sql: string }>()
  const owned = results.flatMap(({ name: table, sql }) => {
    const [, column] = OWNER_COLUMN.exec(sql) ?? []
    return column === undefined || NOT_OWN.includes(table) ? [] : [{ table, column }]
  })
  return [{ table: 'user', column: 'id' }, ...owned]
}

/** Rows after a row number, without secrets; `next` is null at the end. */
export async function ownDirectoryRows(
  db: D1Database,
  { table, column }: OwnTable,
  { userId, after }: { readonly userId: number; readonly after: number },
): Promise<{ readonly rows: readonly Row[]; readonly next: number | null }> {
  const { results } = await db
    .prepare(
      `SELECT rowid AS row_no, * FROM "${table}" WHERE "${column}" = ? AND rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`,
    )
    .bind(userId, after)
    .all<{ readonly row_no: number } & Row>()
  const rows = results.map(({ row_no: _no, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !isSecretColumn(name))),
  )
  return { rows, next: results.length === ROWS_AT_ONCE ? (results.at(-1)?.row_no ?? null) : null }
}

/** A deposit that has arrived and waits for people, without saying what they were told of its sender. */
const IS_HELD = `(state = 'review' OR (state = 'confirming' AND confirmations >= confirmations_min AND ${SENDER_OPEN}))`

/** Counts of unfinished items in the directory, named as in `unfinished` of account features; each product adds its own line. */
const UNFINISHED: Readonly<Record<string, string>> = {
  deposits: `SELECT count(*) FROM deposit WHERE user_id = ?1 AND state = 'confirming' AND NOT ${IS_HELD}`,
  deposits_held: `SELECT count(*) FROM deposit WHERE user_id = ?1 AND ${IS_HELD}`,
  buy_orders: `SELECT count(*) FROM buy_order WHERE user_id = ?1 AND state IN ('to_pay', 'review', 'paid')`,
  loan_requests: `SELECT count(*) FROM loan_request WHERE user_id = ?1 AND state = 'review'`,
  artworks: `SELECT count(*) FROM nft_lot WHERE seller_id = ?1 AND state IN ('open', 'won')`,
  trading: `SELECT count(*) FROM trader WHERE user_id = ?1 AND state IN ('review', 'active')`,
  verification: `SELECT count(*) FROM verification WHERE user_id = ?1 AND state = 'under_review'`,
}

export async function countUnfinished(db: D1Database, userId: number): Promise<ReadonlyMap<string, number>> {
  const counts = Object.entries(UNFINISHED).map(([name, statement]) => `(${statement}) AS "${name}"`)
  const row = await db
    .prepare(`SELECT ${counts.join(', ')}`)
    .bind(userId)
    .first<Record<string, number>>()
  return new Map(Object.entries(row ?? {}).filter(([, total]) => total > 0))
}

/** When its owner closed the account; null while it is open. */
export async function setAccountClosed(db: D1Database, userId: number, at: number | null): Promise<void> {
  await openDirectory(db).update(user).set({ closedAt: at }).where(eq(user.id, userId))
}

/** Accounts closed before the instant, whose personal data was not deleted yet. */
export async function listForgettable(db: D1Database, before: number, limit: number): Promise<readonly number[]> {
  const { results } = await db
    .prepare(`SELECT id FROM user WHERE closed_at < ? AND nickname <> '' ORDER BY closed_at LIMIT ?`)
    .bind(before, limit)
    .all<{ readonly id: number }>()
  return results.map(({ id }) => id)
}

export async function ownUploads(db: D1Database, userId: number): Promise<readonly { readonly id: string }[]> {
  const { results } = await db
    .prepare('SELECT id FROM upload WHERE user_id = ? ORDER BY id')
    .bind(userId)
    .all<{ readonly id: string }>()
  return results
}

/** Deletes personal data. Entries, decisions and amounts remain under the user's number. */
export async function forgetPerson(db: D1Database, userId: number): Promise<void> {
  const tables = [
    'verification',
    'upload',
    'saved_address',
    'bank_card',
    'passkey',
    'totp',
    'recovery_code',
    'receiving_address',
  ]
  await db.batch([
    ...tables.map((table) => db.prepare(`DELETE FROM ${table} WHERE user_id = ?`).bind(userId)),
    db
      .prepare(`UPDATE payout_batch SET document = '' WHERE id IN (SELECT batch_id FROM withdrawal WHERE user_id = ?)`)
      .bind(userId),
    db
      .prepare(
        `UPDATE withdrawal SET target = '', memo = '', card = '', remark = '', travel_sealed = '' WHERE user_id = ?`,
      )
      .bind(userId),
    db.prepare(`UPDATE screening SET hits_sealed = '' WHERE user_id = ?`).bind(userId),
    db.prepare(`DELETE FROM review_note WHERE review_id IN (SELECT id FROM review WHERE user_id = ?)`).bind(userId),
    db
      .prepare(
        `UPDATE review SET user_name = '', summary = json_set(summary, '$.lines', (SELECT json_group_array(json(line.value))
         FROM json_each(summary, '$.lines') AS line WHERE line.value ->> 'label' IN (SELECT value FROM json_each(?1)))) WHERE user_id = ?2`,
      )
      .bind(JSON.stringify(LEDGER_LINES), userId),
    db
      .prepare(
        `UPDATE user SET email = 'closed-' || id || '@invalid', mobile = NULL, mobile_national = NULL, nickname = '', real_name = '',
         head_portrait = '', signature = '', phrase = '', password_hash = '', pay_password_hash = NULL WHERE id = ?`,
      )
      .bind(userId),
  ])
}
