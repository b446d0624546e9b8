// Loader of a lock mining product with calculator; action that locks.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { type AssetScale, encodeAmount } from '#domain/money/amount'
import { MINING_SOURCE } from '#domain/mining/terms'
import { listBoosts, lockDeposit } from '#services/mining'
import { listMiningOffers } from '#services/mining-terms'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { availableIn } from '../../forms/available.server'
import type { BoostChoice } from '../../forms/mining'
import { form, forms } from '../../site/page.server'
import { broughtTexts } from '../../text/words.server'
import { titleOf } from '../../text/title.server'
import { areAmountsHidden, readLanguage } from '../../visitor/visitor.server'

const idOf = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0)

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = idOf(params['id'])
  const offer = (await listMiningOffers(env)).find(({ terms }) => terms.id === id)
  if (!offer) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  return {
    texts: broughtTexts(readLanguage(request), 'mining'),
    title: `${titleOf(request, 'mining', 'title')} · ${offer.terms.asset.code}`,
    ...offer,
    own: await loadOwn(request, env, offer.terms.asset),
    /** Input of a calculation without scripts. */
    asked: {
      amount: searchParams.get('amount') ?? '',
      coupon: searchParams.get('coupon') ?? '',
      isRenewed: searchParams.has('auto_renew'),
    },
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
    drawnAt: Date.now(),
  }
}

interface Own {
  readonly available: string
  readonly boosts: readonly BoostChoice[]
}

/** Null for a guest or an ended session, since products are public. */
async function loadOwn(request: Request, env: Env, asset: AssetScale & { readonly id: number }): Promise<Own | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const [sheet, boosts] = await Promise.all([listBalances(env, session), listBoosts(env, session)])
  if (!sheet.ok || !boosts.ok) return null
  return {
    available: encodeAmount(availableIn(sheet.value, MINING_SOURCE, asset)),
    boosts: boosts.value.filter(({ principalMax }) => principalMax === null || principalMax.assetId === asset.id),
  }
}

export const action = forms({
  lock: form(lockDeposit, {
    // A switch that is off sends nothing.
    given: ({ id = '' }, { auto_renew = '0' }) => ({ product_id: id, auto_renew }),
    leadsTo: ({ orderNo }) => `/earn/lock/orders/${orderNo}?done=locked`,
  }),
})
