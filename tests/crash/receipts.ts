// All receipts of a site after the last kill: each is named by its own hash and right, here and by the verifier in Python.

import { expect } from 'vitest'
import type { Receipt } from '#domain/receipt'
import type { StartedApp } from '../kit/miniflare'
import { pythonProblems } from '../fairness/python-verifier'
import { expectReceipt } from './decided'

/** Answers how many there are of each rule. */
export async function expectReceiptsRight({ miniflare }: StartedApp): Promise<Readonly<Record<string, number>>> {
  const database = await miniflare.getD1Database('DB')
  const { results } = await database.prepare('SELECT id, body FROM receipt').all<{ id: string; body: string }>()
  const byRule = new Map<string, Receipt[]>()
  for (const { id, body } of results) {
    expectReceipt(id, body)
    // Settlements alone write receipts.
    const receipt = JSON.parse(body) as Receipt
    byRule.set(receipt.rule, [...(byRule.get(receipt.rule) ?? []), receipt])
  }
  const problems = pythonProblems(Array.from(byRule, ([kind, receipts]) => ({ kind, receipts })))
  // Without Python only the site's own check speaks.
  for (const [rule, found] of Object.entries(problems ?? {}))
    expect(
      found.filter((each) => each.length > 0),
      `${rule} by the rules in words`,
    ).toEqual([])
  return Object.fromEntries(Array.from(byRule, ([rule, receipts]) => [rule, receipts.length]))
}
