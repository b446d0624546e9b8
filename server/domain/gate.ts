// Countries where a product may be opened: rows of product, country and permission. Only opening is checked.

/** Products with a gate. */
export const GATED_PRODUCTS = [
  'futures',
  'options',
  'stocks',
  'game',
  'quiz',
  'nft',
  'ieo',
  'mining',
  'invest',
  'loan',
  'copy',
  'buy',
] as const
export type GatedProduct = (typeof GATED_PRODUCTS)[number]

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
