// Result of the books' reconciliation, and its progress.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { done } from '#domain/outcome'
import { conservationReport, countAccounts } from '#services/desk/reports'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'

/** Maximum accounts recounted per request: each count reads the whole ledger of an account room. */
const COUNTED_PER_REQUEST = 200

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  return { ...deskPage(args.request, 'reports'), report: await conservationReport(args.context.env) }
}

/** Counting only updates the report's own data, so it is not audited. */
export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { at } = await requireStaffForm(args, 'reports:read')
  await countAccounts(args.context.env, { limit: COUNTED_PER_REQUEST, now: at, before: at })
  return answerDesk(args.request, done(null), { step: 'count', path: '/admin/reports', done: 'counted' })
}
