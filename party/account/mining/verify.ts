// Audit of deposits: each holds its amount, its yield equals the sum of its days, and the house account equals penalties less yields.

import { type Amount, ZERO, add, subtract } from '#domain/money/amount'
import { miningDeposit, miningYield } from '#db/account/mining'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import { HOUSE, type Mining } from './state'
import { depositRef } from './store'

const DEPOSITS = tableOf(miningDeposit).pick('orderNo', 'assetId', 'yielded', 'penalty', 'daysPaidAll')
const YIELDS = tableOf(miningYield)

export function verifyMining({ account, deposits }: Mining, _turn: Turn, sums: ReadonlyMap<string, Amount>): string[] {
  const problems = deposits.live().flatMap(({ orderNo, amount }) => {
    const held = account.ledger.holdLeft(depositRef(orderNo))
    return held === amount ? [] : [`deposit ${orderNo} is of ${amount} and holds ${held}`]
  })
  const byDeposit = new Map<number, { sum: Amount; days: number }>()
  for (const { orderNo, amount } of YIELDS.rows(account.store)) {
    const { sum, days } = byDeposit.get(orderNo) ?? { sum: ZERO, days: 0 }
    byDeposit.set(orderNo, { sum: add(sum, amount), days: days + 1 })
  }
  const expected = new Map<number, Amount>()
  for (const { orderNo, assetId, yielded, penalty, daysPaidAll } of DEPOSITS.rows(account.store)) {
    const { sum, days } = byDeposit.get(orderNo) ?? { sum: ZERO, days: 0 }
    if (sum !== yielded || days !== daysPaidAll) problems.push(`deposit ${orderNo} yielded ${yielded}, its days ${sum}`)
    expected.set(assetId, subtract(add(expected.get(assetId) ?? ZERO, penalty), yielded))
  }
  for (const [assetId, value] of expected) {
    const posted = sums.get(`${HOUSE}/${assetId}`) ?? ZERO
    if (posted !== value)
      problems.push(`the house has ${posted} of asset ${assetId} by deposits, and they gave ${value}`)
  }
  return problems
}
