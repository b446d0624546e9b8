// Countries where a product may be opened: rows of product, country and permission. Only opening is checked.

export interface GateRow {
  readonly product: string
  readonly country: string
  readonly isOpen: boolean
}

const UNKNOWN = 'ZZ'
const ALL_OTHERS = '*'

/** `country` is ISO 3166, or empty when unknown. A product without rows is closed. */
export function isOpenIn(rows: readonly GateRow[], product: string, country: string): boolean {
  const own = rows.filter((row) => row.product === product)
  const row =
    own.find((each) => each.country === (country || UNKNOWN)) ?? own.find((each) => each.country === ALL_OTHERS)
  return row?.isOpen ?? false
}
