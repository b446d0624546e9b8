// What a paid order brings: the Account credits it once, then its buyer is told, then the row follows. May come again after a crash.

import { type BuyOrderRow, findBuyOrder, settleBuyOrder } from '#db/platform/buy'
import type { BuyPaymentRow } from '#db/platform/buy-payment'
import { findKnownAsset } from '#domain/catalogue'
import { encodeAmount, formatTrimmed } from '#domain/money/amount'
import { tellAccount } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { notify } from '../messages'

/** Of an order that is in the state `paid`: whoever put it there has decided. */
export async function creditBuyOrder(env: Env, row: BuyOrderRow, at: number): Promise<void> {
  const { id, userId, assetId, receives, fee, reference } = row
  const money = { assetId, amount: encodeAmount(receives), fee: encodeAmount(fee) }
  const { state } = await tellAccount(env, userId, { type: 'credit_buy', orderId: id, ...money })
  // People have decided meanwhile that its payment is gone; the row follows from there.
  if (state === 'barred') return
  const asset = findKnownAsset(await loadCatalogue(env), assetId)
  const facts = {
    order: reference,
    amount: asset ? formatTrimmed(asset, receives) : '',
    asset: asset?.code ?? '',
  }
  await notify(env, userId, { kind: 'buy_done', facts, ref: `buy:${id}:done` }, at)
  // Last: while it is not, whatever a crash kept from being done is done again.
  await settleBuyOrder(env.DB, row, 'done', at)
}

/** While people have to decide about a payment that is gone, nothing is paid out of the account that it was credited to. */
export async function questionCredit(env: Env, { orderId }: BuyPaymentRow, isOpen: boolean): Promise<void> {
  const order = orderId === null ? null : await findBuyOrder(env.DB, orderId)
  if (order) await tellAccount(env, order.userId, { type: 'question_buy', orderId: order.id, isOpen })
}
