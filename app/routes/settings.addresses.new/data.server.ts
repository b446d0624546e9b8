// Creates or changes an address of the book: validated by its network's rules, with a proof by its owner.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findNetworkFacts, networkBeside } from '#domain/funds/network'
import { stepUpMethodsOf } from '#domain/security'
import { loadCatalogue } from '#services/catalogue'
import { getAddress, saveAddress } from '#services/funds/address-book'
import { readSecurityState } from '#services/security/state'
import { id } from '#services/input'
import { throwIfDetour } from '../../forms/detours.server'
import { answerOf, keepPicture } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { readStepUpForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLiveForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'
import { readSome } from '../../forms/form-input.server'

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

const ADDRESS = v.object({
  id: v.optional(id),
  /** "3 TRC20": which asset on which network is one choice. */
  place: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,14}(?: \S+)?$/),
    v.transform((text) => {
      const [assetId = '', network = ''] = text.split(' ')
      return { assetId: Number(assetId), network: network || null }
    }),
  ),
})

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const [name, address, memo] = (['name', 'address', 'memo'] as const).map((field) => fieldOf(form, field).trim()) as [
    string,
    string,
    string,
  ]
  throwIfDetour(request, form, { name, place: fieldOf(form, 'place'), address, memo })
  const read = readSome(request, form, ADDRESS)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const { id = null, place } = read.value
  const picture = await keepPicture(env, session, form)
  throwIfSessionEnded(request, picture)
  if (!picture.ok) return answerOf(request, form, picture.refusal)
  const asked = {
    id,
    assetId: place.assetId,
    network: place.network,
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
