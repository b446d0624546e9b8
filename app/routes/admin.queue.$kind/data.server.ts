// One queue of the desk.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findKnownAsset } from '#domain/catalogue'
import { REVIEW_KINDS } from '#domain/desk/review'
import { loadCatalogue } from '#services/catalogue'
import { type QueueRow, readQueue } from '#services/desk/queue'
import { readStaff } from '#services/desk/staff'
import { subjectOf } from '#services/desk/subject'
import { correctionText } from '../../admin/correction-words'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { QUEUE_VIEWS, queueFilter, queueView } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../page.server'
import { numbersIn } from '../../text/numbers'
import { readLanguage } from '../../visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const kind = REVIEW_KINDS.find((each) => each === asked.params['kind'])
  // The person first: who is not at the desk learns nothing of what is there.
  await requireStaff(asked, kind ? `${kind}:read` : null)
  if (!kind) throw new Response(null, { status: 404 })
  const { env } = asked.context
  const search = new URL(asked.request.url).searchParams
  const view = queueView(search)
  const page = readPage(asked.request)
  const [catalogue, { rows, total }, staff] = await Promise.all([
    loadCatalogue(env),
    readQueue(env, queueFilter(kind, search), { page, limit: PAGE_SIZE }),
    kind === 'staff' ? readStaff(env) : [],
  ])
  const known = { catalogue, names: new Map(staff.map(({ id, name }) => [id, name])) }
  const numbers = numbersIn(readLanguage(asked.request))
  const money = ({ assetId, amount, network }: Pick<QueueRow, 'assetId' | 'amount' | 'network'>): string => {
    const asset = assetId === null ? undefined : findKnownAsset(catalogue, assetId)
    if (!asset || !amount) return ''
    if (kind === 'correction') return correctionText(numbers, asset, amount)
    return [`${numbers.storedAmount(asset, amount)} ${asset.code}`, network].filter(Boolean).join(' · ')
  }
  const user = search.get('user') ?? ''
  return {
    ...deskPage(asked.request, `kind_${kind}`),
    kind,
    view,
    views: QUEUE_VIEWS,
    user,
    rows: rows.map(({ deed, ...row }) => ({ ...row, money: money(row), subject: subjectOf(deed, known) })),
    total,
    page,
  }
}
