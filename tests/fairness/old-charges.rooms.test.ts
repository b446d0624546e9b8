// Receipts of nightly and daily charges are forgotten after 400 days, a bounded number at a time; all others stay.

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { findReceipt, keepReceipts, pruneReceipts } from '#db/platform/receipt'
import { CHARGES_RETENTION_MS, CHARGE_RULES } from '#domain/receipt'

const NOW = Date.parse('2028-02-01T00:00:00Z')
const OLD = NOW - CHARGES_RETENTION_MS

const keep = (name: string, rule: string, at: number, insurance = '0') =>
  keepReceipts(env.DB, [{ id: name, body: JSON.stringify({ rule, name }), at, insurance }])
const isKept = async (name: string) => (await findReceipt(env.DB, name)) !== null
const prune = async (limit: number) => {
  for (const rule of CHARGE_RULES) await pruneReceipts(env.DB, { rule, before: OLD, limit })
}

test('charges older than 400 days go, the oldest first; closes, options and what the insurance fund took stay', async () => {
  await keep('night one', 'futures-overnight-1', OLD - 2)
  await keep('night two', 'futures-overnight-1', OLD - 1)
  await keep('night three', 'futures-overnight-1', OLD)
  await keep('insured', 'futures-overnight-1', OLD - 1, '3:5')
  await keep('day', 'loan-interest-1', OLD - 1)
  await keep('close', 'futures-1', OLD - 1)
  await keep('option', 'options-1', OLD - 1)

  await prune(1)
  expect([await isKept('night one'), await isKept('night two')]).toEqual([false, true])
  expect(await isKept('day')).toBe(false)
  await prune(9)
  expect(await isKept('night two')).toBe(false)
  for (const name of ['night three', 'insured', 'close', 'option'])
    expect([name, await isKept(name)]).toEqual([name, true])
})
