// What a paid order brings: the Account credits it once, then its buyer is told, then the row follows. May come again after a crash.

import { type BuyOrderRow, settleBuyOrder } from '#db/platform/buy'
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
