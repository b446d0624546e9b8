// Loader of an own investment.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { findKnownAsset } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { findInvest, stageOf } from '#services/invest'
import { fixingsAt } from '#services/invest-series'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const orderNo = /^[1-9]\d{0,14}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
  const found = orderNo > 0 ? await findInvest(env, session, orderNo) : null
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const row = found.value
  const [catalogue, fixings] = await Promise.all([loadCatalogue(env), fixingsAt(env, row.maturesAt)])
  const now = Date.now()
  const assetOf = (id: number) => {
    const { code, scale } = findKnownAsset(catalogue, id) ?? { code: '', scale: 0 }
    return { code, scale }
  }
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: titleOf(request, 'invest', 'order_title'),
    row,
    stage: stageOf(row, now),
    base: assetOf(row.series.baseId),
    quote: assetOf(row.series.quoteId),
    fixingReceipt: fixings.find(({ symbol }) => symbol === row.series.symbol)?.receiptId ?? null,
    isBought: new URL(request.url).searchParams.get('done') === 'bought',
    isHidden: areAmountsHidden(request),
  }
}
