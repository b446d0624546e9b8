// Page of a list, counted from one; never reads more rows than the list's maximum.

const PAGE_MAX = 1_000_000

export interface Paging {
  readonly page: number
  readonly limit: number
}

/** Rows numbered up to `last`: those of `changing` may still change, all others are final and are never deleted. */
export interface RowHistory {
  readonly last: number
  readonly changing: readonly number[]
}

export function sliceOf({ page, limit }: Paging, rowsMax: number): { readonly limit: number; readonly offset: number } {
  const rows = clamp(limit, rowsMax)
  return { limit: rows, offset: (clamp(page, PAGE_MAX) - 1) * rows }
}

const clamp = (value: number, bound: number): number =>
  Math.min(Math.max(Number.isSafeInteger(value) ? value : 1, 1), bound)
