// Bills: every change of a balance, filtered by wallet, asset and reason.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { WALLETS } from '#domain/catalogue'
import type { BillReason } from '#party/protocol/account'
import { loadCatalogue } from '#services/catalogue'
import { listBills } from '#services/wallet'
import { PAGE_SIZE, readPage } from '../../page.server'
import { requireSession, valueOf } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

const REASONS: readonly BillReason[] = ['demo_grant', 'transfer', 'spot_fill', 'spot_fee']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const { assets } = await loadCatalogue(env)
  const filter = {
    wallet: WALLETS.find((name) => name === search.get('wallet')),
    assetId: assets.find((asset) => String(asset.id) === search.get('asset'))?.id,
    reason: REASONS.find((name) => name === search.get('reason')),
  }
  const page = readPage(request)
  const bills = valueOf(request, await listBills(env, session, { ...filter, page, limit: PAGE_SIZE }))
  return {
    title: titleOf(request, 'wallet', 'bills'),
    bills,
    page,
    filter: { wallet: filter.wallet ?? '', asset: String(filter.assetId ?? ''), reason: filter.reason ?? '' },
    assets: assets.map(({ id, code }) => ({ id, code })),
    reasons: REASONS,
  }
}
