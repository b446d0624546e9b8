// Versions of sanctions lists, and the comparison that followed the last change.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readScreeningReport } from '#services/screening/report'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  return { ...deskPage(args.request, 'screening'), ...(await readScreeningReport(args.context.env)) }
}
