// What the desk may read of an Account. Nothing is changed by it.

import type { EntryRow, HoldRow, Inspection, OrderRow } from './account-rows'

export type DeskQuery =
  /** Pages count from 1. */
  | {
      readonly type: 'inspect'
      readonly holdsPage: number
      readonly ordersPage: number
      readonly entriesPage: number
      readonly limit: number
    }
  /** Those with smaller numbers than `before`, newest first; null for the newest of all. */
  | { readonly type: 'read_entries'; readonly before: number | null; readonly limit: number }
  | { readonly type: 'read_orders'; readonly before: number | null; readonly limit: number }
  /** Those with references after `after`, by their references; null for the first of all. */
  | { readonly type: 'read_holds'; readonly after: string | null; readonly limit: number }

export interface DeskResults {
  readonly inspect: Inspection
  readonly read_entries: readonly EntryRow[]
  readonly read_orders: readonly OrderRow[]
  readonly read_holds: readonly HoldRow[]
}
