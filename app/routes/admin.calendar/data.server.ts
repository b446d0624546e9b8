// Loader of the payout calendar: amounts due in the next thirty days.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { dueCalendar } from '#services/desk/calendar'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'reports:read')
  return { ...deskPage(asked.request, 'calendar_title'), lines: await dueCalendar(asked.context.env, Date.now()) }
}
