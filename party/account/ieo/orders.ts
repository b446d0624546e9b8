// An application in three steps: hold the payment, register a claim in the directory, wait for the allotment. Every step may be repeated
// and takes effect once. Refuse first, write after.

import { assert } from '#domain/assert'
import { findAsset, findKnownAsset } from '#domain/catalogue'
import type { IeoCause, StoredIeoTerms } from '#domain/ieo/order'
import { paymentReceipt } from '#domain/ieo/payment-receipt'
import { IEO_WALLET, capFacts, paidFor } from '#domain/ieo/terms'
import { type Amount, ZERO, formatTrimmed, readPositive, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Tick } from '#domain/quotes/chain'
import { IEO_LIVE_MAX, type IeoClaimed, type IeoRow } from '#party/protocol/ieo'
import type { Turn } from '../feature'
import { type Ieo, type IeoOrder, payRef, toRow } from './store'
import { keepUnlocking, setTimers } from './unlocking'

/** Input checked by the Worker against the directory's terms; amounts as integer text. */
export interface Subscribe {
  readonly projectId: number
  readonly quantity: number
  readonly payAssetId: number
  readonly terms: StoredIeoTerms & { readonly assetId: number; readonly held: string; readonly tick: Tick | null }
}

type SubscribeRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'ieo_ended'
  | 'ieo_orders_above_max'
  | 'ieo_above_cap'
  | 'amount_not_positive'
  | 'insufficient_available'

export function subscribe(
  ieo: Ieo,
  { projectId, quantity, payAssetId, terms }: Subscribe,
  { now }: Turn,
): Outcome<IeoRow, SubscribeRefusal> {
  const { account, orders } = ieo
  const { assetId, held: heldText, tick, ...kept } = terms
  const [asset, pay] = [findAsset(account.catalogue, assetId), findAsset(account.catalogue, payAssetId)]
  const held = readPositive(heldText)
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (!asset || !pay) return refuse('asset_not_found')
  if (held === null) return refuse('amount_not_positive')
  if (now >= kept.endsAt) return refuse('ieo_ended')
  if (orders.live().length >= IEO_LIVE_MAX) return refuse('ieo_orders_above_max', { bound: String(IEO_LIVE_MAX) })
  const applied = orders.live().filter((order) => order.projectId === projectId)
  const left = Math.max(0, kept.userMax - applied.reduce((sum, order) => sum + order.quantity, 0))
  if (quantity > left) return refuse('ieo_above_cap', capFacts({ asset, userMax: kept.userMax, left }))
  const covered = checkAvailable(pay, { available: account.ledger.available(IEO_WALLET, payAssetId), needed: held })
  if (!covered.ok) return covered

  const orderNo = orders.nextNumber()
  const order: IeoOrder = {
    ...{ orderNo, projectId, assetId, payAssetId, quantity, held, tick, terms: kept, acceptedAt: now },
    ...NOT_COUNTED,
  }
  const ref = payRef(orderNo)
  account.ledger.hold({ ref, wallet: IEO_WALLET, assetId: payAssetId, amount: held }, 'ieo_hold', now)
  orders.touch(order)
  setTimers(ieo)
  return done(toRow(order))
}

const NOT_COUNTED = {
  state: 'held',
  cause: null,
  claimNo: null,
  allotted: null,
  paid: ZERO,
  unlockedDays: 0,
  unlocked: ZERO,
  settledAt: null,
  deliveredAt: null,
} as const

/** Applies the directory's answer: counted (and paid at once in a first-come sale), or refused and released. */
export function applyClaim(
  ieo: Ieo,
  { orderNo, claimed }: { readonly orderNo: number; readonly claimed: IeoClaimed },
  turn: Turn,
): IeoRow | null {
  const order = ieo.orders.find(orderNo)
  if (!order) return null
  if (order.state !== 'held') return toRow(order)
  if (!claimed.isCounted) giveBack(ieo, order, claimed.cause, turn)
  else {
    Object.assign(order, { state: 'applied', claimNo: claimed.claimNo })
    if (order.terms.mode === 'first_come') settle(ieo, order, order.quantity, turn)
  }
  ieo.orders.touch(order)
  setTimers(ieo)
  return toRow(order)
}

function giveBack({ account }: Ieo, order: IeoOrder, cause: IeoCause, { now }: Turn): void {
  const ref = payRef(order.orderNo)
  account.ledger.release(ref, account.ledger.holdLeft(ref), 'ieo_release', now)
  Object.assign(order, { state: 'refused', cause, settledAt: now })
}

/**
 * Settles allotments by the directory's claim numbers; settled ones are skipped. Returns the claims that this account knows as settled: an
 * application without its claim number yet is missing from them and needs another call.
 */
export function settleAllotments(
  ieo: Ieo,
  { allotments }: { readonly allotments: readonly { readonly claim: number; readonly allotted: number }[] },
  turn: Turn,
): { readonly settled: number; readonly taken: readonly number[] } {
  const byClaim = new Map(allotments.map(({ claim, allotted }) => [claim, allotted]))
  let settled = 0
  for (const order of ieo.orders.live()) {
    const allotted = byClaim.get(order.claimNo ?? 0)
    if (order.state !== 'applied' || allotted === undefined) continue
    settle(ieo, order, allotted, turn)
    settled += 1
  }
  if (settled > 0) setTimers(ieo)
  const taken = allotments.map(({ claim }) => claim).filter((claim) => ieo.orders.isSettled(claim))
  return { settled, taken }
}

/** Pays for the allotted tokens and releases the rest. */
function settle(ieo: Ieo, order: IeoOrder, allotted: number, { now }: Turn): void {
  const { ledger } = ieo.account
  const { orderNo, payAssetId, quantity, held } = order
  const ref = payRef(orderNo)
  const paid = paidFor(held, { applied: quantity, allotted })
  const released = subtract(held, paid)
  const lines = [{ account: '@house:ieo', assetId: payAssetId, amount: paid }] as const
  const receiptId = allotted === 0 ? null : issuePayment(ieo, order, { allotted, paid, now })
  if (receiptId === null || paid === 0n) ledger.release(ref, released, 'ieo_release', now)
  else ledger.capture({ ref, captured: paid, released, reason: 'ieo_payment', receiptId, lines }, now)
  Object.assign(order, { state: allotted === 0 ? 'done' : 'allotted', allotted, paid, settledAt: now })
  ieo.orders.touch(order)
  notifyAllotted(ieo, order, now)
  // The listing may have passed already: missed unlocks are made in the same turn.
  keepUnlocking(ieo, order, now)
}

function issuePayment(
  { account }: Ieo,
  { projectId, assetId, payAssetId, quantity, held, tick, terms, acceptedAt }: IeoOrder,
  { allotted, paid, now }: { readonly allotted: number; readonly paid: Amount; readonly now: number },
): string {
  const [token, pay] = [assetId, payAssetId].map((id) => findKnownAsset(account.catalogue, id))
  assert(token !== undefined && pay !== undefined, 'a sale and its payment are in known assets')
  const receipt = paymentReceipt({
    ...{ at: now, tick, project: projectId, token: token.code, quantity, cost: terms.cost },
    ...{ pay: { code: pay.code, scale: pay.scale }, acceptedAt, held, allotted, paid },
  })
  return account.capabilities.receipts.issue(receipt, now)
}

function notifyAllotted({ account }: Ieo, order: IeoOrder, at: number): void {
  const [asset, pay] = [order.assetId, order.payAssetId].map((id) => findKnownAsset(account.catalogue, id))
  if (!asset || !pay) return
  const facts = {
    asset: asset.code,
    applied: String(order.quantity),
    amount: String(order.allotted ?? 0),
    paid: formatTrimmed(pay, order.paid),
    returned: formatTrimmed(pay, subtract(order.held, order.paid)),
    quote: pay.code,
  }
  account.capabilities.notices.add({ kind: 'ieo_allotted', facts, ref: payRef(order.orderNo) }, at)
}
