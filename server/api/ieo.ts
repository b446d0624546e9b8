// /api/v1 token sales: terms, applications with their unlock schedule, and the published allocation list. Extends the
// old contract.

import * as v from 'valibot'
import { type Asset, findKnownAsset } from '#domain/catalogue'
import { parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { IeoRow } from '#party/protocol/ieo'
import { loadCatalogue } from '#services/catalogue'
import { findShownProject, listProjects } from '#services/ieo/projects'
import { readAllocation, readIeoReceipt } from '#services/ieo/receipt'
import { findSubscription, listSubscriptions, subscribeIeo } from '#services/ieo/subscriptions'
import { placeOf } from '#session/place'
import { decimal, id, idOrAll, limit, page, text } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { ieoOrder, ieoOrderRow, ieoProject, ieoProjectRow } from './ieo-rows'
import { privateRoute, publicRoute } from './route'

const ofProject = { project_id: id }
const entry = v.object({
  claim_id: v.number(),
  first_claim_id: v.pipe(
    v.number(),
    v.description('of the same person: people share, and fill their applications in order'),
  ),
  applied: v.number(),
  allotted: v.number(),
})

export const ieoRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/ieo/projects',
    summary: 'Sales of tokens with their terms, newest first',
    tag: 'IEO',
    input: v.object({ page, limit: limit(20) }),
    output: v.object({ list: v.array(ieoProject), count: v.number(), page: v.number(), limit: v.number() }),
    handler: async ({ env, language, input }) => {
      const { rows, total } = await listProjects(env, { language, ...input })
      const now = Date.now()
      return done({ list: rows.map((project) => ieoProjectRow(project, now)), count: total, ...input })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/ieo/project',
    summary: 'One sale, with its texts',
    tag: 'IEO',
    input: v.object(ofProject),
    output: v.object({ ...ieoProject.entries, content: v.string() }),
    handler: async ({ env, language, input }) => {
      const project = await findShownProject(env, { id: input.project_id, language })
      if (!project) return refuse('ieo_not_found')
      return done({ ...ieoProjectRow(project, Date.now()), content: project.content })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/ieo/order',
    summary: 'Apply for tokens: the payment is held at the price of this moment',
    tag: 'IEO',
    input: v.object({
      ...ofProject,
      quantity: v.pipe(decimal, v.description('whole tokens')),
      pay: v.pipe(text(12), v.description('code of what is paid with')),
      pay_max: v.optional(v.pipe(decimal, v.description('the most that may be held for it'))),
    }),
    output: ieoOrder,
    handler: async ({ env, request, session, commandId, input }) => {
      const { pay_max: most } = input
      const form = {
        projectId: input.project_id,
        quantity: input.quantity,
        pay: input.pay.toUpperCase(),
        mostOf: most === undefined ? null : (asset: Asset) => parseAmount(asset, most),
      }
      return show(env, await subscribeIeo(env, session, { commandId, form, country: placeOf(request).country }))
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/ieo/orders',
    scope: 'read',
    summary: 'Own applications, newest first',
    tag: 'IEO',
    input: v.object({ project_id: v.optional(idOrAll), ...listFields }),
    output: listOf(ieoOrder),
    handler: async ({ env, session, input }) => {
      const own = await listSubscriptions(env, session, { projectId: input.project_id || null, ...partOf(input) })
      if (!own.ok) return own
      const { rows, end } = endOf(own.value, input, ({ orderNo }) => orderNo)
      return done({ list: await Promise.all(rows.map((row) => rowOf(env, row))), ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/ieo/order',
    summary: 'One own application, with what is unlocked when',
    tag: 'IEO',
    input: v.object({ order_id: id }),
    output: ieoOrder,
    handler: async ({ env, session, input }) => show(env, await findSubscription(env, session, input.order_id)),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/ieo/allocation',
    summary:
      'The published list of allotments, 1,024 at a time, with the root of the Merkle tree over all of it (RFC 9162)',
    tag: 'IEO',
    input: v.object({ ...ofProject, block: v.optional(idOrAll) }),
    output: v.object({
      supply_total: v.pipe(v.number(), v.description('what counted of all applications')),
      root: v.nullable(v.string()),
      blocks: v.number(),
      claims_receipt_id: v.pipe(v.string(), v.description('commits to the applications, before they were shared out')),
      list_receipt_id: v.pipe(v.string(), v.description('holds the root, in the log')),
      list: v.array(entry),
    }),
    handler: async ({ env, input }) => {
      const found = await readAllocation(env, input.project_id, input.block ?? 0)
      if (!found) return refuse('ieo_not_found')
      const list = found.entries.map(({ claim, first, ...rest }) => ({
        claim_id: claim,
        first_claim_id: first,
        ...rest,
      }))
      const { run, blocks, claimsReceiptId, listReceiptId } = found
      const receipts = { claims_receipt_id: claimsReceiptId, list_receipt_id: listReceiptId }
      return done({ supply_total: run.total, root: run.root, blocks, ...receipts, list })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/ieo/receipt',
    summary:
      'How an allotment was computed, and its paths to the roots of the applications and of the list; checked by /verify.mjs',
    tag: 'IEO',
    input: v.object({ claim_id: id }),
    output: v.looseObject({ rule: v.string(), sale: v.looseObject({}), list: v.looseObject({}) }),
    handler: async ({ env, input }) => {
      const receipt = await readIeoReceipt(env, input.claim_id)
      return receipt ? done(receipt) : refuse('receipt_not_found')
    },
  }),
]

const show = async (env: Env, outcome: Outcome<IeoRow>) =>
  outcome.ok ? done(await rowOf(env, outcome.value)) : outcome

async function rowOf(env: Env, row: IeoRow) {
  const catalogue = await loadCatalogue(env)
  const [asset, pay] = [row.assetId, row.payAssetId].map((each) => findKnownAsset(catalogue, each))
  const unknown = { code: '', scale: 0 }
  return ieoOrderRow(row, { asset: asset ?? unknown, pay: pay ?? unknown })
}
