// Loader and actions of the simulated chain: send a transfer, replace a block, list transfers. Exists only in
// development.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { networkBeside } from '#domain/funds/network'
import { loadCatalogue } from '#services/catalogue'
import { findReceivingPlace } from '#services/chains/networks'
import { type FaucetForm, forgetBlock, isFaucetOpen, listSent, sendFromFaucet } from '#services/chains/faucet'
import { answerOf, readDecimal } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSameOrigin, requireSession } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  if (!isFaucetOpen(env)) throw new Response(null, { status: 404 })
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const { assets } = await loadCatalogue(env)
  const places = assets.flatMap(({ id, code, networks }) =>
    networks.map(({ name }) => ({
      value: `${id} ${name}`,
      words: `${code} · ${networkBeside(code, name)}`,
      network: name,
    })),
  )
  const asked = `${search.get('asset') ?? ''} ${search.get('network') ?? ''}`
  const chosen = places.find(({ value }) => value === asked) ?? places[0]
  const [sent, place] = await Promise.all([
    listSent(env, Date.now()),
    chosen ? findReceivingPlace(env, session.userId, chosen.network) : null,
  ])
  return {
    title: titleOf(request, 'funds', 'faucet'),
    places: places.map(({ value, words }) => ({ value, words })),
    chosen: chosen?.value ?? '',
    place: place?.ok ? place.value : null,
    sent: sent.map((row) => ({ ...row, networkWords: networkBeside(row.code, row.network) })),
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  requireSameOrigin(request)
  const { env } = context
  if (!isFaucetOpen(env)) throw new Response(null, { status: 404 })
  await requireSession(request, env)
  const form = await request.formData()
  const [assetId = '', network = ''] = fieldOf(form, 'place').split(' ')
  const back = `/faucet?asset=${encodeURIComponent(assetId)}&network=${encodeURIComponent(network)}`
  if (fieldOf(form, 'step') === 'replace') {
    await forgetBlock(env, fieldOf(form, 'txId'))
    throw redirect('/faucet')
  }
  const asked: FaucetForm = {
    assetId: idOf(assetId),
    network,
    amount: readDecimal(request, form, 'amount'),
    address: fieldOf(form, 'address').trim(),
    memo: fieldOf(form, 'memo').trim(),
  }
  const outcome = await sendFromFaucet(env, asked, Date.now())
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(back)
}
