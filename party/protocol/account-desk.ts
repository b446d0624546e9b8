// What the desk may read of an Account. Nothing is changed by it.

import type { BillReason, EntryRow, HoldRow, Inspection, SpotOrderRow } from './account-rows'

/** Entries of one reason, with a line in one asset, of some time; what is absent narrows nothing. */
export interface EntryFilter {
  readonly reason?: BillReason | undefined
  readonly assetId?: number | undefined
  /** Instants: not before `from`, before `until`. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export type DeskQuery =
  /** Pages count from 1. */
  | {
      readonly type: 'inspect'
      readonly holdsPage: number
      readonly ordersPage: number
      readonly entriesPage: number
      readonly entryFilter: EntryFilter
      readonly limit: number
    }
  /** Those with smaller numbers than `before`, newest first; null for the newest of all. */
  | {
      readonly type: 'read_entries'
      readonly before: number | null
      readonly filter: EntryFilter
      readonly limit: number
    }
  | { readonly type: 'read_orders'; readonly before: number | null; readonly limit: number }
  /** Those with references after `after`, by their references; null for the first of all. */
  | { readonly type: 'read_holds'; readonly after: string | null; readonly limit: number }

export interface DeskResults {
  readonly inspect: Inspection
  readonly read_entries: readonly EntryRow[]
  readonly read_orders: readonly SpotOrderRow[]
  readonly read_holds: readonly HoldRow[]
}
