// State of options in an account: orders, proposed terms, and the symbols to update at the end of the turn.

import type { Amount } from '#domain/money/amount'
import { OPTIONS_WALLET, type OptionDirection } from '#domain/options/terms'
import type { StoredOptionTerms } from '#party/protocol/options'
import type { AccountBook } from '../book'
import type { OptionShelf } from './shelf'

export const WORD = 'options'

/** What the Worker has checked against the terms of the directory; amounts as integer text. */
export interface PlaceOption {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly seconds: number
  readonly stake: string
  readonly assetId: number
  /** Most that this user may have running on one direction of the symbol. */
  readonly userMax: string
  readonly terms: StoredOptionTerms
}

export interface Options {
  readonly book: AccountBook
  readonly orders: OptionShelf
  /** Symbols whose bands have to be set anew at the end of the turn. */
  readonly stale: Set<string>
  /** Promised terms by their id, in memory: after a restart they have run out. */
  readonly proposals: Map<string, { readonly order: PlaceOption; readonly endsAt: number }>
  /** Orders whose tick may precede the wake-up tick. */
  readonly passedOver: Set<number>
  /** When the timer of overdue orders was last set to ring. */
  overdueAt: number | null
}

export const availableOf = ({ book }: Options, assetId: number): Amount =>
  book.ledger.available(OPTIONS_WALLET, assetId)
