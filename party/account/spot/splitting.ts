// A stock split applied to resting orders, by the same formula as the Market. Their holds are released before the shares are split and taken
// again afterwards, because the split changes the balance that they hold.

import { assert } from '#domain/assert'
import { findPair } from '#domain/catalogue'
import { lots } from '#domain/money/price'
import { holdFor } from '#domain/spot'
import { type StockAction, splitOrder } from '#domain/stocks/actions'
import type { Spot } from './state'
import { orderRef } from './order-store'

/** Whether the Market has answered every command of the pair's orders. */
export const areAnswered = ({ orders }: Spot, symbol: string): boolean =>
  orders.openOrders(symbol).every((order) => order.state === 'open' && order.amend === null)

export function splitOrders({ account, orders }: Spot, action: StockAction, at: number, splitShares: () => void): void {
  const open = orders.openOrders(action.symbol)
  const pair = findPair(account.catalogue, action.symbol)
  assert(pair !== undefined, `${action.symbol} is listed while it has open orders`)
  for (const { orderNo } of open)
    account.ledger.release(orderRef(orderNo), account.ledger.holdLeft(orderRef(orderNo)), 'spot_release', at)
  splitShares()
  for (const order of open) {
    const after = splitOrder(order, action)
    const left = lots(after.lots - after.lotsFilled)
    Object.assign(order, { ticks: after.ticks, lots: after.lots, lotsFilled: after.lotsFilled })
    if (left === 0) {
      order.state = 'cancelled'
      order.closeReason = 'cancelled'
    } else {
      const hold = holdFor(pair, { ...order, lots: left })
      account.ledger.hold({ ref: orderRef(order.orderNo), wallet: 'stocks', ...hold }, 'spot_hold', at)
    }
    orders.touch(order, at)
  }
}
