// What artworks and their sales are: kinds, rarities, states, and how a sale stands at a moment.

import type { Amount } from '../money/amount'
import type { Rate } from '../money/rate'

/** The wire counts them from 1, in this order. */
export const WORK_KINDS = ['image', 'gif', 'audio', 'video'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const RARITIES = ['N', 'R', 'SR'] as const

/** An artist applies and is listed by the desk; who is hidden keeps the works, and they are shown no more. */
export const ARTIST_STATES = ['review', 'listed', 'refused', 'hidden'] as const
export type ArtistState = (typeof ARTIST_STATES)[number]

/** A work is sent in and listed by the desk; one that is taken down is sold no more. */
export const WORK_STATES = ['review', 'listed', 'refused', 'taken_down'] as const

export const LOT_MODES = ['fixed', 'auction'] as const
export type LotMode = (typeof LOT_MODES)[number]

/**
 * `open` until its room closes it: to `sold`, `unsold`, or `won` while the winner of an auction has time to pay, and then `sold` or
 * `forfeited`. `called_off` when the work was taken down.
 */
export const LOT_STATES = ['open', 'won', 'sold', 'unsold', 'forfeited', 'called_off'] as const
export type LotState = (typeof LOT_STATES)[number]

export const ORDER_STATES = ['to_pay', 'paid', 'expired', 'called_off'] as const

/** What of a work's life its page tells. */
export const WORK_EVENTS = ['listed', 'on_sale', 'sold', 'opened', 'forfeited', 'unsold', 'taken_down'] as const

/** A sale as everybody sees it. Its numbers are those that it was made under. */
export interface Lot {
  readonly id: number
  readonly workId: number
  /** Null for the house. */
  readonly sellerId: number | null
  readonly mode: LotMode
  readonly isBox: boolean
  readonly isResale: boolean
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** What it costs, or what the first bid has to exceed. */
  readonly price: Amount
  /** Zero unless it is an auction; so is the margin. */
  readonly step: Amount
  readonly margin: Amount
  readonly startsAt: number
  /** Late bids move it. */
  readonly endsAt: number
  /** No bid moves the end beyond it. */
  readonly endsAtMost: number
  readonly state: LotState
  readonly highest: Amount | null
  readonly highestBidderId: number | null
  readonly bidCount: number
  readonly winnerId: number | null
  readonly soldAt: number | null
  readonly payBy: number | null
  readonly termsVersion: number
  readonly commission: Rate
  readonly royalty: Rate
}

export type LotPhase = 'not_started' | 'on_sale' | 'ended'

/** Whether somebody may buy or bid now. A work without a sale has ended. */
export function lotPhase(lot: Pick<Lot, 'state' | 'startsAt' | 'endsAt'> | null, now: number): LotPhase {
  if (lot?.state !== 'open' || now >= lot.endsAt) return 'ended'
  return now < lot.startsAt ? 'not_started' : 'on_sale'
}

/** What it would cost now: the current bid, or the price. */
export const currentPrice = ({ highest, price }: Pick<Lot, 'highest' | 'price'>): Amount => highest ?? price

/** How a work is sold, in the wire's words. */
export const SALE_KINDS = ['fixed', 'auction', 'box'] as const
export type SaleKind = (typeof SALE_KINDS)[number]
export const saleKind = ({ mode, isBox }: Pick<Lot, 'mode' | 'isBox'>): SaleKind => (isBox ? 'box' : mode)
