// One queue of the desk.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { REVIEW_KINDS, type ReviewState } from '#domain/desk/review'
import { readQueue } from '#services/desk/queue'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../page.server'

const VIEWS = {
  waiting: ['open', 'claimed', 'seconding'],
  approved: ['approved'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly ReviewState[]>>

export async function loader(asked: LoaderFunctionArgs) {
  const kind = REVIEW_KINDS.find((each) => each === asked.params['kind'])
  if (!kind) throw new Response(null, { status: 404 })
  await requireStaff(asked, `${kind}:read`)
  const { env } = asked.context
  const search = new URL(asked.request.url).searchParams
  const text = search.get('view') ?? 'waiting'
  const view = Object.hasOwn(VIEWS, text) ? (text as keyof typeof VIEWS) : 'waiting'
  const user = search.get('user') ?? ''
  const page = readPage(asked.request)
  const filter = {
    kinds: [kind],
    states: VIEWS[view],
    userId: /^\d{1,15}$/.test(user) ? Number(user) : undefined,
  }
  const { rows, total } = await readQueue(env, filter, { page, limit: PAGE_SIZE })
  return { ...deskPage(asked.request, `kind_${kind}`), kind, view, views: Object.keys(VIEWS), user, rows, total, page }
}
