// Take-profit and stop-loss of a position for users and clients: decimal text in, position out.

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { STOPS, findFutures, findPlace, readPrices } from './futures'
import { count, decimal, id } from './input'
import { accountCommand } from './operation'
import { seenPrices } from './seen-prices'

const input = v.object({
  position_id: id,
  take_profit: v.optional(decimal),
  stop_loss: v.optional(decimal),
  take_profit_lots: v.optional(count(9)),
  stop_loss_lots: v.optional(count(9)),
})

/** An absent field is kept; a price of 0 removes the stop, 0 lots mean the whole position. */
export const setFuturesStops = accountCommand('set_futures_stops', {
  input,
  refusedAt: STOPS,
  prepare: async ({ env, session }, asked) => {
    const { position_id: positionNo, take_profit, stop_loss } = asked
    const found = await findFutures(env, session, positionNo)
    if (!found.ok) return found
    const place = await findPlace(env, found.value.symbol)
    if (!place.ok) return place
    const { pair, reference } = place.value
    const prices = readPrices(pair, { take_profit: priceOf(take_profit), stop_loss: priceOf(stop_loss) })
    if (!prices.ok) return prices
    return done({
      positionNo,
      ...(take_profit !== undefined && { takeProfit: prices.value.take_profit }),
      ...(stop_loss !== undefined && { stopLoss: prices.value.stop_loss }),
      ...lotsOf(asked),
      reference,
      seen: await seenPrices(env, found.value.symbol),
    })
  },
})

const priceOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^0*(?:\.0*)?$/.test(text) ? undefined : text

const lotsOf = ({ take_profit_lots: profit, stop_loss_lots: loss }: v.InferOutput<typeof input>) => ({
  ...(profit !== undefined && { takeProfitLots: profit || null }),
  ...(loss !== undefined && { stopLossLots: loss || null }),
})
