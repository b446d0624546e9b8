// Loader and action of fiat purchases: payment methods, quote, and the form that accepts the quote. Public for viewing.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { PAYER_FIELDS, payerFieldsOf } from '#domain/buy/payer'
import { mostPayable } from '#domain/buy/limit'
import type { BuyRoute } from '#domain/buy/terms'
import { levelPassed } from '#domain/verification'
import { type BuyOffer, type BuyQuote, findBuyOffer, listBuyRoutes, quoteBuy, quotedLevel } from '#services/buy/routes'
import { placeBuyOrder, readKnownPayer } from '#services/buy/orders'
import { checkGate } from '#services/gates'
import { readSecurityState } from '#services/security/state'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer, RefusedAt } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import { plainDecimal } from '../../forms/decimal-field'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { countryName } from '../../visitor/countries.server'
import {
  fieldOf,
  findLiveSession,
  ownRefusalText,
  readLanguage,
  readLiveForm,
  throwIfSessionEnded,
} from '../../visitor/visitor.server'

const LENGTH_MAX = 30

export async function loader({ request, context: { env, place } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const search = new URL(request.url).searchParams
  const amount = (search.get('amount') ?? '').slice(0, LENGTH_MAX)
  const now = Date.now()
  const [session, routes, gate] = await Promise.all([
    findLiveSession(request, env),
    listBuyRoutes(env),
    checkGate(env, 'buy', place.country),
  ])
  const offered = routes.filter(({ isOpen }) => isOpen)
  const route = routeAsked(offered, search, place.country)
  const offer = route && (await findBuyOffer(env, route.id, now))
  const isQuoted = route !== undefined && amount.trim() !== ''
  const typed = plainDecimal(amount, language)
  const user = session ? await readSecurityState(env, session.userId, now) : null
  const level = user ? levelPassed(user) : 0
  const requester = { userId: session?.userId ?? 0, level }
  const quoted = isQuoted
    ? await quoteBuy(env, requester, { routeId: route.id, amount: typed, country: place.country }, now)
    : null
  const refused = quoted?.ok === false ? quoted.refusal : null
  return {
    texts: broughtTexts(language, 'buy'),
    title: titleOf(request, 'buy', 'title'),
    language,
    places: placesOf(offered).map(({ country, currency }) => ({
      value: placeName({ country, currency }),
      words: `${countryName(country, language)} · ${currency}`,
    })),
    ways: offered.filter((each) => route && placeName(each) === placeName(route)).map(({ kind }) => kind),
    route: route ? { ...route, bank: null, fields: payerFieldsOf(route.country), place: placeName(route) } : null,
    rate: offer?.ok ? offer.value.now : null,
    asset: offer?.ok ? shownAsset(offer.value) : null,
    closed: closedText(request, [gate, offer]),
    amount,
    problem: refused ? ownRefusalText(request, refused) : null,
    isAboveLevel: refused?.code === 'fiat_order_above_level',
    quote: quoted?.ok ? shown(quoted.value) : null,
    ...(await readKnownPayer(env, user)),
    isGuest: session === null,
    level,
    most:
      route && offer?.ok
        ? mostPayable(quotedLevel(requester), route, {
            rate: offer.value.now.rate,
            asset: offer.value.asset,
          })
        : null,
    commandId: crypto.randomUUID(),
    drawnAt: now,
  }
}

const placeName = ({ country, currency }: Pick<BuyRoute, 'country' | 'currency'>): string => `${country}-${currency}`

const placesOf = (routes: readonly BuyRoute[]): readonly BuyRoute[] =>
  [...new Map([...routes].reverse().map((route) => [placeName(route), route])).values()].reverse()

/**
 * Selected payment route. Default: the country of the request; a method unavailable there is replaced by an available
 * one.
 */
function routeAsked(offered: readonly BuyRoute[], search: URLSearchParams, country: string): BuyRoute | undefined {
  const asked = offered.find(({ id }) => id === idOf(search.get('route') ?? undefined))
  const here =
    offered.find((route) => placeName(route) === search.get('place')) ??
    asked ??
    offered.find((route) => route.country === country) ??
    offered[0]
  if (!here) return undefined
  const way = search.get('way') ?? asked?.kind
  const ways = offered.filter((route) => placeName(route) === placeName(here))
  return ways.find(({ kind }) => kind === way) ?? ways[0]
}

type Checked = { readonly ok: true } | { readonly ok: false; readonly refusal: Parameters<typeof ownRefusalText>[1] }

/** Reason why buying is unavailable, as text; null when available. */
function closedText(request: Request, checks: readonly (Checked | undefined)[]): string | null {
  const failed = checks.find((check) => check?.ok === false)
  return failed?.ok === false ? ownRefusalText(request, failed.refusal) : null
}

const shown = ({ figures, token, expiresAt, ...offer }: BuyQuote) => ({
  figures,
  token,
  expiresAt,
  asset: shownAsset(offer),
})

const shownAsset = ({ asset: { code, scale } }: BuyOffer) => ({ code, scale })

const REFUSED_AT: RefusedAt = {
  buy_not_whole: 'amount',
  buy_below_min: 'amount',
  buy_above_max: 'amount',
  buy_field_missing: 'payee',
  buy_name_malformed: 'payee',
  buy_email_malformed: 'payee',
  buy_phone_malformed: 'payee',
  buy_cpf_malformed: 'payee',
  buy_pan_malformed: 'payee',
}

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const payer = Object.fromEntries(PAYER_FIELDS.map((field) => [field, fieldOf(form, field)]))
  const asked = { quote: fieldOf(form, 'quote'), payer }
  const asking = { commandId: readPageId(form), form: asked, country: place.country }
  const taken = await checkForm(env, session, form, { fields: ['quote', ...PAYER_FIELDS] })
  const outcome = !taken.ok ? taken : await placeBuyOrder(env, session, asking, Date.now())
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal, REFUSED_AT)
  throw redirect(`/buy/orders/${outcome.value.id}`)
}
