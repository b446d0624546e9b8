// Loader and actions of a fiat order: transfer voucher, provider checkout link, cancellation.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { payerName } from '#domain/buy/payer'
import { findKnownAsset } from '#domain/catalogue'
import { refuse } from '#domain/outcome'
import { cancelOwnBuyOrder, findOwnBuyOrder, openBuyCheckout, payForBuyOrder } from '#services/buy/orders'
import { loadCatalogue } from '#services/catalogue'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer } from '../../forms/funds'
import { answerOf, keepPicture } from '../../forms/funds-pages.server'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { countryName } from '../../visitor/countries.server'
import {
  areAmountsHidden,
  fieldOf,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
} from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const id = idOf(params['id'])
  const [found, catalogue] = await Promise.all([id > 0 ? findOwnBuyOrder(env, session, id) : null, loadCatalogue(env)])
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const { payer, ...order } = found.value
  const asset = findKnownAsset(catalogue, order.assetId)
  return {
    texts: broughtTexts(language, 'buy'),
    title: titleOf(request, 'buy', 'order_title'),
    order,
    payer: payerName(payer),
    country: `${countryName(order.country, language)} · ${order.currency}`,
    asset: { code: asset?.code ?? '', scale: asset?.scale ?? 0 },
    isBack: new URL(request.url).searchParams.get('back') === '1',
    isHidden: areAmountsHidden(request),
    drawnAt: Date.now(),
  }
}

export async function action({ request, params, context: { env } }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { session, form } = await readLiveForm(request, env)
  const orderId = idOf(params['id'])
  const step = fieldOf(form, 'step')
  const taken = await checkForm(env, session, form, { words: { step: ['cancel', 'checkout'] } })
  throwIfSessionEnded(request, taken)
  if (!taken.ok) return answerOf(request, form, taken.refusal)
  if (step === 'cancel' || step === 'checkout') {
    const moved = await (step === 'cancel'
      ? cancelOwnBuyOrder(env, session, orderId, Date.now())
      : openBuyCheckout(env, session, orderId, Date.now()))
    throwIfSessionEnded(request, moved)
    if (!moved.ok) return answerOf(request, form, moved.refusal)
    throw redirect(`/buy/orders/${orderId}`)
  }
  const kept = await keepPicture(env, session, form)
  throwIfSessionEnded(request, kept)
  if (!kept.ok) return answerOf(request, form, kept.refusal)
  const paid =
    kept.value === null
      ? refuse('voucher_missing')
      : await payForBuyOrder(env, session, { orderId, voucher: kept.value }, Date.now())
  throwIfSessionEnded(request, paid)
  if (!paid.ok) return answerOf(request, form, paid.refusal)
  throw redirect(`/buy/orders/${orderId}`)
}
