// Artworks and their sales: kinds, rarities and states.

import type { Amount } from '../money/amount'
import type { Rate } from '../money/rate'

/** Numbered from 1 in this order on the wire. */
export const WORK_KINDS = ['image', 'gif', 'audio', 'video'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const RARITIES = ['N', 'R', 'SR'] as const

/** An artist applies and is listed by the desk; a hidden artist keeps the works, which are no longer shown. */
export const ARTIST_STATES = ['review', 'listed', 'refused', 'hidden'] as const
export type ArtistState = (typeof ARTIST_STATES)[number]

/** A work is submitted and listed by the desk; a work taken down can't be sold. */
export const WORK_STATES = ['review', 'listed', 'refused', 'taken_down'] as const

export const LOT_MODES = ['fixed', 'auction'] as const
type SaleMode = (typeof LOT_MODES)[number]

/**
 * `open` until its room closes it: to `sold`, `unsold`, or `won` while the winner of an auction has time to pay, and then `sold` or
 * `forfeited`. `called_off` when the work was taken down.
 */
export const LOT_STATES = ['open', 'won', 'sold', 'unsold', 'forfeited', 'called_off'] as const
export type SaleState = (typeof LOT_STATES)[number]

export const ORDER_STATES = ['to_pay', 'paid', 'expired', 'called_off'] as const

/** Events in a work's history. */
export const WORK_EVENTS = ['listed', 'on_sale', 'sold', 'opened', 'forfeited', 'unsold', 'taken_down'] as const

/** Public view of a sale. It keeps the terms it was made under. */
export interface Lot {
  readonly id: number
  readonly workId: number
  /** Null for the house. */
  readonly sellerId: number | null
  readonly mode: SaleMode
  readonly isBox: boolean
  readonly isResale: boolean
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** Price, or the amount that the first bid must exceed. */
  readonly price: Amount
  /** Zero except for an auction; so is the margin. */
  readonly step: Amount
  readonly margin: Amount
  readonly startsAt: number
  /** Late bids move it. */
  readonly endsAt: number
  /** No bid moves the end beyond it. */
  readonly endsAtMost: number
  readonly state: SaleState
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

export type SalePhase = 'not_started' | 'on_sale' | 'ended'

/** Whether the sale accepts purchases or bids now. A work without a sale counts as ended. */
export function salePhase(lot: Pick<Lot, 'state' | 'startsAt' | 'endsAt'> | null, now: number): SalePhase {
  if (lot?.state !== 'open' || now >= lot.endsAt) return 'ended'
  return now < lot.startsAt ? 'not_started' : 'on_sale'
}

/** Current price: the highest bid, or the asking price. */
export const currentPrice = ({ highest, price }: Pick<Lot, 'highest' | 'price'>): Amount => highest ?? price

/** How a work is sold, in the wire's words. */
export const SALE_KINDS = ['fixed', 'auction', 'box'] as const
export type SaleKind = (typeof SALE_KINDS)[number]
export const saleKind = ({ mode, isBox }: Pick<Lot, 'mode' | 'isBox'>): SaleKind => (isBox ? 'box' : mode)
