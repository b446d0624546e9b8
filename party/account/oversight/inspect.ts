// Read-only views of an account for the desk, on saved state.

import type { EntryFilter, EntryRow, HoldRow, Inspection, Page } from '#party/protocol/account-rows'
import { session } from '#db/account/room'
import { tableOf } from '#party/lib/table'
import type { Paging } from '#party/lib/slice'
import type { AccountState } from '../state'
import { ENTRIES, HOLDS, toHoldRow } from '../ledger-rows'
import { type Condition, type Listing, readBefore, readPage } from '../listing'
import type { Freeze } from './freeze-state'

const SESSIONS = tableOf(session).pick('openedAt', 'expiresAt', 'device', 'country', 'city')

/** Pages count from 1. */
interface Inspect {
  readonly holdsPage: number
  readonly entriesPage: number
  readonly entryFilter: EntryFilter
  readonly limit: number
}

export function inspect(
  { account, freeze }: { readonly account: AccountState; readonly freeze: Freeze },
  { holdsPage, entriesPage, entryFilter, limit }: Inspect,
): Inspection {
  return {
    balances: account.ledger.balances(),
    holds: listHolds(account, holdsPage, limit),
    sessions: SESSIONS.rows(account.store, 'ORDER BY opened_at DESC'),
    entries: listEntries(account, entryFilter, { page: entriesPage, limit }),
    freeze: freeze.state,
  }
}

/** The newest first: a hold that changes keeps its place in the table. */
function listHolds({ store }: AccountState, page: number, limit: number): Page<HoldRow> {
  const rows = HOLDS.rows(store, 'ORDER BY rowid DESC LIMIT ? OFFSET ?', limit, (page - 1) * limit)
  return { rows: rows.map(toHoldRow), total: HOLDS.count(store) }
}

function entriesOf({ reason, assetId, from, until }: EntryFilter): Listing<EntryRow> {
  const conditions: Condition[] = []
  if (reason !== undefined) conditions.push({ text: 'reason = ?', value: reason })
  // A stored line is ["change:available",3,"25"], so this text matches only the asset id.
  if (assetId !== undefined) conditions.push({ text: 'instr(lines, ?) > 0', value: `",${assetId},"` })
  if (from !== undefined) conditions.push({ text: 'at >= ?', value: from })
  if (until !== undefined) conditions.push({ text: 'at < ?', value: until })
  return { table: ENTRIES, key: 'id', conditions }
}

function listEntries({ store }: AccountState, filter: EntryFilter, paging: Paging): Page<EntryRow> {
  return readPage(store, entriesOf(filter), paging)
}

/** Entries with numbers below `before`, newest first; null for the newest. */
export const readEntries = (
  { account }: { readonly account: AccountState },
  slice: { readonly before: number | null; readonly filter: EntryFilter; readonly limit: number },
): EntryRow[] => readBefore(account.store, entriesOf(slice.filter), slice)

/** Holds with references after `after`, ordered by the immutable reference; null for the first page. */
export const readHolds = (
  { account }: { readonly account: AccountState },
  { after, limit }: { readonly after: string | null; readonly limit: number },
): HoldRow[] => HOLDS.rows(account.store, 'WHERE ref > ? ORDER BY ref LIMIT ?', after ?? '', limit).map(toHoldRow)
