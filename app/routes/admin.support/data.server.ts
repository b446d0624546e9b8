// Conversations with customers: longest waiting first, or the closed ones.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { deskThreads } from '#services/desk/support'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'support:read')
  const isClosed = new URL(asked.request.url).searchParams.get('list') === 'closed'
  const page = readPage(asked.request)
  const { rows, total } = await deskThreads(asked.context.env, isClosed, { page, limit: PAGE_SIZE })
  return { ...deskPage(asked.request, 'support'), rows, total, page, isClosed }
}
