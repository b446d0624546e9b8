// Failures in the words of the Binance Spot dialect: a number that its clients know, a sentence in English, and the HTTP status.

import type { Refusal } from '#domain/outcome'
import { statusOf } from '../status'

export interface Fault {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly retryAfter?: string
}

export type FaultOr<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault }
export const succeed = <Value>(value: Value): FaultOr<Value> => ({ ok: true, value })
export const failed = (code: number, msg: string, status = 400): { readonly ok: false; readonly fault: Fault } => ({
  ok: false,
  fault: { status, code, msg },
})

/** What the caller wanted: the same refusal has another number for a new order, a cancellation and a question. */
export type Want = 'new' | 'cancel' | 'read'

const FILTERS: Readonly<Record<string, string>> = {
  price_off_tick: 'PRICE_FILTER',
  price_out_of_band: 'PERCENT_PRICE',
  quantity_off_lot: 'LOT_SIZE',
  quantity_below_min: 'LOT_SIZE',
  quantity_above_max: 'LOT_SIZE',
  notional_below_min: 'NOTIONAL',
  budget_above_max: 'NOTIONAL',
  open_orders_above_max: 'MAX_NUM_ORDERS',
}

const BAD_KEY = [-2015, 'Invalid API-key, IP, or permissions for action.', 401] as const
const WRONG: Readonly<Record<string, readonly [code: number, msg: string, status?: number]>> = {
  key_header_malformed: [-2014, 'API-key format invalid.', 401],
  key_unknown: BAD_KEY,
  key_expired: BAD_KEY,
  key_address_refused: BAD_KEY,
  key_scope_missing: BAD_KEY,
  key_not_taken: BAD_KEY,
  signature_wrong: [-1022, 'Signature for this request is not valid.'],
  timestamp_late: [-1021, 'Timestamp for this request is outside of the recvWindow.'],
  timestamp_early: [-1021, "Timestamp for this request was 1000ms ahead of the server's time."],
  request_replayed: [-2010, 'Duplicate order sent.'],
  command_id_reused: [-2010, 'Duplicate order sent.'],
  client_order_id_in_use: [-2010, 'Duplicate order sent.'],
  insufficient_available: [-2010, 'Account has insufficient balance for requested action.'],
  post_only_would_take: [-2010, 'Order would immediately match and take.'],
  market_closed: [-2010, 'Market is closed.'],
  no_reference_price: [-2010, 'Market is closed.'],
  pair_not_found: [-1121, 'Invalid symbol.'],
  asset_not_found: [-1121, 'Invalid symbol.'],
  amount_malformed: [-1111, 'Parameter has too much precision.'],
  amount_too_large: [-1013, 'Filter failure: LOT_SIZE'],
  body_too_large: [-1101, 'Too many parameters sent for this endpoint.'],
  body_malformed: [-1100, 'Illegal characters found in a parameter.'],
  internal_error: [-1000, 'An unknown error occurred while processing the request.', 500],
}

/** `plain`: sentence for refusals without a number in the dialect. */
export function faultOf(
  { code, facts }: Refusal,
  { want, plain }: { readonly want: Want; readonly plain: string },
): Fault {
  const filter = FILTERS[code]
  if (filter !== undefined) return { status: 400, code: -1013, msg: `Filter failure: ${filter}` }
  if (code === 'order_not_found' || code === 'order_not_open')
    return want === 'cancel'
      ? { status: 400, code: -2011, msg: 'Unknown order sent.' }
      : { status: 400, code: -2013, msg: 'Order does not exist.' }
  if (code === 'too_many_requests') {
    const retryAfter = facts['seconds'] ?? '1'
    return { status: 429, code: -1003, msg: `Too many requests; retry after ${retryAfter} s.`, retryAfter }
  }
  const known = WRONG[code]
  if (known) return { status: known[2] ?? 400, code: known[0], msg: known[1] }
  const rejected = want === 'cancel' ? -2011 : -2010
  return { status: Math.min(statusOf(code), 400), code: want === 'read' ? -1130 : rejected, msg: plain }
}
