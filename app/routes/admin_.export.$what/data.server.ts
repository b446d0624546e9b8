// What each file of the desk holds, and who may have it: whoever may see the page.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { REVIEW_KINDS, REVIEW_STATES } from '#domain/desk/review'
import { readAudit } from '#services/desk/audit'
import { readQueue } from '#services/desk/queue'
import { conservationReport } from '#services/desk/reports'
import { findUsers, openUserFile } from '#services/desk/users'
import { auditFilter } from '../../admin/audit-filter.server'
import { csvFile } from '../../admin/csv-file.server'
import { requireStaff } from '../../admin/enter.server'
import { isoInstant } from '../../text/dates'
import { couponsCsv, sheetCsv, staffCsv } from './kept.server'

const instant = (at: number | null): string => (at === null ? '' : isoInstant(at, 0))

export async function loader(asked: LoaderFunctionArgs): Promise<Response> {
  const what = asked.params['what'] ?? ''
  if (what === 'audit') return auditCsv(asked)
  if (what === 'users') return usersCsv(asked)
  if (what === 'reserves') return reservesCsv(asked)
  if (what === 'coupons') return couponsCsv(asked)
  if (what === 'staff') return staffCsv(asked)
  if (what.startsWith('sheet-')) return sheetCsv(asked, what.slice('sheet-'.length))
  if (what.startsWith('queue-')) return queueCsv(asked, what.slice('queue-'.length))
  if (/^entries-\d{1,15}$/.test(what)) return entriesCsv(asked, Number(what.slice('entries-'.length)))
  // Who is not at the desk learns nothing of what is there.
  await requireStaff(asked, null)
  throw new Response(null, { status: 404 })
}

async function auditCsv(asked: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(asked, 'audit:read')
  const { env } = asked.context
  const filter = auditFilter(new URL(asked.request.url).searchParams)
  const heads = ['seq', 'time', 'staff', 'action', 'target', 'facts', 'command', 'previous_hash', 'hash']
  return csvFile('audit', heads, async (page) => {
    const { rows } = await readAudit(env, filter, page)
    return rows.map((row) => [
      String(row.seq),
      instant(row.at),
      row.staffId === null ? '' : String(row.staffId),
      row.action,
      row.target,
      row.facts,
      row.commandId,
      row.previousHash,
      row.hash,
    ])
  })
}

async function usersCsv(asked: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(asked, 'users:read')
  const { env } = asked.context
  const search = new URL(asked.request.url).searchParams
  const only = (['frozen', 'verified', 'verifying'] as const).find((each) => each === search.get('only')) ?? 'all'
  const filter = { text: (search.get('text') ?? '').trim(), only } as const
  const heads = ['id', 'email', 'mobile', 'nickname', 'name', 'level', 'trading_frozen', 'withdrawals_frozen', 'since']
  return csvFile('users', heads, async (page) => {
    const { rows } = await findUsers(env, filter, page)
    return rows.map((row) => [
      String(row.id),
      row.email ?? '',
      row.mobile ?? '',
      row.nickname,
      row.realName,
      String(row.level),
      String(row.isTradingFrozen),
      String(row.isWithdrawalFrozen),
      instant(row.createdAt),
    ])
  })
}

async function queueCsv(asked: LoaderFunctionArgs, text: string): Promise<Response> {
  const kind = REVIEW_KINDS.find((each) => each === text)
  if (!kind) throw new Response(null, { status: 404 })
  await requireStaff(asked, `${kind}:read`)
  const { env } = asked.context
  const user = new URL(asked.request.url).searchParams.get('user') ?? ''
  const userId = /^\d{1,15}$/.test(user) ? Number(user) : undefined
  const heads = ['id', 'kind', 'subject', 'round', 'user', 'state', 'opened', 'decided', 'settled', 'reason']
  return csvFile(`queue-${kind}`, heads, async (page) => {
    const { rows } = await readQueue(env, { kinds: [kind], states: REVIEW_STATES, userId }, page)
    return rows.map((row) => [
      String(row.id),
      row.kind,
      row.subjectId,
      String(row.round),
      String(row.userId),
      row.state,
      instant(row.openedAt),
      instant(row.decidedAt),
      instant(row.settledAt),
      row.reason,
    ])
  })
}

async function reservesCsv(asked: LoaderFunctionArgs): Promise<Response> {
  await requireStaff(asked, 'reports:read')
  const { assets } = await conservationReport(asked.context.env)
  const parts = ['owed', 'reserve', 'demo', 'corrections', 'fees', 'rebates', 'rest', 'difference'] as const
  return csvFile('reserves', ['asset', ...parts, 'markets', 'markets_verdict'], async ({ page }) =>
    page === 1
      ? assets.map((asset) => [asset.code, ...parts.map((part) => asset[part]), asset.markets, asset.marketsVerdict])
      : [],
  )
}

/** One row a line, in smallest units, exactly as the ledger has it. */
async function entriesCsv(asked: LoaderFunctionArgs, userId: number): Promise<Response> {
  await requireStaff(asked, 'users:read')
  const { env } = asked.context
  if (!(await openUserFile(env, userId, { ordersPage: 1, entriesPage: 1, limit: 1 })))
    throw new Response(null, { status: 404 })
  const heads = ['entry', 'time', 'reason', 'reference', 'account', 'asset', 'amount']
  return csvFile(`entries-${userId}`, heads, async ({ page, limit }) => {
    const file = await openUserFile(env, userId, { ordersPage: 1, entriesPage: page, limit })
    return (file?.account.entries.rows ?? []).flatMap(({ id, at, reason, ref, lines }) =>
      lines.map(([account, assetId, amount]) => [
        String(id),
        instant(at),
        reason,
        ref,
        account,
        String(assetId),
        amount,
      ]),
    )
  })
}
