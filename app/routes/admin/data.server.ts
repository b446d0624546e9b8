// Loader of the desk frame: staff member, permitted pages, queue sizes.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ROLE_PERMISSIONS, mayDo } from '#domain/desk/role'
import { SHEETS, SHEET_NAMES } from '#domain/desk/sheet'
import { countWaiting } from '#services/desk/queue'
import { kindsReadBy } from '#services/desk/review-kinds'
import { deskTexts, requireStaff } from '../../admin/enter.server'

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await requireStaff(args, null)
  return {
    member: { name, role },
    permissions: ROLE_PERMISSIONS[role],
    sheets: SHEET_NAMES.filter((sheet) => mayDo(role, `${SHEETS[sheet].place}:read`)).map((sheet) => ({
      sheet,
      title: SHEETS[sheet].title,
      place: SHEETS[sheet].place,
    })),
    queues: kindsReadBy(role).map(({ name: kind }) => kind),
    waiting: await countWaiting(args.context.env),
    texts: deskTexts(args.request),
  }
}
