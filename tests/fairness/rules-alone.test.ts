// A verifier in Python, written from the rules in words alone, agrees with the site's own checks on right and altered receipts of all kinds.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LIABILITIES_SHAPE, checkLiabilityProof } from '#domain/liabilities/proof'
import { fieldsOf } from '#domain/published-forms'
import { RECEIPT_SHAPES_BY_RULE, type Receipt, checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { digest, treeOf } from '../liabilities/small-tree'
import { altered } from './altered'
import { below, between, text } from './random-figures'
import { MADE } from './random-receipts'

const liabilities = () => {
  const size = between(1, 9)
  return treeOf(Array.from({ length: size }, () => BigInt(below(1_000)))).proofOf(text(between(1, size)))
}

const KINDS = { ...MADE, liabilities }

const isRightHere = (receipt: unknown): boolean => {
  try {
    const { rule } = receipt as Receipt | { rule: 'liabilities-1' }
    if (rule === 'liabilities-1') return checkLiabilityProof(receipt, digest).length === 0
    return checkReceipt(receipt as Receipt, HASHING).length === 0
  } catch {
    return false
  }
}

const SHAPES = { ...RECEIPT_SHAPES_BY_RULE, 'liabilities-1': LIABILITIES_SHAPE }

/** Alterations of a few: each receipt has dozens of places. */
const RECEIPTS = Object.entries(KINDS).map(([kind, make]) => {
  const made = Array.from({ length: 60 }, () => make() as unknown)
  return { kind, receipts: [...made, ...made.slice(0, 12).flatMap(altered)] }
})

const answer = spawnSync('python3', [join(import.meta.dirname, 'verify.py')], {
  input: JSON.stringify({
    fields: Object.fromEntries(Object.entries(SHAPES).map(([rule, shape]) => [rule, fieldsOf(shape)])),
    kinds: RECEIPTS,
  }),
  encoding: 'utf8',
  maxBuffer: 1e9,
})

/** Without Python there is nothing to compare with. */
describe.runIf(answer.error === undefined)('a verifier by the rules in words alone', () => {
  test.each(RECEIPTS)('agrees on $kind', ({ kind, receipts }) => {
    expect(answer.stderr).toBe('')
    const problems = (JSON.parse(answer.stdout) as Record<string, string[][]>)[kind] ?? []
    const verdicts = receipts.map((receipt) => isRightHere(receipt))
    expect(verdicts.filter((isRight) => isRight).length).toBeGreaterThan(5)
    expect(verdicts.filter((isRight) => !isRight).length).toBeGreaterThan(50)
    const at = receipts.findIndex((_receipt, index) => (problems[index]?.length === 0) !== verdicts[index])
    expect([receipts[at], problems[at]]).toEqual([undefined, undefined])
  })
})
