// /api/v1 purchases with fiat: routes, quotes, orders and payment vouchers. Extends the old contract.

import * as v from 'valibot'
import { PAYER_FIELDS, payerFieldsOf } from '#domain/buy/payer'
import { BUY_PROBLEMS } from '#domain/buy/payment'
import { BOUGHT_ASSET, BUY_COUNTRIES, BUY_ROUTES, BUY_STATES, formatMinor } from '#domain/buy/terms'
import { findKnownAsset } from '#domain/catalogue'
import { formatAmount } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { type Outcome, done } from '#domain/outcome'
import { capsOf, fiatCapText, levelPassed } from '#domain/verification'
import { checkSession } from '#services/account-room'
import {
  type BuyOrder,
  cancelOwnBuyOrder,
  findOwnBuyOrder,
  listOwnBuyOrders,
  openBuyCheckout,
  payForBuyOrder,
  placeBuyOrder,
} from '#services/buy/orders'
import { listBuyRoutes, offerOf, quoteBuy } from '#services/buy/routes'
import { loadCatalogue } from '#services/catalogue'
import { readSecurityState } from '#services/security/state'
import { placeOf } from '#session/place'
import { decimal, id, reference, text } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { privateRoute, publicRoute } from './route'

const country = v.picklist(BUY_COUNTRIES)
const routeKind = v.picklist(BUY_ROUTES)
const bank = v.object({ name: v.string(), holder: v.string(), account: v.string(), code: v.string() })
const typed = v.optional(text(100))

const wireRoute = v.object({
  route_id: wireId,
  country,
  currency: v.string(),
  route: routeKind,
  asset: v.string(),
  rate: v.pipe(v.nullable(wireDecimal), v.description('units of the currency for one USDT; null while there is none')),
  rate_as_of: v.nullable(v.number()),
  fee: v.pipe(wireDecimal, v.description('part of what is bought')),
  min: v.number(),
  max: v.number(),
  pay_hours: v.number(),
  payer_fields: v.array(v.picklist(PAYER_FIELDS)),
  is_open: v.boolean(),
})

const quote = v.object({
  quote_id: v.string(),
  route_id: wireId,
  currency: v.string(),
  pay: v.number(),
  rate: wireDecimal,
  asset: v.string(),
  bought: v.pipe(wireDecimal, v.description('before the fee')),
  fee: wireDecimal,
  receives: wireDecimal,
  max: v.pipe(
    wireDecimal,
    v.description('most that one order may come to at the level passed, in USDT; 0 before one is'),
  ),
  expires_at: v.number(),
})

const order = v.object({
  order_id: wireId,
  reference: v.pipe(v.string(), v.description('what the transfer must say')),
  country,
  currency: v.string(),
  route: routeKind,
  state: v.picklist(BUY_STATES),
  pay: v.number(),
  arrived: v.pipe(
    v.nullable(wireDecimal),
    v.description('what came and did not go back, where it is not what was ordered'),
  ),
  rate: wireDecimal,
  asset: v.string(),
  fee: wireDecimal,
  receives: wireDecimal,
  bank,
  pay_address: v.pipe(v.string(), v.description('page of a provider where it is paid; empty where there is none')),
  problem: v.pipe(v.nullable(v.picklist(BUY_PROBLEMS)), v.description('why people look at a payment that came')),
  reason: v.string(),
  created_at: v.number(),
  pay_until: v.number(),
  paid_at: v.nullable(v.number()),
  settled_at: v.nullable(v.number()),
})

export const buyRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/buy/routes',
    summary: 'Ways to buy with fiat, with rate, fee and bounds',
    tag: 'Buy',
    input: v.object({}),
    output: v.array(wireRoute),
    handler: async ({ env }) => {
      const [routes, catalogue] = await Promise.all([listBuyRoutes(env), loadCatalogue(env)])
      const now = Date.now()
      return done(
        routes.map((route) => {
          const offer = offerOf(route, catalogue, now)
          return {
            route_id: route.id,
            country: route.country,
            currency: route.currency,
            route: route.kind,
            asset: BOUGHT_ASSET,
            rate: offer.ok ? formatRate(offer.value.now.rate) : null,
            rate_as_of: offer.ok ? offer.value.now.asOf : null,
            fee: formatRate(route.fee),
            min: route.min,
            max: route.max,
            pay_hours: route.payHours,
            payer_fields: [...payerFieldsOf(route.country)],
            is_open: offer.ok,
          }
        }),
      )
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/buy/quote',
    summary: 'What an amount comes to; the id is good for ten minutes',
    tag: 'Buy',
    input: v.object({ route_id: id, pay: v.pipe(decimal, v.description('whole units of the currency')) }),
    output: quote,
    handler: async ({ env, request, session, input }) => {
      const { userId } = session
      const [check, user] = await Promise.all([checkSession(env, session), readSecurityState(env, userId, Date.now())])
      if (!check.ok) return check
      const level = user ? levelPassed(user) : 0
      const asked = { routeId: input.route_id, amount: input.pay, country: placeOf(request).country }
      const quoted = await quoteBuy(env, { userId, level }, asked, Date.now())
      if (!quoted.ok) return quoted
      const { route, asset, figures, now, token, expiresAt } = quoted.value
      return done({
        quote_id: token,
        route_id: route.id,
        currency: route.currency,
        pay: figures.pay,
        rate: formatRate(now.rate),
        asset: asset.code,
        bought: formatAmount(asset, figures.bought),
        fee: formatAmount(asset, figures.fee),
        receives: formatAmount(asset, figures.receives),
        max: fiatCapText(capsOf(level)),
        expires_at: expiresAt,
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/buy/order',
    summary: 'Take up a quote, with who pays; the fields that are asked for depend on the country',
    tag: 'Buy',
    input: v.object({
      quote_id: text(600),
      first_name: typed,
      last_name: typed,
      full_name: typed,
      email: typed,
      phone: typed,
      tax_id: typed,
    }),
    output: order,
    handler: async ({ env, request, session, commandId, input }) => {
      const { quote_id: taken, ...fields } = input
      const payer = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))
      const asking = { commandId, form: { quote: taken, payer }, country: placeOf(request).country }
      return show(env, await placeBuyOrder(env, session, asking, Date.now()))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/buy/voucher',
    summary: 'Tell that an order was paid, with the reference of the uploaded voucher',
    tag: 'Buy',
    input: v.object({ order_id: id, voucher: reference }),
    output: order,
    handler: async ({ env, session, input: { order_id: orderId, voucher } }) =>
      show(env, await payForBuyOrder(env, session, { orderId, voucher }, Date.now())),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/buy/checkout',
    summary: 'The page of a provider on which an order is paid, asked for again where an order has none',
    tag: 'Buy',
    input: v.object({ order_id: id }),
    output: order,
    handler: async ({ env, session, input }) =>
      show(env, await openBuyCheckout(env, session, input.order_id, Date.now())),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/buy/cancel',
    summary: 'Take back an order that is to be paid',
    tag: 'Buy',
    input: v.object({ order_id: id }),
    output: order,
    handler: async ({ env, session, input }) =>
      show(env, await cancelOwnBuyOrder(env, session, input.order_id, Date.now())),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/buy/orders',
    summary: 'Own orders with fiat, newest first',
    tag: 'Buy',
    input: v.object(listFields),
    output: listOf(order),
    handler: async ({ env, session, input }) => {
      const own = await listOwnBuyOrders(env, session, partOf(input))
      if (!own.ok) return own
      const { rows, end } = endOf(own.value, input, ({ id: orderId }) => orderId)
      return done({ list: await Promise.all(rows.map((row) => orderRow(env, row))), ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/buy/order',
    summary: 'One own order with fiat',
    tag: 'Buy',
    input: v.object({ order_id: id }),
    output: order,
    handler: async ({ env, session, input }) => show(env, await findOwnBuyOrder(env, session, input.order_id)),
  }),
]

const show = async (env: Env, outcome: Outcome<BuyOrder>) =>
  outcome.ok ? done(await orderRow(env, outcome.value)) : outcome

async function orderRow(env: Env, row: BuyOrder): Promise<v.InferOutput<typeof order>> {
  const asset = findKnownAsset(await loadCatalogue(env), row.assetId) ?? { code: '', scale: 0 }
  return {
    order_id: row.id,
    reference: row.reference,
    country: row.country,
    currency: row.currency,
    route: row.kind,
    state: row.state,
    pay: row.pay,
    arrived: row.arrived === null ? null : formatMinor(row.currency, row.arrived),
    rate: formatRate(row.rate),
    asset: asset.code,
    fee: formatAmount(asset, row.fee),
    receives: formatAmount(asset, row.receives),
    bank: row.bank,
    pay_address: row.payAddress,
    problem: row.problem,
    reason: row.reason,
    created_at: row.createdAt,
    pay_until: row.payUntil,
    paid_at: row.paidAt,
    settled_at: row.settledAt,
  }
}
