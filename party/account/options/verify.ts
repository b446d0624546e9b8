// Audit of options: each running order holds its stake and fee, and the house account equals the settled orders' results.

import { type Amount, ZERO, add, decodeAmount, negate, subtract } from '#domain/money/amount'
import { optionOrder } from '#db/account/options'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import type { Options } from './state'
import { optionRef } from './store'

const SETTLED = tableOf(optionOrder).pick('assetId', 'stake', 'fee', 'outcome', 'paid')

export function verifyOptions({ account, orders }: Options, _turn: Turn, sums: ReadonlyMap<string, Amount>): string[] {
  const problems = orders.live().flatMap(({ orderNo, stake, fee }) => {
    const held = account.ledger.holdLeft(optionRef(orderNo))
    return held === add(stake, fee) ? [] : [`option ${orderNo} should hold ${add(stake, fee)} and holds ${held}`]
  })
  const expected = new Map<number, Amount>()
  for (const { assetId, stake, outcome, paid } of SETTLED.rows(account.store, "WHERE outcome IN ('won', 'lost')")) {
    const result = outcome === 'lost' ? stake : negate(subtract(decodeAmount(paid ?? '0'), stake))
    expected.set(assetId, add(expected.get(assetId) ?? ZERO, result))
  }
  for (const [assetId, value] of expected) {
    const posted = sums.get(`@house:options/${assetId}`) ?? ZERO
    if (posted !== value)
      problems.push(
        `the ledger shows a house result of ${posted} in asset ${assetId} from options, settled orders sum to ${value}`,
      )
  }
  return problems
}
