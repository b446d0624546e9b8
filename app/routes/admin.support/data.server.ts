// Conversations with customers: longest waiting first, or the closed ones.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { deskThreads } from '#services/desk/support'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'support:read')
  const isClosed = new URL(args.request.url).searchParams.get('list') === 'closed'
  const page = readPage(args.request)
  const { rows, total } = await deskThreads(args.context.env, isClosed, { page, limit: PAGE_SIZE })
  return { ...deskPage(args.request, 'support'), rows, total, page, isClosed }
}
