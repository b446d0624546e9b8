// Audit of token sales: holds equal the applications' amounts, and the house account equals payments received less tokens delivered.

import { findKnownAsset } from '#domain/catalogue'
import { tokens } from '#domain/ieo/terms'
import { type Amount, ZERO, add, negate, subtract } from '#domain/money/amount'
import { ieoOrder } from '#db/account/ieo'
import { tableOf } from '#party/lib/table'
import type { Turn } from '../feature'
import { type Ieo, type IeoOrder, lockRef, payRef } from './store'

const ORDERS = tableOf(ieoOrder)

export function verifyIeo(ieo: Ieo, _turn: Turn, sums: ReadonlyMap<string, Amount>): string[] {
  const problems: string[] = []
  const expected = new Map<number, Amount>()
  const expect = (assetId: number, value: Amount) => expected.set(assetId, add(expected.get(assetId) ?? ZERO, value))
  for (const order of ORDERS.rows(ieo.account.store)) {
    const delivered = order.deliveredAt === null ? ZERO : allotted(ieo, order)
    expect(order.payAssetId, order.paid)
    expect(order.assetId, negate(delivered))
    const isHeld = order.state === 'held' || order.state === 'applied'
    const holds = [
      [payRef(order.orderNo), isHeld ? order.held : ZERO],
      [lockRef(order.orderNo), subtract(delivered, order.unlocked)],
    ] as const
    for (const [ref, value] of holds) {
      const held = ieo.account.ledger.holdLeft(ref)
      if (held !== value) problems.push(`${ref} stands for ${value} and holds ${held}`)
    }
  }
  for (const [assetId, value] of expected) {
    const posted = sums.get(`@house:ieo/${assetId}`) ?? ZERO
    if (posted !== value) problems.push(`sales took ${posted} of asset ${assetId}, and applications gave ${value}`)
  }
  return problems
}

function allotted({ account }: Ieo, { assetId, allotted: quantity }: IeoOrder): Amount {
  const asset = findKnownAsset(account.catalogue, assetId)
  return asset ? tokens(asset, quantity ?? 0) : ZERO
}
