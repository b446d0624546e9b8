// IEO applications: parses text, calls the user's Account. The Account holds the payment, the directory counts the
// application, and the Account is informed; its timer repairs crashes in between.

import type { ListPart } from '#domain/list-part'
import { claimIeo } from '#db/platform/ieo-claim'
import { findShares } from '#db/platform/ieo-run'
import { type Asset, findAsset } from '#domain/catalogue'
import { allottedOf } from '#domain/ieo/allotment'
import type { IeoClaimed } from '#domain/ieo/order'
import { capFacts, checkOpen, costIn, readQuantity } from '#domain/ieo/terms'
import { type Amount, encodeAmount, formatTrimmed } from '#domain/money/amount'
import { type Outcome, type Refused, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { IeoRow } from '#party/protocol/ieo'
import type { Session } from '#session/session'
import { callAccount, runCommand, callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { checkGate } from '../gates'
import { lastRoundedOf } from './published'
import { type IeoProject, findProjects, findShownProject, nextPriceOfPay } from './projects'

/** An application in text. */
interface IeoForm {
  readonly projectId: number
  readonly quantity: string
  /** Payment asset code. */
  readonly pay: string
  /** Maximum payment to hold; null accepts the current price without a maximum. */
  readonly mostOf: ((pay: Asset) => Outcome<Amount>) | null
}

interface Asking {
  readonly commandId: string
  readonly form: IeoForm
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

/** Resolves after the application has been counted. */
export async function subscribeIeo(env: Env, session: Session, asking: Asking): Promise<Outcome<IeoRow>> {
  const { commandId, form } = asking
  const named = { type: 'subscribe_ieo', commandId, asked: form } as const
  const held = await runCommand(env, session, named, () => readApplication(env, asking))
  if (!held.ok) return held
  const { orderNo, quantity, projectId } = held.value
  const claim = { projectId, orderNo, quantity, at: Date.now() }
  const claimed = await claimIeo(env.DB, session.userId, claim)
  const row = await callAccountAsSystem(env, session.userId, { type: 'claimed_ieo', orderNo, claimed })
  if (row === null) return refuse('ieo_order_not_found')
  if (claimed.isCounted) return done(row)
  const [project] = await findProjects(env, { ids: [projectId], language: 'en' })
  return project ? notCounted(project, claimed) : refuse('ieo_not_found')
}

async function readApplication(env: Env, { form, country }: Asking) {
  const admitted = await checkGate(env, 'ieo', country)
  if (!admitted.ok) return admitted
  const [project, catalogue] = await Promise.all([
    findShownProject(env, { id: form.projectId, language: 'en' }),
    loadCatalogue(env),
  ])
  if (!project) return refuse('ieo_not_found')
  const open = checkOpen(project, Date.now())
  if (!open.ok) return open
  const quantity = readQuantity(project, form.quantity, 0)
  if (!quantity.ok) return quantity
  const pay = catalogue.assets.find(({ code }) => code === form.pay && project.pays.includes(code))
  if (!pay) return refuse('ieo_asset_not_taken', { offered: project.pays.join(', ') })
  const now = await nextPriceOfPay(env, pay.code)
  if (!now) return refuse('price_unavailable')
  const held = costIn(pay, { quantity: quantity.value, cost: project.cost, price: now.price })
  const most = form.mostOf?.(pay)
  // An unreadable maximum refuses the application.
  if (most?.ok === false) return most
  if (most && held > most.value) return refuse('ieo_price_moved', { needed: formatTrimmed(pay, held), asset: pay.code })
  const { asset, mode, cost, userMax, endsAt, listingAt, lockDays } = project
  const kept = { assetId: asset.id, mode, cost: encodeAmount(cost), userMax, endsAt, listingAt, lockDays }
  const terms = { ...kept, held: encodeAmount(held), tick: now.tick }
  return done({ projectId: project.id, quantity: quantity.value, payAssetId: pay.id, terms })
}

/** Refusal when the directory rejects the application, with the possible quantity. */
function notCounted(project: IeoProject, { cause, left }: Extract<IeoClaimed, { readonly isCounted: false }>): Refused {
  if (cause === 'above_user_max') return refuse('ieo_above_cap', capFacts({ ...project, left }))
  // A pro-rata sale never sells out, so it has ended.
  if (project.mode === 'pro_rata') return refuse('ieo_ended')
  return refuse('ieo_sold_out', { left: String(left), asset: project.asset.code })
}

/** Own applications, newest first; pending allotments are sent to the account first. */
export async function listSubscriptions(
  env: Env,
  session: Session,
  filter: ListPart & { readonly projectId: number | null },
): Promise<Outcome<Page<IeoRow>>> {
  const listed = await callAccount(env, session, { type: 'ieo_orders', ...filter })
  if (!listed.ok || !(await settleOwn(env, session.userId, listed.value.rows))) return listed
  return callAccount(env, session, { type: 'ieo_orders', ...filter })
}

export async function findSubscription(env: Env, session: Session, orderNo: number): Promise<Outcome<IeoRow>> {
  const found = await callAccount(env, session, { type: 'ieo_order', orderNo })
  if (!found.ok || !(await settleOwn(env, session.userId, [found.value]))) return found
  return callAccount(env, session, { type: 'ieo_order', orderNo })
}

/** Settles ended applications at once; returns true when any was settled, so that users need not wait for the sweep. */
async function settleOwn(env: Env, userId: number, rows: readonly IeoRow[]): Promise<boolean> {
  const waiting = rows.filter(({ state, terms }) => state === 'applied' && terms.endsAt < Date.now())
  if (waiting.length === 0) return false
  const projects = await findProjects(env, {
    ids: [...new Set(waiting.map(({ projectId }) => projectId))],
    language: 'en',
  })
  const listed = new Map(projects.flatMap(({ run }) => (run && run.listedAt !== null ? [[run.projectId, run]] : [])))
  const claims = waiting.flatMap(({ projectId, claimNo }) => (claimNo !== null && listed.has(projectId) ? claimNo : []))
  if (claims.length === 0) return false
  const shares = await findShares(env.DB, claims)
  const allotments = shares.flatMap((share) => {
    const run = listed.get(share.projectId)
    return run ? [{ claim: share.claim, allotted: allottedOf(share, lastRoundedOf(run)) }] : []
  })
  const { settled } = await callAccountAsSystem(env, userId, { type: 'settle_ieo', allotments })
  return settled > 0
}

/** Payment assets of a sale. */
export async function paysOf(env: Pick<Env, 'DB'>, { pays }: Pick<IeoProject, 'pays'>): Promise<readonly Asset[]> {
  const catalogue = await loadCatalogue(env)
  return pays.flatMap((code) => {
    const listed = catalogue.assets.find((asset) => asset.code === code)
    return listed ? (findAsset(catalogue, listed.id) ?? []) : []
  })
}
