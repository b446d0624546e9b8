// Looking for users.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type UserFilter, findUsers } from '#services/desk/users'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../page.server'

const ONLY = ['all', 'frozen', 'verified', 'verifying'] as const satisfies readonly UserFilter['only'][]
const TEXT_LENGTH_MAX = 80

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'users:read')
  const search = new URL(asked.request.url).searchParams
  const text = (search.get('text') ?? '').trim().slice(0, TEXT_LENGTH_MAX)
  const only = ONLY.find((each) => each === search.get('only')) ?? 'all'
  const page = readPage(asked.request)
  const found = await findUsers(asked.context.env, { text, only }, { page, limit: PAGE_SIZE })
  return { ...deskPage(asked.request, 'users'), ...found, text, only, choices: ONLY, page }
}
