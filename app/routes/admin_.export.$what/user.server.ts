// Files of one user's account, exactly as its room has it: amounts in smallest units.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type EntryFilter, openUserFile, readUserEntries, readUserHolds, readUserOrders } from '#services/desk/users'
import { type After, csvFile, csvOf } from '../../admin/csv-file.server'
import { requireStaff } from '../../admin/enter.server'
import { entryFilter, entryFilterNames } from '../../admin/list-filter.server'
import { noteExport } from '../../admin/note-export.server'
import { isoInstant } from '../../text/dates'

/** Null where an address names no such file. */
export async function userCsv(asked: LoaderFunctionArgs, what: string): Promise<Response | null> {
  const [, list, id] = /^(balances|holds|entries|orders)-(\d{1,15})$/.exec(what) ?? []
  if (!list || !id) return null
  const member = await requireStaff(asked, 'users:read')
  const { env } = asked.context
  const userId = Number(id)
  const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 1 }
  const file = await openUserFile(env, userId, pages)
  if (!file) throw new Response(null, { status: 404 })
  const entries = list === 'entries' ? entryFilter(new URL(asked.request.url).searchParams) : {}
  await noteExport(asked, member, { list, filter: entryFilterNames(entries), userId })
  switch (list) {
    case 'balances':
      return csvOf(
        what,
        ['wallet', 'asset', 'available', 'held'],
        file.account.balances.map((row) => [row.wallet, String(row.assetId), row.available, row.held]),
      )
    case 'holds':
      return holdsCsv(env, userId)
    case 'entries':
      return entriesCsv(env, userId, entries)
    default:
      return ordersCsv(env, userId)
  }
}

const holdsCsv = (env: Env, userId: number): Response =>
  csvFile({
    name: `holds-${userId}`,
    heads: ['reference', 'wallet', 'asset', 'amount'],
    read: async (slice: After<string>) => (await readUserHolds(env, userId, slice)) ?? [],
    keyOf: ({ ref }) => ref,
    linesOf: (row) => [[row.ref, row.wallet, String(row.assetId), row.amount]],
  })

/** One row a line of an entry. */
const entriesCsv = (env: Env, userId: number, filter: EntryFilter): Response =>
  csvFile({
    name: `entries-${userId}`,
    heads: ['entry', 'time', 'reason', 'reference', 'account', 'asset', 'amount'],
    read: async (slice: After) => (await readUserEntries(env, userId, filter, slice)) ?? [],
    keyOf: ({ id }) => id,
    linesOf: ({ id, at, reason, ref, lines }) =>
      lines.map(([account, assetId, amount]) => [
        ...[String(id), isoInstant(at, 0), reason, ref],
        ...[account, String(assetId), amount],
      ]),
  })

/** Prices in ticks and quantities in lots of the pair, as the market has them. */
function ordersCsv(env: Env, userId: number): Response {
  const heads = ['order', 'opened', 'updated', 'pair', 'side', 'kind', 'ticks', 'lots', 'lots_filled', 'budget']
  return csvFile({
    name: `orders-${userId}`,
    heads: [...heads, 'quote_filled', 'fee', 'state', 'close_reason'],
    read: async (slice: After) => (await readUserOrders(env, userId, slice)) ?? [],
    keyOf: ({ orderNo }) => orderNo,
    linesOf: (row) => [
      [
        ...[String(row.orderNo), isoInstant(row.openedAt, 0), isoInstant(row.updatedAt, 0), row.symbol, row.side],
        ...[row.kind, String(row.ticks), String(row.lots), String(row.lotsFilled), row.budget ?? ''],
        ...[row.quoteFilled, row.fee, row.state, row.closeReason ?? ''],
      ],
    ],
  })
}
