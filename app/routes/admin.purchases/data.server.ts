// Loader of fiat purchases, filtered by state. Pending decisions are in the queues.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { BUY_STATES } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import { listDeskPurchases } from '#services/buy/desk-lists'
import { loadCatalogue } from '#services/catalogue'
import { deskPage, requireStaff } from '../../admin/enter.server'
import { PAGE_SIZE, readPage } from '../../lists/query'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'purchases:read')
  const { env } = args.context
  const page = readPage(args.request)
  const named = new URL(args.request.url).searchParams.get('state')
  const state = BUY_STATES.find((each) => each === named) ?? null
  const [{ rows, counts, reviews }, catalogue] = await Promise.all([
    listDeskPurchases(env, state, { page, limit: PAGE_SIZE }),
    loadCatalogue(env),
  ])
  const totals = Object.fromEntries(counts.map((each) => [each.state, each.total]))
  const all = counts.reduce((sum, each) => sum + each.total, 0)
  return {
    ...deskPage(args.request, 'purchases'),
    state,
    tabs: BUY_STATES.map((each) => ({ state: each, total: totals[each] ?? 0 })),
    all,
    rows: rows.map((row) => {
      const asset = findKnownAsset(catalogue, row.assetId)
      return {
        id: row.id,
        userId: row.userId,
        reference: row.reference,
        kind: row.kind,
        country: row.country,
        currency: row.currency,
        pay: row.pay,
        receives: asset ? formatTrimmed(asset, row.receives) : '',
        asset: asset?.code ?? '',
        state: row.state,
        problem: row.problem,
        reviewId: reviews.get(row.id) ?? null,
        createdAt: row.createdAt,
        payUntil: row.payUntil,
        settledAt: row.settledAt,
      }
    }),
    total: state === null ? all : (totals[state] ?? 0),
    page,
  }
}
