// State of options in an account: orders, proposed terms, and the symbols to update at the end of the turn.

import type { Amount } from '#domain/money/amount'
import { OPTIONS_WALLET, type OptionDirection } from '#domain/options/terms'
import type { StoredOptionTerms } from '#party/protocol/options'
import type { AccountState } from '../state'
import type { OptionStore } from './store'

export const FEATURE_NAME = 'options'

/** Input checked by the Worker against the directory's terms; amounts as integer text. */
export interface PlaceOption {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly seconds: number
  readonly stake: string
  readonly assetId: number
  /** Largest sum of the user's running stakes per direction of the symbol. */
  readonly userMax: string
  readonly terms: StoredOptionTerms
}

export interface Options {
  readonly account: AccountState
  readonly orders: OptionStore
  /** Symbols whose bands are recomputed at the end of the turn. */
  readonly dirtySymbols: Set<string>
  /** Guaranteed terms by id, in memory only: they expire before a restart ends. */
  readonly proposals: Map<string, { readonly order: PlaceOption; readonly endsAt: number }>
  /** Orders whose tick may precede the wake-up tick. */
  readonly passedOver: Set<number>
  /** Current due time of the overdue timer. */
  overdueAt: number | null
}

export const availableOf = ({ account }: Options, assetId: number): Amount =>
  account.ledger.available(OPTIONS_WALLET, assetId)
