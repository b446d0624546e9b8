// NFT bids, purchases, payments and sales: parses text, calls Account and directory.

import type { ListPart } from '#domain/list-part'
import type { Asset } from '#domain/catalogue'
import { type Amount, ZERO, add, encodeAmount, parseAmount } from '#domain/money/amount'
import type { Rate } from '#domain/money/rate'
import { type Lot, currentPrice } from '#domain/nft/artwork'
import {
  EXTENSION_MAX_MS,
  type NewSale,
  STEPS_MAX,
  bidOf,
  checkBid,
  checkSale,
  bidMarginFor,
  marginOfBid,
} from '#domain/nft/auction'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type ShownWork, findWork, listWorks, loadNftTerms } from '#db/platform/nft'
import { type OwnOrder, countUnreadOrders, createSale, listOwnOrders, readOrder } from '#db/platform/nft-sale'
import { findUserById } from '#db/platform/user'
import type { Page } from '#party/protocol/account'
import type { NftActRow, NftStakeRow } from '#party/protocol/lot'
import type { Session } from '#session/session'
import { callAccount, runCommand, checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { checkGate } from '../gates'
import { closeSale } from './lots'

export type { OwnOrder }

/** Asset of resales and auctions, because clients support deposits in it only. */
const RESALE_ASSET = 'USDT'

/** A work's number or code. */
export const workKey = (text: string): number | string => (/^[1-9]\d{0,14}$/.test(text) ? parseInt(text, 10) : text)

/** Work with its newest sale, public view. */
export const findTraded = (env: Pick<Env, 'DB'>, key: number | string): Promise<ShownWork | null> =>
  findWork(env.DB, { key, viewerId: null })

export interface Asking {
  readonly commandId: string
  /** Of the work. */
  readonly key: number | string
  /** Displayed sale: a work sold meanwhile may be on sale again on other terms. Some clients send none. */
  readonly lotId?: number | undefined
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

type Sold = ShownWork & { readonly lot: Lot }

/** Work with its newest sale, which must be the displayed one. */
async function findSale(env: Env, { key, lotId, country }: Asking): Promise<Outcome<Sold>> {
  const admitted = await checkGate(env, 'nft', country)
  if (!admitted.ok) return admitted
  const found = await findWork(env.DB, { key, viewerId: null })
  if (!found) return refuse('nft_work_not_found')
  const { lot } = found
  if (!lot) return refuse('nft_not_on_sale')
  return lotId === undefined || lotId === lot.id ? done({ ...found, lot }) : refuse('nft_price_changed')
}

/** `over`: amount above the current bid at arrival; `bid`: absolute amount, which must exceed it. */
export type BidForm = { readonly over: string } | { readonly bid: string }

/** Resolves after the sale's room has accepted or refused the bid. */
export const bidOnWork = (
  env: Env,
  session: Session,
  asking: Asking & { readonly form: BidForm },
): Promise<Outcome<NftActRow>> =>
  runCommand(
    env,
    session,
    { type: 'bid_nft', commandId: asking.commandId, asked: { ...wantedOf(asking), ...asking.form } },
    () => readBidding(env, asking),
  )

const wantedOf = ({ key, lotId }: Asking) => ({ key, lotId })

const typedOf = ({ form }: { readonly form: BidForm }): string => JSON.stringify(form)

async function readBidding(env: Env, { form, ...asking }: Asking & { readonly form: BidForm }) {
  const found = await findSale(env, asking)
  if (!found.ok) return found
  const { lot, work } = found.value
  if (lot.mode !== 'auction') return refuse('nft_not_auction')
  const read = readBid(lot, form)
  if (!read.ok) return read
  return done({
    lotId: lot.id,
    assetId: lot.asset.id,
    work: work.name,
    typed: typedOf({ form }),
    ...read.value,
  })
}

interface ReadBid {
  readonly price: string | null
  readonly steps: number
  readonly margin: string
  readonly marginMost?: string
}

function readBid(lot: Lot, form: BidForm): Outcome<ReadBid> {
  if ('bid' in form) {
    const bid = parseAmount(lot.asset, form.bid)
    if (!bid.ok) return bid
    return done({ price: encodeAmount(bid.value), steps: 1, margin: encodeAmount(marginOfBid(lot, bid.value)) })
  }
  const over = parseAmount(lot.asset, form.over)
  if (!over.ok) return over
  // Checked against the highest known bid; the room adds the amount to the highest bid at arrival.
  const checked = checkBid(lot, bidOf({ ...lot, step: over.value }, 1n))
  if (!checked.ok) return checked
  const most = add(checked.value, currentPrice(lot))
  return done({
    ...{ price: null, steps: Math.min(STEPS_MAX, parseInt(String(over.value / lot.step), 10)) },
    margin: encodeAmount(marginOfBid(lot, checked.value)),
    // Later bids raise the required deposit.
    marginMost: encodeAmount(marginOfBid(lot, most)),
  })
}

/** Buys a work; resolves after the purchase succeeded or failed. */
export const buyWork = (env: Env, session: Session, asking: Asking): Promise<Outcome<NftActRow>> =>
  runCommand(env, session, { type: 'buy_nft', commandId: asking.commandId, asked: wantedOf(asking) }, () =>
    readBuying(env, asking),
  )

async function readBuying(env: Env, asking: Asking) {
  const found = await findSale(env, asking)
  if (!found.ok) return found
  const { lot, work } = found.value
  return done({ lotId: lot.id, assetId: lot.asset.id, work: work.name, price: encodeAmount(lot.price) })
}

/** The winner of an auction pays the remaining amount. */
export async function payOrder(
  env: Env,
  session: Session,
  { commandId, orderId }: { readonly commandId: string; readonly orderId: number },
): Promise<Outcome<NftActRow>> {
  const orders = await listOrders(env, session, { before: orderId + 1, limit: 1 })
  if (!orders.ok) return orders
  const found = orders.value.find(({ order }) => order.id === orderId)
  if (!found) return refuse('nft_order_not_found')
  if (found.order.state === 'expired') return refuse('nft_pay_late')
  const { lot, work, assetId } = found
  return callAccount(env, session, { type: 'pay_nft', commandId, lotId: lot.id, assetId, work: work.name })
}

export interface ResaleForm {
  readonly price: string
  /** Empty or zero for a fixed price. */
  readonly step: string
  readonly startsAt: number
  readonly endsAt: number
}

/** Terms of a resale. */
export interface Resale extends NewSale {
  readonly margin: Amount
  readonly asset: Asset
  readonly commission: Rate
  readonly termsVersion: number
}

/** Resale terms: parsed form and current rates. */
export async function readResale(
  env: Env,
  { form, now }: { readonly form: ResaleForm; readonly now: number },
): Promise<Outcome<Resale>> {
  const [terms, catalogue] = await Promise.all([loadNftTerms(env.DB), loadCatalogue(env)])
  const asset = catalogue.assets.find(({ code }) => code === RESALE_ASSET)
  if (!terms.isOpen || !asset) return refuse('nft_market_closed')
  const price = parseAmount(asset, form.price)
  if (!price.ok) return refuse('nft_price_invalid')
  const step = form.step.trim() === '' ? done(ZERO) : parseAmount(asset, form.step)
  if (!step.ok) return refuse('nft_step_invalid')
  const sale = { price: price.value, step: step.value, startsAt: Math.max(form.startsAt, now), endsAt: form.endsAt }
  const checked = checkSale({ ...sale, startsAt: form.startsAt }, now)
  if (!checked.ok) return checked
  const margin = step.value > 0n ? bidMarginFor(price.value, terms.marginRate) : ZERO
  return done({ ...sale, margin, asset, commission: terms.commission, termsVersion: terms.version })
}

/** Lists an own work for sale, irrevocably. A repeated form returns the same sale in any state. */
export async function resellWork(
  env: Env,
  session: Session,
  { key, country, form, now }: Omit<Asking, 'commandId'> & { readonly form: ResaleForm; readonly now: number },
): Promise<Outcome<{ readonly lotId: number }>> {
  const live = await checkSession(env, session)
  if (!live.ok) return live
  const found = await findWork(env.DB, { key, viewerId: session.userId })
  if (!found) return refuse('nft_work_not_found')
  if (found.lot && isSaleOf(found.lot, session.userId, form)) return done({ lotId: found.lot.id })
  const admitted = await checkGate(env, 'nft', country)
  if (!admitted.ok) return admitted
  const [read, owner] = await Promise.all([readResale(env, { form, now }), findUserById(env.DB, session.userId)])
  // A work sold far below its worth is money sent away.
  if (owner?.isTradingFrozen) return refuse('trading_frozen')
  if (found.work.ownerId !== session.userId) return refuse('nft_not_owner')
  if (!read.ok) return read
  if (found.work.state !== 'listed') return refuse('nft_taken_down')
  const { lot } = found
  // A sale that ended without a bid is first closed by its room.
  const isLive = lot?.state === 'open' || lot?.state === 'won'
  if (isLive) {
    const state = now < lot.endsAt ? lot.state : await closeSale(env, lot.id)
    if (state === 'open' || state === 'won') return refuse('nft_on_sale')
  }
  const { price, step, margin, startsAt, endsAt, asset, commission, termsVersion } = read.value
  const mode = step > 0n ? 'auction' : 'fixed'
  const endsAtMost = mode === 'auction' ? endsAt + EXTENSION_MAX_MS : endsAt
  const sale = { mode, asset: asset.code, price, step, margin, startsAt, endsAt, endsAtMost } as const
  const of = { workId: found.work.id, sellerId: session.userId, termsVersion, commission, now }
  const lotId = await createSale(env.DB, { ...sale, ...of })
  return lotId === null ? refuse('nft_on_sale') : done({ lotId })
}

/** True when this form created the sale. Late bids extend `endsAt`, but never beyond the form's maximum. */
function isSaleOf(lot: Lot, userId: number, form: ResaleForm): boolean {
  const price = parseAmount(lot.asset, form.price)
  const step = form.step.trim() === '' ? done(ZERO) : parseAmount(lot.asset, form.step)
  const endsAtMost = lot.mode === 'auction' ? form.endsAt + EXTENSION_MAX_MS : form.endsAt
  const isSame = price.ok && price.value === lot.price && step.ok && step.value === lot.step
  return isSame && lot.sellerId === userId && lot.endsAtMost === endsAtMost && lot.state !== 'called_off'
}

/** Own works, in any state. */
export async function listOwnWorks(
  env: Env,
  session: Session,
  input: { readonly page: number; readonly limit: number; readonly now: number },
): Promise<Outcome<Awaited<ReturnType<typeof listWorks>>>> {
  const live = await checkSession(env, session)
  const { userId } = session
  return live.ok
    ? done(await listWorks(env.DB, { viewerId: userId, ownerId: userId, isAnyState: true, ...input }))
    : live
}

/** Auctions won, newest first. */
export async function listOrders(
  env: Env,
  session: Session,
  walk: Omit<ListPart, 'page'>,
): Promise<Outcome<readonly OwnOrder[]>> {
  const live = await checkSession(env, session)
  return live.ok ? done(await listOwnOrders(env.DB, session.userId, walk)) : live
}

export async function markOrderRead(env: Env, session: Session, orderId: number): Promise<Outcome<null>> {
  const live = await checkSession(env, session)
  if (!live.ok) return live
  return (await readOrder(env.DB, orderId, session.userId)) ? done(null) : refuse('nft_order_not_found')
}

/** Number of unpaid orders not viewed yet. */
export const unreadOrders = (env: Pick<Env, 'DB'>, { userId }: Session): Promise<number> =>
  countUnreadOrders(env.DB, userId)

/** Own bids, newest first. */
export const listOwnBids = (
  env: Env,
  session: Session,
  input: ListPart & { readonly lotId: number | null },
): Promise<Outcome<Page<NftActRow>>> => callAccount(env, session, { type: 'nft_acts', kind: 'bid', ...input })

/** Currently held deposits. */
export const listStakes = (env: Env, session: Session): Promise<Outcome<readonly NftStakeRow[]>> =>
  callAccount(env, session, { type: 'nft_stakes' })

/** Current sale terms. */
export const readTerms = (env: Pick<Env, 'DB'>) => loadNftTerms(env.DB)
