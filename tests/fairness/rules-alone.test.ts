// A verifier in Python, written from the rules in words alone, agrees with the site's own checks on right and altered receipts of all kinds.

import { describe, expect, test } from 'vitest'
import { checkLiabilityProof } from '#domain/liabilities/proof'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { digest, treeOf } from '../liabilities/small-tree'
import { altered } from './altered'
import { pythonProblems } from './python-verifier'
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

/** Alterations of a few: each receipt has dozens of places. */
const RECEIPTS = Object.entries(KINDS).map(([kind, make]) => {
  const made = Array.from({ length: 60 }, () => make() as unknown)
  return { kind, receipts: [...made, ...made.slice(0, 12).flatMap(altered)] }
})

const answer = pythonProblems(RECEIPTS)

/** Without Python there is nothing to compare with. */
describe.runIf(answer !== null)('a verifier by the rules in words alone', () => {
  test.each(RECEIPTS)('agrees on $kind', ({ kind, receipts }) => {
    const problems = answer?.[kind] ?? []
    const verdicts = receipts.map((receipt) => isRightHere(receipt))
    expect(verdicts.filter((isRight) => isRight).length).toBeGreaterThan(5)
    expect(verdicts.filter((isRight) => !isRight).length).toBeGreaterThan(50)
    const at = receipts.findIndex((_receipt, index) => (problems[index]?.length === 0) !== verdicts[index])
    expect([receipts[at], problems[at]]).toEqual([undefined, undefined])
  })
})
