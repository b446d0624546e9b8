// Audit of investments: each running order holds its invested amount, and the house account equals amounts taken less payouts of ended
// orders.

import { type Amount, ZERO, add, decodeAmount, subtract } from '#domain/money/amount'
import { investOrder } from '#db/account/invest'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import { HOUSE, type Invest } from './state'
import { investRef } from './store'

const SETTLED = tableOf(investOrder).pick('assetId', 'amount', 'paidAssetId', 'paid')

export function verifyInvest({ account, orders }: Invest, _turn: Turn, sums: ReadonlyMap<string, Amount>): string[] {
  const problems = orders.live().flatMap(({ orderNo, amount }) => {
    const held = account.ledger.holdLeft(investRef(orderNo))
    return held === amount ? [] : [`investment ${orderNo} is of ${amount} and holds ${held}`]
  })
  const expected = new Map<number, Amount>()
  for (const { assetId, amount, paidAssetId, paid } of SETTLED.rows(account.store, "WHERE state = 'success'")) {
    const paidIn = paidAssetId ?? assetId
    expected.set(assetId, add(expected.get(assetId) ?? ZERO, amount))
    expected.set(paidIn, subtract(expected.get(paidIn) ?? ZERO, decodeAmount(paid ?? '0')))
  }
  for (const [assetId, value] of expected) {
    const posted = sums.get(`${HOUSE}/${assetId}`) ?? ZERO
    if (posted !== value)
      problems.push(`the house has ${posted} of asset ${assetId} by investments, and they gave ${value}`)
  }
  return problems
}
