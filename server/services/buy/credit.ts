// Credit of a paid order: the Account credits once, then the buyer is notified, then the row is updated. Safe to repeat
// after a crash.

import { type BuyOrderRow, findBuyOrder, settleBuyOrder } from '#db/platform/buy'
import type { BuyPaymentRow } from '#db/platform/buy-payment'
import { findKnownAsset } from '#domain/catalogue'
import { encodeAmount, formatTrimmed } from '#domain/money/amount'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { notify } from '../messages'

/** Credits an order in state `paid`; the transition to that state is the decision. */
export async function creditBuyOrder(env: Env, row: BuyOrderRow, at: number): Promise<void> {
  const { id, userId, assetId, receives, fee, reference } = row
  const money = { assetId, amount: encodeAmount(receives), fee: encodeAmount(fee) }
  const { state } = await callAccountAsSystem(env, userId, { type: 'credit_buy', orderId: id, ...money })
  // The desk has meanwhile decided that the payment was reversed, and that decision writes the row.
  if (state === 'barred') return
  const asset = findKnownAsset(await loadCatalogue(env), assetId)
  const facts = {
    order: reference,
    amount: asset ? formatTrimmed(asset, receives) : '',
    asset: asset?.code ?? '',
  }
  await notify(env, userId, { kind: 'buy_done', facts, ref: `buy:${id}:done` }, at)
  // State update last: until then the sweep repeats all steps after a crash.
  await settleBuyOrder(env.DB, row, 'done', at)
}

/** Blocks withdrawals of the credited account while a reversed payment is under review. */
export async function questionCredit(env: Env, { orderId }: BuyPaymentRow, isOpen: boolean): Promise<void> {
  const order = orderId === null ? null : await findBuyOrder(env.DB, orderId)
  if (order) await callAccountAsSystem(env, order.userId, { type: 'question_buy', orderId: order.id, isOpen })
}
