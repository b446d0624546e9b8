// The verifier in Python, written from the rules in words alone: the problems that it finds in each receipt.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { LIABILITIES_SHAPE } from '#domain/liabilities/proof'
import { fieldsOf } from '#domain/published-forms'
import { RECEIPT_SHAPES_BY_RULE } from '#domain/receipt'

export interface ReceiptsOfKind {
  readonly kind: string
  readonly receipts: readonly unknown[]
}

const SHAPES = { ...RECEIPT_SHAPES_BY_RULE, 'liabilities-1': LIABILITIES_SHAPE }

/** Null without Python. Throws what Python complains of. */
export function pythonProblems(kinds: readonly ReceiptsOfKind[]): Readonly<Record<string, string[][]>> | null {
  const { error, stderr, stdout } = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
    input: JSON.stringify({
      fields: Object.fromEntries(Object.entries(SHAPES).map(([rule, shape]) => [rule, fieldsOf(shape)])),
      kinds,
    }),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (error) return null
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, string[][]>
}
