// Messages from a sale's room: results of acts, and the sale's end. Each moves money once, however often it is delivered.

import { findAsset } from '#domain/catalogue'
import {
  type Amount,
  ZERO,
  add,
  decodeAmount,
  encodeAmount,
  formatTrimmed,
  minimum,
  negate,
  subtract,
} from '#domain/money/amount'
import { NFT_WALLET } from '#domain/nft/auction'
import type { SaleAnswer, SaleUpdate, Split } from '#party/protocol/lot'
import type { Turn } from '../feature'
import { move } from '../ledger'
import { type Act, MARGINS, type BidMargin, actRef, marginRef } from './store'
import type { Nft } from './state'

/** Applies the result of a pending act. */
export function receiveAnswer(nft: Nft, actNo: number, answer: SaleAnswer, { now }: Turn): void {
  const act = nft.store.find(actNo)
  if (act?.state !== 'sent') return
  if (!answer.isAccepted) return releaseBidHold(nft, act, JSON.stringify(answer.refusal), now)
  if (act.kind === 'bid') return takeBid(nft, act, answer, now)
  nft.store.put({ ...act, state: 'in', price: answer.price, at: answer.at, workId: answer.workId ?? null })
  const bidMargin = nft.store.bidMargin(act.lotId)
  const price = decodeAmount(answer.price)
  if (act.kind === 'pay' && bidMargin) returnBidMargin(nft, bidMargin, { to: 'paid', now })
  capture(nft, act, price, now)
  if (answer.split) share(nft, act, answer.split, now)
}

/** The sale accepted a bid: what the bid needs of the hold becomes the margin, and the rest is released. */
function takeBid(
  nft: Nft,
  act: Act,
  { price, at, margin }: { readonly price: string; readonly at: number; readonly margin?: string },
  now: number,
): void {
  nft.store.put({ ...act, state: 'in', price, at })
  const known = nft.store.bidMargin(act.lotId)
  const bidMargin =
    known?.state === 'asked'
      ? takeBidMargin(nft, known, { now, ...(margin !== undefined && { most: decodeAmount(margin) }) })
      : known
  // Without a row the auction has ended and the margin is settled already.
  const missing = bidMargin && margin !== undefined ? subtract(decodeAmount(margin), bidMargin.margin) : ZERO
  const captured = missing > 0n ? missing : ZERO
  const ref = actRef(act.actNo)
  if (!bidMargin || captured === 0n) return nft.account.ledger.release(ref, act.held, 'nft_release', now)
  const lines = [{ account: MARGINS, assetId: act.assetId, amount: captured }] as const
  const released = subtract(act.held, captured)
  nft.account.ledger.capture({ ref, captured, released, reason: 'nft_margin', lines }, now)
  nft.store.putBidMargin({ ...bidMargin, margin: add(bidMargin.margin, captured) })
}

/** Pays the whole price; a margin returned just before covers the part that isn't held. */
function capture({ account: { ledger } }: Nft, { actNo, assetId, held }: Act, price: Amount, now: number): void {
  const ref = actRef(actNo)
  const lines = [
    { account: `${NFT_WALLET}:available`, assetId, amount: subtract(held, price) },
    { account: '@nft', assetId, amount: price },
  ] as const
  if (held > 0n) ledger.capture({ ref, captured: held, released: ZERO, reason: 'nft_payment', lines }, now)
  else ledger.post({ reason: 'nft_payment', ref, lines }, now)
}

/** What does not go to users leaves `@nft` here. */
function share({ account }: Nft, { actNo, assetId }: Act, split: Split, now: number): void {
  const [fee, house] = [decodeAmount(split.fee), decodeAmount(split.house)]
  const sum = add(fee, house)
  if (sum === 0n) return
  const lines = [
    { account: '@nft', assetId, amount: negate(sum) },
    { account: '@fees', assetId, amount: fee },
    { account: '@house:nft', assetId, amount: house },
  ] as const
  account.ledger.post({ reason: 'nft_shared', ref: actRef(actNo), lines }, now)
}

/** Gives back the hold of a refused bid, purchase or payment. The margin of a bidder without a bid in the auction goes back with it. */
function releaseBidHold(nft: Nft, act: Act, cause: string, now: number): void {
  const { account, store } = nft
  account.ledger.release(actRef(act.actNo), act.held, 'nft_release', now)
  store.put({ ...act, state: 'refused', cause, at: now })
  const bidMargin = store.bidMargin(act.lotId)
  const isAsked = store.sent().some(({ lotId, kind }) => lotId === act.lotId && kind === 'bid')
  // A margin without a bid in the sale is released.
  if (act.kind !== 'bid' || bidMargin?.state !== 'asked' || isAsked) return
  account.ledger.release(marginRef(bidMargin.lotId), bidMargin.margin, 'nft_release', now)
  store.putBidMargin({ ...bidMargin, state: 'returned', at: now })
}

/** Turns the hold of the first accepted bid into the margin of the bidder, whose return is a line of the bill. */
function takeBidMargin(
  { account, store }: Nft,
  bidMargin: BidMargin,
  { now, most = bidMargin.margin }: { readonly now: number; readonly most?: Amount },
): BidMargin {
  const { lotId, assetId } = bidMargin
  // A refused bid may have held more than the accepted one.
  const captured = minimum(bidMargin.margin, most)
  const lines = [{ account: MARGINS, assetId, amount: captured }] as const
  const released = subtract(bidMargin.margin, captured)
  account.ledger.capture({ ref: marginRef(lotId), captured, released, reason: 'nft_margin', lines }, now)
  const taken = { ...bidMargin, margin: captured, state: 'bidding' } as const
  store.putBidMargin(taken)
  return taken
}

/** Gives the margin back: to a bidder who did not win, or to the winner who pays the whole price. */
function returnBidMargin(
  { account: { ledger }, store }: Nft,
  bidMargin: BidMargin,
  { to, now }: { readonly to: 'returned' | 'paid'; readonly now: number },
): void {
  const lines = move(bidMargin.assetId, bidMargin.margin, MARGINS, `${NFT_WALLET}:available`)
  ledger.post({ reason: 'nft_margin_back', ref: marginRef(bidMargin.lotId), lines }, now)
  store.putBidMargin({ ...bidMargin, state: to, at: now })
}

export function takeSaleUpdate(nft: Nft, news: SaleUpdate, { now }: Turn): void {
  if (news.kind === 'credit') return credit(nft, news, now)
  // The winning bid was accepted, even if its answer never arrived.
  const winning = news.kind === 'won' ? nft.store.find(news.actNo) : undefined
  if (news.kind === 'won' && winning?.state === 'sent') takeBid(nft, winning, { ...news, at: now }, now)
  const known = nft.store.bidMargin(news.lotId)
  // A repeated message, or the margin is returned already.
  if (!known) return
  // The sale has accepted a bid whose answer was lost. While the sale runs, the answer is repeated with the margin.
  const bidMargin = known.state === 'asked' && news.kind !== 'outbid' ? takeBidMargin(nft, known, { now }) : known
  switch (news.kind) {
    case 'margin_back':
      returnBidMargin(nft, bidMargin, { to: 'returned', now })
      return notify(nft, {
        news,
        kind: news.isCalledOff ? 'nft_called_off' : 'nft_lost',
        of: bidMargin,
        amount: bidMargin.margin,
        now,
      })
    case 'won': {
      if (bidMargin.state === 'won') return
      const price = decodeAmount(news.price)
      nft.store.putBidMargin({ ...bidMargin, state: 'won', price, payBy: news.payBy })
      return notify(nft, { news, kind: 'nft_won', of: bidMargin, amount: price, now })
    }
    case 'outbid':
      return notify(nft, { news, kind: 'nft_outbid', of: bidMargin, amount: decodeAmount(news.price), now })
    case 'forfeit': {
      const account = news.toHouse ? '@house:nft' : '@nft'
      const lines = move(bidMargin.assetId, bidMargin.margin, MARGINS, account)
      nft.account.ledger.post({ reason: 'nft_forfeited', ref: marginRef(news.lotId), lines }, now)
      nft.store.putBidMargin({ ...bidMargin, state: 'forfeited', at: now })
      return notify(nft, { news, kind: 'nft_forfeited', of: bidMargin, amount: bidMargin.margin, now })
    }
  }
}

function credit(nft: Nft, news: Extract<SaleUpdate, { kind: 'credit' }>, now: number): void {
  const { lotId, assetId, reason, workId } = news
  const ref = `${reason}:${lotId}`
  if (nft.store.isCredited(ref)) return
  const amount = decodeAmount(news.amount)
  const lines = [
    { account: '@nft', assetId, amount: negate(amount) },
    { account: `${NFT_WALLET}:available`, assetId, amount },
  ] as const
  nft.account.ledger.post({ reason, ref: marginRef(lotId), lines }, now)
  nft.store.credit({ ref, lotId, assetId, amount, at: now, workId })
  notify(nft, { news, kind: reason, of: { assetId }, amount, now })
}

interface Notification {
  readonly news: SaleUpdate
  readonly kind:
    | 'nft_lost'
    | 'nft_called_off'
    | 'nft_won'
    | 'nft_outbid'
    | 'nft_forfeited'
    | 'nft_sold'
    | 'nft_royalty'
    | 'nft_forfeit_received'
  readonly of: { readonly assetId: number }
  readonly amount: Amount
  readonly now: number
}

function notify({ account }: Nft, { news, kind, of, amount, now }: Notification): void {
  const asset = findAsset(account.catalogue, of.assetId)
  const facts = {
    work: news.work,
    amount: asset ? formatTrimmed(asset, amount) : encodeAmount(amount),
    asset: asset?.code ?? '',
  }
  const ref = news.kind === 'outbid' ? `${marginRef(news.lotId)}:${news.seq}` : marginRef(news.lotId)
  account.capabilities.notices.add({ kind, ref, facts }, now)
}
