// One queue of the desk.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { REVIEW_KINDS } from '#domain/desk/review'
import { readQueue } from '#services/desk/queue'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { QUEUE_VIEWS, queueFilter, queueView } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../page.server'

export async function loader(asked: LoaderFunctionArgs) {
  const kind = REVIEW_KINDS.find((each) => each === asked.params['kind'])
  // The person first: who is not at the desk learns nothing of what is there.
  await requireStaff(asked, kind ? `${kind}:read` : null)
  if (!kind) throw new Response(null, { status: 404 })
  const { env } = asked.context
  const search = new URL(asked.request.url).searchParams
  const view = queueView(search)
  const page = readPage(asked.request)
  const { rows, total } = await readQueue(env, queueFilter(kind, search), { page, limit: PAGE_SIZE })
  const user = search.get('user') ?? ''
  return { ...deskPage(asked.request, `kind_${kind}`), kind, view, views: QUEUE_VIEWS, user, rows, total, page }
}
