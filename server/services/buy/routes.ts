// Fiat purchase routes and quotes, public. A quote is encrypted for its user, and expires after minutes or with a change of the rate.

import * as v from 'valibot'
import { type BuyRouteRow, loadBuyRoutes } from '#db/platform/buy'
import {
  type BuyFigures,
  type BuyRoute,
  type RateNow,
  BOUGHT_ASSET,
  BUY_QUOTE_MS,
  figuresOf,
  rateNow,
  readPay,
} from '#domain/buy/terms'
import type { Asset, Catalogue } from '#domain/catalogue'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { checkFiatQuoteCap, type levelPassed } from '#domain/verification'
import { loadCatalogue } from '../catalogue'
import { checkGate } from '../gates'
import { seal, unseal } from '../security/seal'
import { hookSecretOf } from './providers'

/** Payable routes in display order, including closed ones. */
export async function listBuyRoutes(env: Env): Promise<readonly BuyRoute[]> {
  const rows = await loadBuyRoutes(env.DB)
  return rows.filter((row) => isPayable(env, row)).map(routeOf)
}

/** True when the route has a bank account or a configured provider. */
function isPayable(env: Env, { kind, bankAccount }: BuyRouteRow): boolean {
  if (kind === 'bank') return bankAccount !== ''
  return hookSecretOf(env, kind) !== null
}

const routeOf = (row: BuyRouteRow): BuyRoute => ({
  id: row.id,
  country: row.country,
  currency: row.currency,
  kind: row.kind,
  fee: row.fee,
  min: row.payMin,
  max: row.payMax,
  payHours: row.payHours,
  rateHoursMax: row.rateHoursMax,
  rateCheckedAt: row.rateCheckedAt,
  bank: { name: row.bankName, holder: row.bankHolder, account: row.bankAccount, code: row.bankCode },
  isOpen: row.isOpen,
})

/** Current offer of a route; the refusal states why none exists. */
export interface BuyOffer {
  readonly route: BuyRoute
  readonly asset: Asset
  readonly now: RateNow
}

export async function findBuyOffer(env: Env, routeId: number, now: number): Promise<Outcome<BuyOffer>> {
  const [routes, catalogue] = await Promise.all([listBuyRoutes(env), loadCatalogue(env)])
  const route = routes.find(({ id }) => id === routeId)
  return route ? offerOf(route, catalogue, now) : refuse('buy_route_not_found')
}

export function offerOf(route: BuyRoute, catalogue: Catalogue, now: number): Outcome<BuyOffer> {
  const asset = catalogue.assets.find(({ code }) => code === BOUGHT_ASSET)
  if (!route.isOpen || !asset) return refuse('buy_route_closed', { currency: route.currency })
  const known = rateNow(
    route,
    catalogue.fiats.find(({ code }) => code === route.currency),
    now,
  )
  return known.ok ? done({ route, asset, now: known.value }) : known
}

export interface BuyQuote extends BuyOffer {
  readonly figures: BuyFigures
  /** Encrypted figures, valid for this user only. */
  readonly token: string
  readonly expiresAt: number
}

/** The user requesting a quote; a guest is user 0 at level 0. */
interface Requester {
  readonly userId: number
  readonly level: ReturnType<typeof levelPassed>
}

/** Level whose cap a quote keeps to: an unverified user has that of the first level, where buying starts. */
export const quotedLevel = ({ userId, level }: Requester): Requester['level'] => (userId > 0 && level === 0 ? 1 : level)

/** `amount`: decimal text in whole units of the currency. Refused above the cap of `quotedLevel`. */
export async function quoteBuy(
  env: Env,
  requester: Requester,
  { routeId, amount, country }: { readonly routeId: number; readonly amount: string; readonly country: string },
  now: number,
): Promise<Outcome<BuyQuote>> {
  const offer = await findBuyOffer(env, routeId, now)
  if (!offer.ok) return offer
  const { route, asset } = offer.value
  const admitted = await checkBuyGates(env, route, country)
  if (!admitted.ok) return admitted
  const pay = readPay(route, amount)
  if (!pay.ok) return pay
  const figures = figuresOf(pay.value, { rate: offer.value.now.rate, fee: route.fee }, asset)
  const fits = checkFiatQuoteCap(quotedLevel(requester), { scale: asset.scale, amount: figures.bought })
  if (!fits.ok) return fits
  const expiresAt = now + BUY_QUOTE_MS
  const id = crypto.randomUUID()
  const content = { id, routeId, pay: pay.value, rate: String(offer.value.now.rate), fee: String(route.fee), expiresAt }
  const token = await seal(
    env,
    { use: 'buy_quote', userId: requester.userId },
    JSON.stringify(content satisfies QuoteContent),
  )
  return done({ ...offer.value, figures, token, expiresAt })
}

/** Gates of the buyer's country and of the route's country. */
export async function checkBuyGates(
  env: Env,
  route: Pick<BuyRoute, 'country'>,
  country: string,
): Promise<Outcome<null>> {
  const admitted = await Promise.all([checkGate(env, 'buy', country), checkGate(env, 'buy', route.country)])
  return admitted.find((gate) => !gate.ok) ?? done(null)
}

const whole = v.pipe(v.string(), v.regex(/^\d{1,36}$/))
const quoteContent = v.strictObject({
  id: v.string(),
  routeId: v.number(),
  pay: v.number(),
  rate: whole,
  fee: whole,
  expiresAt: v.number(),
})
type QuoteContent = v.InferOutput<typeof quoteContent>

interface TakenQuote extends Pick<BuyQuote, 'route' | 'asset' | 'figures'> {
  readonly id: string
  readonly terms: Pick<BuyRoute, 'fee'> & Pick<RateNow, 'rate'>
}

/** Content of the user's quote, expired or not. Null for a foreign or invented token, and for one of an earlier release. */
export async function readBuyQuote(env: Env, userId: number, token: string): Promise<QuoteContent | null> {
  const text = await unseal(env, { use: 'buy_quote', userId }, token)
  const read = v.safeParse(quoteContent, text === null ? null : JSON.parse(text))
  return read.success ? read.output : null
}

/** Promised figures of a quote whose route still exists; the bank account is today's. */
export async function takeBuyQuote(env: Env, userId: number, token: string, now: number): Promise<Outcome<TakenQuote>> {
  const quote = await readBuyQuote(env, userId, token)
  if (quote === null || quote.expiresAt <= now) return refuse('buy_quote_over')
  const offer = await findBuyOffer(env, quote.routeId, now)
  if (!offer.ok) return offer
  const { route, asset } = offer.value
  const terms = { rate: rate(BigInt(quote.rate)), fee: rate(BigInt(quote.fee)) }
  // A quote ends with its rate: a buyer who holds quotes of the old and the new rate would choose the better one.
  if (terms.rate !== offer.value.now.rate) return refuse('buy_quote_over')
  const within = readPay(route, String(quote.pay))
  return within.ok ? done({ id: quote.id, route, asset, terms, figures: figuresOf(quote.pay, terms, asset) }) : within
}
