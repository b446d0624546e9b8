// Loader of a review queue.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findKnownAsset } from '#domain/catalogue'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { loadCatalogue } from '#services/catalogue'
import { loadAppraiser } from '#services/desk/appraiser'
import { type QueueRow, readQueue } from '#services/desk/queue'
import { findKind } from '#services/desk/review-kinds'
import { correctionText } from '../../admin/cell-words'
import { deskPage, requireReader } from '../../admin/enter.server'
import { QUEUE_VIEWS, queueFilter, queueView } from '../../admin/list-filter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { numbersIn } from '../../text/numbers'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader(args: LoaderFunctionArgs) {
  const { kind } = await requireReader(args, findKind(args.params['kind']))
  const { env } = args.context
  const search = new URL(args.request.url).searchParams
  const view = queueView(search)
  const page = readPage(args.request)
  const [catalogue, { rows, total }] = await Promise.all([
    loadCatalogue(env),
    readQueue(env, queueFilter(kind.name, search), { page, limit: PAGE_SIZE }),
  ])
  const numbers = numbersIn(readLanguage(args.request))
  const money = ({ assetId, amount }: Pick<QueueRow, 'assetId' | 'amount'>): string => {
    const asset = assetId === null ? undefined : findKnownAsset(catalogue, assetId)
    if (!asset || !amount) return ''
    if (kind.name === 'correction') return correctionText(numbers, asset, amount)
    return `${numbers.storedAmount(asset, amount)} ${asset.code}`
  }
  const appraiser = kind.columns.includes('value') ? await loadAppraiser(env) : null
  const value = ({ assetId, amount }: Pick<QueueRow, 'assetId' | 'amount'>): string => {
    const worth = assetId === null || !amount ? null : appraiser?.worthOf({ assetId, amount: decodeAmount(amount) })
    return worth ? `≈\u00a0${numbers.usdt(formatUnits(worth, VALUE_SCALE))}\u00a0USDT` : ''
  }
  const user = search.get('user') ?? ''
  return {
    ...deskPage(args.request, `kind_${kind.name}`),
    kind: kind.name,
    isAboutUser: kind.concerns === 'user',
    columns: kind.columns,
    view,
    views: QUEUE_VIEWS,
    user,
    rows: rows.map((row) => ({ ...row, money: money(row), value: value(row) })),
    total,
    page,
  }
}
