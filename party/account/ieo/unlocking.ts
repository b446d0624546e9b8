// Delivery at the listing and daily unlocks: tokens are held first, then a part is released after each day. Each entry carries its due day
// as date, even when it is written late, and is written once.

import { findKnownAsset } from '#domain/catalogue'
import { IEO_LOCK_WALLET, IEO_WALLET, tokens, unlockAt, unlockedAfter } from '#domain/ieo/terms'
import { ZERO, subtract } from '#domain/money/amount'
import type { Timer } from '../feature'
import { move } from '../ledger'
import { type Ieo, type IeoOrder, lockRef } from './store'

const DUE = 'ieo_due'
export const COUNT = 'ieo_count'

/** The client's own request registers the claim at once; after this delay the timer registers it. */
const COUNT_AFTER_MS = 20_000

/** Time of an order's next clock event, or null. */
function dueAt({ state, terms, unlockedDays }: IeoOrder): number | null {
  if (state === 'allotted') return terms.listingAt
  return state === 'unlocking' ? unlockAt(terms, unlockedDays + 1) : null
}

/** Sets the next instant of both timers, or clears them. */
export function setTimers(ieo: Ieo): void {
  const { timers } = ieo.account
  const live = ieo.orders.live()
  const due = live.map(dueAt).filter((at) => at !== null)
  if (due.length === 0) timers.clear(DUE)
  else timers.set(DUE, Math.min(...due))
  const [uncounted] = live.filter(({ state }) => state === 'held')
  if (uncounted) timers.ensure(COUNT, uncounted.acceptedAt + COUNT_AFTER_MS)
  else timers.clear(COUNT)
}

export const dueTimer: Timer<Ieo> = {
  run: (ieo, _due, { now }) => {
    for (const order of ieo.orders.live()) keepUnlocking(ieo, order, now)
    setTimers(ieo)
  },
}

/** Executes all due events of an order, one day at a time. */
export function keepUnlocking(ieo: Ieo, order: IeoOrder, now: number): void {
  for (let at = dueAt(order); at !== null && at <= now; at = dueAt(order)) {
    if (order.state === 'allotted') deliver(ieo, order, { at, now })
    else unlock(ieo, order, at)
    ieo.orders.touch(order)
  }
}

/** Delivers the tokens from the house into a hold. */
function deliver(ieo: Ieo, order: IeoOrder, { at, now }: { readonly at: number; readonly now: number }): void {
  const { ledger, catalogue, capabilities } = ieo.account
  const { orderNo, assetId, terms } = order
  const amount = allTokens(ieo, order)
  const ref = lockRef(orderNo)
  const lines = move(assetId, amount, '@house:ieo', `${IEO_LOCK_WALLET}:available`)
  ledger.post({ reason: 'ieo_delivery', ref, lines }, at)
  ledger.hold({ ref, wallet: IEO_LOCK_WALLET, assetId, amount }, 'ieo_lock', at)
  Object.assign(order, { state: 'unlocking', deliveredAt: at })
  const code = findKnownAsset(catalogue, assetId)?.code ?? ''
  const facts = { asset: code, amount: String(order.allotted ?? 0), days: String(terms.lockDays) }
  capabilities.notices.add({ kind: 'ieo_delivered', facts, ref }, now)
}

function unlock(ieo: Ieo, order: IeoOrder, at: number): void {
  const { orderNo, assetId, terms } = order
  const unlockedDays = order.unlockedDays + 1
  const unlocked = unlockedAfter(allTokens(ieo, order), unlockedDays, terms.lockDays)
  const amount = subtract(unlocked, order.unlocked)
  const lines = [{ account: `${IEO_WALLET}:available`, assetId, amount }] as const
  const ref = lockRef(orderNo)
  if (amount > 0n)
    ieo.account.ledger.capture({ ref, captured: amount, released: ZERO, reason: 'ieo_unlock', lines }, at)
  const state = unlockedDays >= terms.lockDays ? 'done' : 'unlocking'
  Object.assign(order, { state, unlockedDays, unlocked })
}

/** Scales of assets never change, and delisted assets stay in the catalogue. */
function allTokens({ account }: Ieo, { assetId, allotted }: IeoOrder) {
  const asset = findKnownAsset(account.catalogue, assetId)
  if (!asset) throw new Error(`asset ${assetId} of a sale is known`)
  return tokens(asset, allotted ?? 0)
}
