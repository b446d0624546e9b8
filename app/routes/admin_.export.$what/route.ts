// The desk's lists as files: /admin/export/audit and others, filtered like their pages.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { FactLabel } from '#domain/desk/review'
import { readAudit } from '#services/desk/audit'
import { type QueueRow, readQueue } from '#services/desk/queue'
import { findKind } from '#services/desk/review-kinds'
import { conservationReport } from '#services/desk/reports'
import { findUsers } from '#services/desk/users'
import { feedHealth } from '#services/quotes'
import { auditFilter, auditFilterNames, auditedUser } from '../../admin/audit.server'
import { type After, csvFile } from '../../admin/csv-file.server'
import { requireReader, requireStaff } from '../../admin/enter.server'
import { queueFilter, queueView, userFilter, userFilterNames } from '../../admin/list-filter.server'
import { noteExport } from '../../admin/note-export.server'
import { csvOf } from '../../lists/csv.server'
import { isoInstant } from '../../text/dates'
import { couponsCsv, sheetCsv, staffCsv } from './kept.server'
import { payoutFile, travelFile } from './payout.server'
import { userCsv } from './user.server'

/** Desk exports; each requires the permission of its page. */
const instant = (at: number | null): string => (at === null ? '' : isoInstant(at, 0))

export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const what = args.params['what'] ?? ''
  if (what === 'audit') return auditCsv(args)
  if (what === 'users') return usersCsv(args)
  if (what === 'reserves') return reservesCsv(args)
  if (what === 'feeds') return feedsCsv(args)
  if (what === 'coupons') return couponsCsv(args)
  if (what === 'staff') return staffCsv(args)
  if (what.startsWith('sheet-')) return sheetCsv(args, what.slice('sheet-'.length))
  if (what.startsWith('payout-')) return payoutFile(args, what)
  if (what.startsWith('travel-')) return travelFile(args, what)
  if (what.startsWith('queue-')) return queueCsv(args, what.slice('queue-'.length))
  const ofUser = await userCsv(args, what)
  if (ofUser) return ofUser
  // Outsiders get the login redirect, so that they cannot probe which exports exist.
  await requireStaff(args, null)
  throw new Response(null, { status: 404 })
}

async function auditCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'audit:read')
  const { env } = args.context
  const filter = auditFilter(new URL(args.request.url).searchParams)
  await noteExport(args, member, { list: 'audit', filter: auditFilterNames(filter), userId: auditedUser(filter) })
  const heads = ['seq', 'time', 'staff', 'action', 'target', 'facts', 'command', 'previous_hash', 'hash']
  return csvFile({
    name: 'audit',
    heads,
    read: async (slice: After) => (await readAudit(env, filter, slice)).rows,
    keyOf: ({ seq }) => seq,
    linesOf: (row) => [
      [
        ...[String(row.seq), instant(row.at), row.staffId === null ? '' : String(row.staffId)],
        ...[row.action, row.target, row.facts, row.commandId, row.previousHash, row.hash],
      ],
    ],
  })
}

async function usersCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'users:read')
  const { env } = args.context
  const filter = userFilter(new URL(args.request.url).searchParams)
  await noteExport(args, member, { list: 'users', filter: userFilterNames(filter) })
  const heads = ['id', 'email', 'mobile', 'nickname', 'name', 'level', 'trading_frozen', 'withdrawals_frozen', 'since']
  return csvFile({
    name: 'users',
    heads,
    read: async (slice: After) => (await findUsers(env, filter, slice)).rows,
    keyOf: ({ id }) => id,
    linesOf: (row) => [
      [
        ...[String(row.id), row.email ?? '', row.mobile ?? '', row.nickname, row.realName, String(row.level)],
        ...[String(row.isTradingFrozen), String(row.isWithdrawalFrozen), instant(row.createdAt)],
      ],
    ],
  })
}

async function queueCsv(args: LoaderFunctionArgs, text: string): Promise<Response> {
  const { member, kind } = await requireReader(args, findKind(text))
  const { env } = args.context
  const search = new URL(args.request.url).searchParams
  const filter = queueFilter(kind.name, search)
  const { userId } = filter
  await noteExport(args, member, {
    list: `queue-${kind.name}`,
    filter: { view: queueView(search), user: userId },
    userId,
  })
  const heads = ['id', 'kind', 'subject', 'round', 'user', 'state', 'opened', 'decided', 'resolved', 'reason']
  // Amounts in the asset's smallest unit, as stored.
  const moneyHeads = ['asset', 'amount', 'network', 'wallet']
  return csvFile({
    name: `queue-${kind.name}`,
    heads: [...heads, ...moneyHeads],
    read: async (slice: After) => (await readQueue(env, filter, slice)).rows,
    keyOf: ({ id }) => id,
    linesOf: (row) => [
      [
        ...[String(row.id), row.kind, row.subjectId, String(row.round), String(row.userId), row.state],
        ...[instant(row.openedAt), instant(row.decidedAt), instant(row.resolvedAt), row.reason],
        ...[
          row.assetId === null ? '' : String(row.assetId),
          row.amount ?? '',
          lineOf(row, 'network'),
          lineOf(row, 'wallet'),
        ],
      ],
    ],
  })
}

const lineOf = ({ summary }: QueueRow, label: FactLabel): string =>
  summary.lines.find((line) => line.label === label)?.value ?? ''

async function reservesCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'reports:read')
  await noteExport(args, member, { list: 'reserves' })
  const { assets } = await conservationReport(args.context.env)
  const parts = ['owed', 'reserve', 'demo', 'corrections', 'fees', 'rebates', 'rest', 'difference'] as const
  const lines = assets.map((asset) => [
    asset.code,
    ...parts.map((part) => asset[part]),
    asset.markets,
    asset.marketsVerdict,
  ])
  return csvOf('reserves', ['asset', ...parts, 'markets', 'markets_verdict'], lines)
}

async function feedsCsv(args: LoaderFunctionArgs): Promise<Response> {
  const member = await requireStaff(args, 'reports:read')
  await noteExport(args, member, { list: 'feeds' })
  const feeds = await feedHealth(args.context.env)
  const heads = ['source', 'symbol', 'connected', 'stale', 'outlier', 'held', 'price', 'time', 'reconnects', 'error']
  const lines = feeds.map((feed) => [
    ...[feed.source, feed.symbol, String(feed.isConnected), String(feed.isStale), String(feed.isOutlier)],
    ...[String(feed.isHeld), feed.lastPrice ?? '', instant(feed.lastAt), String(feed.reconnects), feed.error ?? ''],
  ])
  return csvOf('feeds', heads, lines)
}
