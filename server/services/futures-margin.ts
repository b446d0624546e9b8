// Margin of a position for users and clients: decimal text in, position out.

import * as v from 'valibot'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { done, refuse } from '#domain/outcome'
import { findFutures, findPlace } from './futures'
import { decimal, flag, id } from './input'
import { accountCommand } from './operation'
import { indexPrices } from './quotes'
import { seenByAccount } from './seen-prices'

/** Adds or removes margin of an isolated position. */
export const changeFuturesMargin = accountCommand('change_futures_margin', {
  input: v.object({ position_id: id, amount: decimal, take: v.optional(flag, 'false') }),
  refusedAt: { amount_not_positive: 'amount', futures_margin_needed: 'amount', insufficient_available: 'amount' },
  prepare: async ({ env, session }, { position_id: positionNo, amount: text, take }) => {
    const found = await findFutures(env, session, positionNo)
    if (!found.ok) return found
    const place = await findPlace(env, found.value.symbol)
    if (!place.ok) return place
    const { terms, reference } = place.value
    const value = parseAmount(terms.quote, text)
    if (!value.ok) return value
    if (value.value === 0n) return refuse('amount_not_positive')
    const prices = await indexPrices(env)
    return done({
      positionNo,
      amount: `${take ? '-' : ''}${encodeAmount(value.value)}`,
      reference,
      prices,
      seen: await seenByAccount(env, session, found.value.assetId),
    })
  },
})
