// Loader and action of crypto deposits: receiving address per network, and the form that reports a transfer with its
// voucher.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { findNetworkFacts } from '#domain/funds/network'
import { formatTrimmed } from '#domain/money/amount'
import { loadCatalogue } from '#services/catalogue'
import { requestDeposit } from '#services/funds/deposits'
import { findReceivingPlace, isChainSimulated } from '#services/chains/networks'
import { listRecords } from '#services/funds/records'
import { watchSimulated } from '#services/chains/watcher'
import { id } from '#services/input'
import { checkForm } from '../../forms/taken-fields.server'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, readDecimal, requirePicture } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'
import { readSome } from '../../forms/form-input.server'

const RECENT = 5

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env, ctx } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const { assets } = await loadCatalogue(env)
  const open = assets.filter(({ networks }) => networks.some(({ isDepositOpen }) => isDepositOpen))
  const asset = findAsset({ assets: open, pairs: [], fiats: [] }, Number(search.get('asset'))) ?? preferred(open)
  if (!asset) throw redirect('/assets/coins')
  const networks = asset.networks.filter(({ isDepositOpen }) => isDepositOpen)
  const network = networks.find(({ name }) => name === search.get('network')) ?? networks[0]
  const [place, recent] = await Promise.all([
    network ? findReceivingPlace(env, session.userId, network.name) : null,
    listRecords(env, session, { type: 'deposit', assetId: asset.id, page: 1, limit: RECENT }),
  ])
  // Scans the simulated chain in the background; new transfers appear at the next load.
  if (network) ctx.waitUntil(watchSimulated(env, network.name, Date.now()))
  const { id, code, name, logo, scale } = asset
  return {
    title: titleOf(request, 'funds', 'deposit'),
    commandId: crypto.randomUUID(),
    asset: { id, code, name, logo, scale },
    networks: networks.map((row) => ({
      name: row.name,
      chain: findNetworkFacts(row.name)?.chain ?? row.name,
      confirmations: row.confirmationsMin,
      min: formatTrimmed(asset, row.depositMin),
    })),
    network: network?.name ?? '',
    place: place?.ok ? place.value : null,
    isSimulated: isChainSimulated(env),
    recent: valueOf(request, recent).rows,
  }
}

const preferred = <A extends { readonly code: string }>(assets: readonly A[]): A | undefined =>
  assets.find(({ code }) => code === 'USDT') ?? assets[0]

const PLACE = v.object({ asset: id, network: v.optional(v.string()) })

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const taken = await checkForm(env, session, form, { fields: ['asset', 'network', 'amount'] })
  throwIfSessionEnded(request, taken)
  if (!taken.ok) return answerOf(request, form, taken.refusal)
  const read = readSome(request, form, PLACE)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const voucher = await requirePicture(env, session, form)
  throwIfSessionEnded(request, voucher)
  if (!voucher.ok) return answerOf(request, form, voucher.refusal)
  const outcome = await requestDeposit(
    env,
    session,
    {
      commandId: readPageId(form),
      form: {
        kind: 'coin',
        assetId: read.value.asset,
        network: read.value.network ?? null,
        amount: readDecimal(request, form, 'amount'),
        voucher: voucher.value,
      },
    },
    Date.now(),
  )
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/assets/requests/d${outcome.value.depositId}`)
}
