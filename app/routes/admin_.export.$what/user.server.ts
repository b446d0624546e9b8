// CSV exports of a user's account, as stored in its room: amounts in smallest units.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  type DeskUserRow,
  type EntryFilter,
  findUser,
  readUserBalances,
  readUserConditionals,
  readUserEntries,
  readUserHolds,
  readUserOrders,
} from '#services/desk/users'
import type { DeskConditionals } from '#party/protocol/conditional'
import { type After, csvFile } from '../../admin/csv-file.server'
import { requireStaff } from '../../admin/enter.server'
import { conditionalFilter, entryFilter, entryFilterNames } from '../../admin/list-filter.server'
import { noteExport } from '../../admin/note-export.server'
import { csvOf } from '../../lists/csv.server'
import { idOf } from '../../lists/query'
import { isoInstant } from '../../text/dates'

/** Null when the URL names no such file. */
export async function userCsv(args: LoaderFunctionArgs, what: string): Promise<Response | null> {
  const [, list, id] = /^(balances|holds|entries|orders|conditionals)-([1-9]\d{0,14})$/.exec(what) ?? []
  if (!list || !id) return null
  const member = await requireStaff(args, 'users:read')
  const { env } = args.context
  const user = await findUser(env, idOf(id))
  if (!user) throw new Response(null, { status: 404 })
  const { searchParams } = new URL(args.request.url)
  const entries = list === 'entries' ? entryFilter(searchParams) : {}
  const conditionals = conditionalFilter(searchParams)
  const filter = list === 'conditionals' ? { ...conditionals } : entryFilterNames(entries)
  await noteExport(args, member, { list, filter, userId: user.id })
  switch (list) {
    case 'balances':
      return balancesCsv(env, user)
    case 'holds':
      return holdsCsv(env, user)
    case 'entries':
      return entriesCsv(env, user, entries)
    case 'conditionals':
      return conditionalsCsv(env, user, conditionals)
    default:
      return ordersCsv(env, user)
  }
}

async function balancesCsv(env: Env, user: DeskUserRow): Promise<Response> {
  const balances = await readUserBalances(env, user)
  return csvOf(
    `balances-${user.id}`,
    ['wallet', 'asset', 'available', 'held'],
    balances.map((row) => [row.wallet, String(row.assetId), row.available, row.held]),
  )
}

const holdsCsv = (env: Env, user: DeskUserRow): Response =>
  csvFile({
    name: `holds-${user.id}`,
    heads: ['reference', 'wallet', 'asset', 'amount'],
    read: (slice: After<string>) => readUserHolds(env, user, slice),
    keyOf: ({ ref }) => ref,
    linesOf: (row) => [[row.ref, row.wallet, String(row.assetId), row.amount]],
  })

/** One row per ledger line. */
const entriesCsv = (env: Env, user: DeskUserRow, filter: EntryFilter): Response =>
  csvFile({
    name: `entries-${user.id}`,
    heads: ['entry', 'time', 'reason', 'reference', 'account', 'asset', 'amount'],
    read: (slice: After) => readUserEntries(env, user, filter, slice),
    keyOf: ({ id }) => id,
    linesOf: ({ id, at, reason, ref, lines }) =>
      lines.map(([account, assetId, amount]) => [
        ...[String(id), isoInstant(at, 0), reason, ref],
        ...[account, String(assetId), amount],
      ]),
  })

/** Prices in ticks and quantities in lots of the pair, as stored by the market. */
function ordersCsv(env: Env, user: DeskUserRow): Response {
  const heads = ['order', 'opened', 'updated', 'pair', 'side', 'kind', 'ticks', 'lots', 'lots_filled', 'budget']
  return csvFile({
    name: `orders-${user.id}`,
    heads: [...heads, 'quote_filled', 'fee', 'state', 'close_reason'],
    read: (slice: After) => readUserOrders(env, user, slice),
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

/** Prices in steps or ticks, quantities in lots of the pair. */
function conditionalsCsv(env: Env, user: DeskUserRow, filter: DeskConditionals): Response {
  const heads = ['order', 'accepted', 'ended', 'pair', 'side', 'kind', 'stop_steps', 'profit_steps', 'leg_ticks']
  const text = (value: string | number | null) => String(value ?? '')
  return csvFile({
    name: `conditionals-${user.id}`,
    heads: [
      ...[...heads, 'trail_steps', 'trail_rate', 'limit_ticks', 'lots', 'budget', 'held', 'state', 'end'],
      ...['fired_steps', 'sent_order', 'refusal', 'receipt'],
    ],
    read: (slice: After) => readUserConditionals(env, user, filter, slice),
    keyOf: ({ conditionalNo }) => conditionalNo,
    linesOf: (row) => [
      [
        ...[String(row.conditionalNo), isoInstant(row.acceptedAt, 0)],
        ...[row.endedAt === null ? '' : isoInstant(row.endedAt, 0), row.symbol, row.side, row.kind],
        ...[row.stopSteps, row.profitSteps, row.legTicks, row.trailSteps, row.trailRate, row.limitTicks].map(text),
        ...[row.lots, row.budget, row.held, row.state, row.end, row.firedSteps, row.orderNo].map(text),
        ...[row.refusal, row.receiptId].map(text),
      ],
    ],
  })
}
