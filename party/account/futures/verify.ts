// Audit of futures: every margin equals its hold, and the house's profit equals the positions' losses.

import { type Amount, ZERO, add, subtract } from '#domain/money/amount'
import { futuresPosition } from '#db/account/futures'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import type { Futures } from './state'
import { positionRef } from './store'

const SUMS = tableOf(futuresPosition).pick('assetId', 'realised', 'overnightPaid')

export function verifyFutures(
  { account, positions }: Futures,
  _turn: Turn,
  sums: ReadonlyMap<string, Amount>,
): string[] {
  const problems = positions.open().flatMap(({ positionNo, margin }) => {
    const held = account.ledger.holdLeft(positionRef(positionNo))
    return held === margin ? [] : [`position ${positionNo} has a margin of ${margin} and holds ${held}`]
  })
  const expected = new Map<number, Amount>()
  for (const { assetId, realised, overnightPaid } of SUMS.rows(account.store))
    expected.set(assetId, add(expected.get(assetId) ?? ZERO, subtract(overnightPaid, realised)))
  for (const [assetId, value] of expected) {
    const posted = sums.get(`@house:futures/${assetId}`) ?? ZERO
    if (posted !== value)
      problems.push(`the house took ${posted} of asset ${assetId} by contracts, and positions gave ${value}`)
  }
  return problems
}
