// Desk lists of fiat purchases: orders by state, and bank statement lines.

import { type BuyLineState, listLines, listOrdersByState } from '#db/platform/buy-line'
import type { BuyState } from '#domain/buy/terms'

interface Page {
  readonly page: number
  readonly limit: number
}

/** Orders of one state or all states, newest first, with counts per state. */
export const listDeskPurchases = (env: Pick<Env, 'DB'>, state: BuyState | null, page: Page) =>
  listOrdersByState(env.DB, state, page)

export const listStatementLines = (env: Pick<Env, 'DB'>, state: BuyLineState, page: Page) =>
  listLines(env.DB, state, page)
