// An independent count of what an account reports about its days: fees from the raw lines of its entries.

import { expect } from 'vitest'
import type { Store } from '#party/lib/store'

const DAY = 86_400_000

type Sum = readonly [kind: string, assetId: number, amount: string]

/** Sums of each day by "kind/asset"; read after a checkpoint. */
export function activityOf(store: Store): Record<number, Record<string, string>> {
  if (!store.has('activity_day')) return {}
  const rows = store.rows<{ day: number; sums: string }>('SELECT day, sums FROM activity_day')
  const named = (text: string) =>
    Object.fromEntries((JSON.parse(text) as Sum[]).map(([kind, assetId, amount]) => [`${kind}/${assetId}`, amount]))
  return Object.fromEntries(rows.map(({ day, sums }) => [day, named(sums)]))
}

/** The fees of each day that the account still has are those of its entries. */
export function expectFeesCounted(store: Store): void {
  const counted = new Map<string, bigint>()
  for (const { at, reason, lines } of store.rows<{ at: number; reason: string; lines: string }>('SELECT * FROM entry'))
    for (const [account, assetId, amount] of JSON.parse(lines) as Sum[]) {
      const key = `${Math.floor(at / DAY)}/${assetId}`
      if (account === '@fees' && reason !== 'stock_split') counted.set(key, (counted.get(key) ?? 0n) + BigInt(amount))
    }
  for (const [day, sums] of Object.entries(activityOf(store))) {
    const wanted = [...counted].filter(([key, amount]) => key.startsWith(`${day}/`) && amount !== 0n)
    const found = Object.entries(sums).filter(([key, amount]) => key.startsWith('fees/') && amount !== '0')
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(wanted.map(([key, amount]) => [key.replace(/^\d+/, 'fees'), String(amount)])),
    )
  }
}
