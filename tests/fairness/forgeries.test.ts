// Thousands of forged receipts of every kind, each beside the proof of the receipt that it was made from: none is accepted.

import { expect, test } from 'vitest'
import { checkProof } from '#domain/log/proof'
import { type Receipt, checkReceipt, loggedPart } from '#domain/receipt'
import { HASHING } from '../kit/hashing'
import { sha256, verifySignature } from '../log/crypto'
import { KEY, feed, logOf } from '../log/logged-option'
import { altered } from './altered'
import { MADE } from './random-receipts'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }
const ROUNDS = feed(3)
const PER_KIND = 12

type Logged = ReturnType<typeof logOf>

/** By the log, because a forger may alter what decides nothing. */
function isOfAnother(receipt: Receipt, { proof }: Logged): boolean {
  const logged = loggedPart(receipt)
  const { problems } = checkProof(CHECKS, JSON.stringify(logged), logged, proof)
  return problems.includes('the leaf is that of another receipt')
}

const isRefused = (receipt: Receipt, own: Logged): boolean =>
  checkReceipt(receipt, HASHING).length > 0 || isOfAnother(receipt, own)

const rightOf = (make: () => Receipt): Receipt[] =>
  Array.from({ length: 200 }, make)
    .filter((receipt) => checkReceipt(receipt, HASHING).length === 0)
    .slice(0, PER_KIND)

const KINDS = Object.entries(MADE).map(([kind, make]) => ({ kind, right: rightOf(make) }))

test.each(KINDS)('of $kind, no alteration is accepted, and no proof of another', ({ right }) => {
  expect(right).toHaveLength(PER_KIND)
  const logged = right.map((receipt) => logOf(ROUNDS, loggedPart(receipt)))
  const accepted = right.flatMap((receipt, at) => {
    const own = logged[at]
    if (!own) return []
    const forged = altered(receipt) as Receipt[]
    const others = logged.filter((other) => other.body !== own.body)
    return [
      ...forged.filter((each) => !isRefused(each, own)),
      ...others.filter((other) => !isOfAnother(receipt, other)),
    ]
  })
  expect(accepted).toEqual([])
})

test('more than two thousand were tried', () => {
  const tried = KINDS.flatMap(({ right }) => right.map((receipt) => altered(receipt).length))
  expect(tried.reduce((sum, count) => sum + count)).toBeGreaterThan(2_000)
})

test('settings without a result by the formulas are refused by name', () => {
  const right = MADE.conditional()
  const forged = { ...right, order: { ...right.order, limitTicks: null, tickSteps: 0 } }
  expect(checkReceipt(forged, HASHING)).toEqual(['its formulas have no result'])
})
