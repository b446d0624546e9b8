// Loader of the payout calendar: amounts due in the next thirty days.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { dueCalendar } from '#services/desk/calendar'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  return { ...deskPage(args.request, 'calendar_title'), lines: await dueCalendar(args.context.env, Date.now()) }
}
