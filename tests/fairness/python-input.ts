// What the verifier in Python reads: receipts by kind, and the form of each rule.

import { LIABILITIES_SHAPE } from '#domain/liabilities/proof'
import { fieldsOf } from '#domain/published-forms'
import { RECEIPT_SHAPES_BY_RULE } from '#domain/receipt'

export interface ReceiptsOfKind {
  readonly kind: string
  readonly receipts: readonly unknown[]
}

const SHAPES = { ...RECEIPT_SHAPES_BY_RULE, 'liabilities-1': LIABILITIES_SHAPE }

export const pythonInput = (kinds: readonly ReceiptsOfKind[]): string =>
  JSON.stringify({
    fields: Object.fromEntries(Object.entries(SHAPES).map(([rule, shape]) => [rule, fieldsOf(shape)])),
    kinds,
  })
