// Creates or changes an address of the book: validated by its network's rules, with a proof by its owner.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findNetworkFacts, networkBeside } from '#domain/funds/network'
import { stepUpMethodsOf } from '#domain/security'
import { loadCatalogue } from '#services/catalogue'
import { getAddress, saveAddress } from '#services/funds/address-book'
import { readSecurityState } from '#services/security/state'
import { throwIfDetour } from '../../forms/detours.server'
import { answerOf, keepPicture } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { readStepUpForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { fieldOf, readOwnForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const id = Number(search.get('id'))
  const [{ assets }, state, known] = await Promise.all([
    loadCatalogue(env),
    readSecurityState(env, session.userId, Date.now()),
    getAddress(env, session, Number.isSafeInteger(id) ? id : 0),
  ])
  throwIfSessionEnded(request, known)
  return {
    title: titleOf(request, 'funds', 'add_address'),
    assets: assets
      .filter(({ networks }) => networks.length > 0)
      .map(({ id: assetId, code, networks }) => ({
        id: assetId,
        code,
        networks: networks.map(({ name }) => ({
          name,
          words: networkBeside(code, name),
          hasMemo: findNetworkFacts(name)?.memo !== 'none',
        })),
      })),
    asset: search.get('asset') ?? '',
    // Fields typed before a detour to another page.
    typed: {
      name: search.get('name'),
      place: search.get('place'),
      address: search.get('address'),
      memo: search.get('memo'),
    },
    known: known.ok ? known.value : null,
    isDemo: env.DEMO_MODE === 'on',
    methods: stepUpMethodsOf(state),
  }
}

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readOwnForm(request, env)
  const [name, address, memo] = (['name', 'address', 'memo'] as const).map((field) => fieldOf(form, field).trim()) as [
    string,
    string,
    string,
  ]
  throwIfDetour(request, form, { name, place: fieldOf(form, 'place'), address, memo })
  const picture = await keepPicture(env, session, form)
  throwIfSessionEnded(request, picture)
  if (!picture.ok) return answerOf(request, form, picture.refusal)
  // "3 TRC20": asset and network in one field.
  const [assetId = '', network = ''] = fieldOf(form, 'place').split(' ')
  const asked = {
    id: Number(fieldOf(form, 'id')) || null,
    assetId: Number(assetId),
    network: network || null,
    name: name.slice(0, 40),
    address,
    memo,
    qrcode: picture.value ?? fieldOf(form, 'qrcode'),
  }
  const outcome = await saveAddress(env, session, asked, { proof: readStepUpForm(form), now: Date.now() })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect('/settings/addresses')
}
