// Rows of an account's tables for its owner's export. New tables are exported without registration.

import { isSecretColumn } from '#domain/leaving/own-data'
import type { Store } from '#party/lib/store'

const ROWS_PER_BATCH = 500
/** Internal tables of the room: queues, stream positions, caches. */
const OF_THE_ROOM = new Set([
  'channel_event',
  'command',
  'counter',
  'lease',
  'market_command',
  'market_stream',
  'migration',
  'peer_message',
  'peer_stream',
  'receipt_owed',
  'timer',
  'turn_log',
  'watch_registration',
])

export interface OwnCursor {
  readonly table: string
  readonly row: number
}

type Row = Readonly<Record<string, unknown>>

export interface OwnRows {
  readonly table: string | null
  readonly rows: readonly Row[]
  readonly next: OwnCursor | null
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT GLOB 'sqlite_*' ORDER BY name`

export function ownRows(store: Store, from: OwnCursor | null): OwnRows {
  const tables = store.rows<{ name: string }>(TABLES).flatMap(({ name }) => (OF_THE_ROOM.has(name) ? [] : [name]))
  for (const table of tables) {
    if (from && table < from.table) continue
    const after = from?.table === table ? from.row : Number.MIN_SAFE_INTEGER
    const found = store.rows<{ readonly row_no: number } & Row>(
      `SELECT rowid AS row_no, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_BATCH}`,
      after,
    )
    const last = found.at(-1)
    if (!last) continue
    const next = { table, row: last.row_no }
    return { table, rows: found.map(withoutSecrets), next }
  }
  return { table: null, rows: [], next: null }
}

const withoutSecrets = ({ row_no: _no, ...row }: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isSecretColumn(name)))
