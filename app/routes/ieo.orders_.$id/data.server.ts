// Loader of an own IEO application, with the allotment receipt once published.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { findKnownAsset } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { findProject } from '#services/ieo/projects'
import { ieoReceiptName, readIeoReceipt } from '#services/ieo/receipt'
import { findSubscription } from '#services/ieo/subscriptions'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

const UNKNOWN = { code: '', scale: 0 }

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const orderNo = idOf(params['id'])
  const found = orderNo > 0 ? await findSubscription(env, session, orderNo) : null
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const row = found.value
  const [project, catalogue, receipt] = await Promise.all([
    findProject(env, { id: row.projectId, language }),
    loadCatalogue(env),
    row.claimNo === null ? null : readIeoReceipt(env, row.claimNo),
  ])
  const scaled = (id: number) => {
    const asset = findKnownAsset(catalogue, id)
    return asset ? { code: asset.code, scale: asset.scale } : UNKNOWN
  }
  return {
    texts: broughtTexts(language, 'ieo'),
    title: titleOf(request, 'ieo', 'order_title'),
    row,
    projectTitle: project?.title ?? '',
    asset: scaled(row.assetId),
    pay: scaled(row.payAssetId),
    receipt,
    receiptName: receipt && ieoReceiptName(receipt.claim),
    isHidden: areAmountsHidden(request),
  }
}
