// How values look on the wire: dates, decimals at the column's scale, the paginator.

import * as v from 'valibot'
import type { Asset } from '#domain/catalogue'
import { withdrawalTerms } from '#domain/funds/withdrawal'
import { formatAmount } from '#domain/money/amount'

/** Decimals of most wire columns, because clients print them unchanged. /v1 sends full precision. */
export const WIRE_SCALE = 8

/** 'YYYY-MM-DD HH:MM:SS' in UTC; clients slice it by position. */
export const formatDate = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Decimal text with exactly eight decimals: "1.5" -> "1.50000000"; further decimals are truncated towards zero, so that
 * no balance appears too large.
 */
export function wireDecimals(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.')
  const shown = `${whole}.${decimals.slice(0, WIRE_SCALE).padEnd(WIRE_SCALE, '0')}`
  return /^-[0.]+$/.test(shown) ? shown.slice(1) : shown
}

/** Address with memo as one text, because clients display it unchanged. */
export const placeText = ({ address, memo }: { readonly address: string; readonly memo: string }): string =>
  memo === '' ? address : `${address}?memo=${memo}`

/** Switch as 0 or 1. */
export const flagOf = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)

interface PageFacts {
  readonly path: string
  readonly page: number
  readonly limit: number
  readonly total: number
}

/** The full paginator of this wire (lists of transfers, lever, options). */
export function paginate<Row>(rows: Row[], { path, page, limit, total }: PageFacts) {
  const lastPage = Math.max(1, Math.ceil(total / limit))
  const link = (number: number) => `${path}?page=${number}`
  const first = (page - 1) * limit + 1
  return {
    current_page: page,
    data: rows,
    first_page_url: link(1),
    from: rows.length > 0 ? first : null,
    last_page: lastPage,
    last_page_url: link(lastPage),
    next_page_url: page < lastPage ? link(page + 1) : null,
    path,
    per_page: limit,
    prev_page_url: page > 1 ? link(page - 1) : null,
    to: rows.length > 0 ? first + rows.length - 1 : null,
    total,
  }
}

/** The short paginator of this wire (addresses, deposits, withdrawals). */
export const pageOf = <Row>(rows: Row[], { page, limit, total }: Omit<PageFacts, 'path'>) => ({
  data: rows,
  page,
  pages: Math.max(1, Math.ceil(total / limit)),
  total,
})

/** Schema of the result of `pageOf`. */
export const paged = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ data: v.array(row), page: v.number(), pages: v.number(), total: v.number() })

/** Schema of the result of `paginate`. */
export const paginated = <Row extends v.GenericSchema>(row: Row) =>
  v.object({
    current_page: v.number(),
    data: v.array(row),
    first_page_url: v.string(),
    from: v.nullable(v.number()),
    last_page: v.number(),
    last_page_url: v.string(),
    next_page_url: v.nullable(v.string()),
    path: v.string(),
    per_page: v.number(),
    prev_page_url: v.nullable(v.string()),
    to: v.nullable(v.number()),
    total: v.number(),
  })

/** Withdrawal fee and minimum of a currency, under their API names. */
export function withdrawalCost(asset: Asset): { readonly rate: string; readonly min_number: string } {
  const { fee, min } = withdrawalTerms(asset, null)
  return { rate: wireDecimals(formatAmount(asset, fee)), min_number: wireDecimals(formatAmount(asset, min)) }
}
