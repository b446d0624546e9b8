// /api/project and /api/user/project: sales of tokens under the names of the wire contract.

import * as v from 'valibot'
import { type Asset, type Catalogue, findKnownAsset } from '#domain/catalogue'
import { IEO_WALLET } from '#domain/ieo/terms'
import { type Amount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import {
  type IeoProject,
  findProject,
  findProjects,
  findShownProject,
  listProjects,
  priceOfPay,
} from '#services/ieo/projects'
import { listSubscriptions, subscribeIeo } from '#services/ieo/subscriptions'
import { listBalances } from '#services/wallet'
import { sentence } from '#services/words'
import { placeOf } from '#session/place'
import { type Session, readSession } from '#session/session'
import { decimal, id, limit, page, text } from '#services/input'
import { sentenceText, wireDecimal } from './fields'
import { wireDecimals, pageOf, paged } from './format'
import {
  costInText,
  costText,
  wireIeoOrder,
  wireIeoOrderRow,
  wireProject,
  wireProjectRow,
  withTolerance,
} from './ieo-rows'
import { privateRoute, publicRoute } from './route'

const ORDERS_SHOWN = 20

export const projectRoutes = [
  publicRoute({
    method: 'GET',
    path: '/project',
    summary: 'Sales of tokens, newest first',
    tag: 'IEO',
    input: v.object({ page, limit: limit(10) }),
    output: v.object({ list: v.array(wireProject) }),
    handler: async ({ env, language, input }) => {
      const [catalogue, { rows }] = await Promise.all([loadCatalogue(env), listProjects(env, { language, ...input })])
      const now = Date.now()
      return done({ list: rows.map((project) => wireProjectRow(project, payOf(catalogue, project), now)) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/project/detail',
    summary: 'One sale, with its texts; and what the caller has applied for',
    tag: 'IEO',
    input: v.object({ project_id: id }),
    output: v.object({
      info: v.object({
        ...wireProject.entries,
        price: v.pipe(wireDecimal, v.description('USDT for one token')),
        btc_price: v.nullable(wireDecimal),
        eth_price: v.nullable(wireDecimal),
        content: v.string(),
        link: v.string(),
        white_book: v.string(),
        min: wireDecimal,
        user_has_money: v.pipe(wireDecimal, v.description('what the caller has of the first asset to pay with')),
      }),
      order_info: v.nullable(wireIeoOrder),
      sell_order: v.nullable(v.array(wireIeoOrder)),
    }),
    handler: async ({ env, request, language, input }) => {
      const project = await findProject(env, { id: input.project_id, language })
      if (!project) return refuse('ieo_not_found')
      const [catalogue, session] = await Promise.all([loadCatalogue(env), readSession(request, env)])
      const pay = payOf(catalogue, project)
      const [btc, eth, own] = await Promise.all([
        costOf(env, catalogue, { project, code: 'BTC' }),
        costOf(env, catalogue, { project, code: 'ETH' }),
        session ? ownOf(env, session, { project, pay }) : NOBODY,
      ])
      if (!project.isShown && own.orders.length === 0) return refuse('ieo_not_found')
      const info = {
        ...wireProjectRow(project, pay, Date.now()),
        price: wireDecimals(costText(project)),
        btc_price: btc,
        eth_price: eth,
        content: project.content,
        link: project.website,
        white_book: project.whitePaper,
        min: wireDecimals(String(project.min)),
        user_has_money: wireDecimals(own.available),
      }
      const [last = null] = own.orders
      return done({ info, order_info: last, sell_order: last && [...own.orders] })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/project/order',
    summary: 'Apply for tokens; `price` is all that is to be paid as the caller saw it',
    tag: 'IEO',
    input: v.object({
      project_id: id,
      amount: decimal,
      pay_currency: v.optional(text(12)),
      price: v.optional(decimal),
    }),
    output: sentenceText,
    handler: async ({ env, request, session, commandId, input, language }) => {
      const [catalogue, project] = await Promise.all([
        loadCatalogue(env),
        findShownProject(env, { id: input.project_id, language }),
      ])
      const pay = payNamed(catalogue, input.pay_currency ?? '')?.code ?? input.pay_currency ?? project?.pays[0] ?? ''
      const { price } = input
      const form = {
        projectId: input.project_id,
        quantity: input.amount,
        pay,
        mostOf: price === undefined ? null : (asset: Asset) => mostFor(asset, price),
      }
      const applied = await subscribeIeo(env, session, { commandId, form, country: placeOf(request).country })
      return applied.ok ? done(sentence(language, 'done_ieo_applied')) : applied
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/user/project/order',
    summary: 'Own applications, newest first',
    tag: 'IEO',
    input: v.object({ page, limit: limit(10) }),
    output: paged(wireIeoOrder),
    handler: async ({ env, session, language, input }) => {
      const listed = await listSubscriptions(env, session, { projectId: null, ...input })
      if (!listed.ok) return listed
      const { rows, total } = listed.value
      const ids = [...new Set(rows.map(({ projectId }) => projectId))]
      const projects = await findProjects(env, { ids, language })
      const name = (projectId: number) => projects.find((project) => project.id === projectId)?.title ?? ''
      return done(
        pageOf(
          rows.map((row) => wireIeoOrderRow(row, name(row.projectId))),
          { ...input, total },
        ),
      )
    },
  }),
]

const payOf = ({ assets }: Catalogue, { pays }: IeoProject) => assets.find(({ code }) => code === pays[0])

/** Payment asset by id or code, case-insensitive. */
const payNamed = (catalogue: Catalogue, named: string): Asset | undefined =>
  /^\d+$/.test(named)
    ? findKnownAsset(catalogue, parseInt(named, 10))
    : catalogue.assets.find(({ code }) => code === named.toUpperCase())

/** Maximum payment from a client's float: excess decimals are truncated, and 1 % is added for price moves. */
function mostFor(asset: Asset, price: string): Outcome<Amount> {
  const [whole = '0', decimals = ''] = price.split('.')
  const usedDigits = decimals.slice(0, asset.scale)
  const parsed = parseAmount(asset, `${whole.replace(/^0+(?=\d)/, '')}${usedDigits && `.${usedDigits}`}`)
  return parsed.ok ? done(withTolerance(parsed.value)) : parsed
}

/**
 * Token price, also for assets the sale does not accept: clients offer three assets and display a missing price as 0.
 * Null while the price is unknown.
 */
async function costOf(
  env: Env,
  catalogue: Catalogue,
  { project, code }: { readonly project: IeoProject; readonly code: string },
): Promise<string | null> {
  const pay = catalogue.assets.find((asset) => asset.code === code)
  const cost = pay && costInText(project, pay, await priceOfPay(env, code))
  return cost ? wireDecimals(cost) : null
}

const NOBODY = { available: '0', orders: [] }

/** Caller's balance and earlier applications; empty for an ended session. */
async function ownOf(
  env: Env,
  session: Session,
  { project, pay }: { readonly project: IeoProject; readonly pay: Asset | undefined },
) {
  const [sheet, listed] = await Promise.all([
    listBalances(env, session),
    listSubscriptions(env, session, { projectId: project.id, page: 1, limit: ORDERS_SHOWN }),
  ])
  if (!sheet.ok || !listed.ok) return NOBODY
  const line = sheet.value.lines.find((each) => each.wallet === IEO_WALLET && each.assetId === pay?.id)
  const orders = listed.value.rows.map((row) => wireIeoOrderRow(row, project.title))
  return { available: line?.available ?? '0', orders }
}
