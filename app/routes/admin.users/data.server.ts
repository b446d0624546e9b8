// Looking for users.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findUsers } from '#services/desk/users'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { USER_CHOICES, userFilter } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'users:read')
  const filter = userFilter(new URL(args.request.url).searchParams)
  const page = readPage(args.request)
  const found = await findUsers(args.context.env, filter, { page, limit: PAGE_SIZE })
  return { ...deskPage(args.request, 'users'), ...found, ...filter, choices: USER_CHOICES, page }
}
