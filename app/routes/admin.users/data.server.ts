// Looking for users.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findUsers } from '#services/desk/users'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { USER_CHOICES, userFilter } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'users:read')
  const filter = userFilter(new URL(asked.request.url).searchParams)
  const page = readPage(asked.request)
  const found = await findUsers(asked.context.env, filter, { page, limit: PAGE_SIZE })
  return { ...deskPage(asked.request, 'users'), ...found, ...filter, choices: USER_CHOICES, page }
}
