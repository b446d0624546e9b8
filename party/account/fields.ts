// Fields that the inputs of several features have. Amounts are canonical integer text in the asset's smallest unit.

import * as v from 'valibot'
import { WALLETS } from '#domain/catalogue'

export const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const wallet = v.picklist(WALLETS)
/** An amount or a rate. */
export const integerText = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,36})$/))
export const positiveIntegerText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,36}$/))
/** Page and limit, the input of `sliceOf`. */
export const paging = { page: v.number(), limit: v.number() }
/** The input of `readList`. */
export const listPart = {
  ...paging,
  before: v.optional(v.nullable(positive)),
  from: v.optional(v.number()),
  until: v.optional(v.number()),
}
/** Short and printable ids that others made. */
export const madeId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/))
/** A spot order, already on its pair's grid. */
export const newOrder = v.strictObject({
  symbol: v.string(),
  clientOrderId: v.nullable(madeId),
  side: v.picklist(['buy', 'sell']),
  kind: v.picklist(['limit', 'market']),
  ticks: count,
  lots: count,
  budget: v.nullable(positiveIntegerText),
  timeInForce: v.picklist(['gtc', 'ioc', 'fok']),
  isPostOnly: v.boolean(),
  selfTrade: v.picklist(['cancel_newest', 'cancel_oldest', 'cancel_both']),
  wallet: v.optional(v.literal('margin')),
  needsIndex: v.optional(v.literal(true)),
  agent: v.optional(madeId),
})
/** Index prices by symbol, in steps of the pair. */
export const marks = v.record(v.string(), positive)
/** Filters of order and fill lists: `from` is inclusive, `until` exclusive. */
export const narrowing = {
  side: v.optional(v.picklist(['buy', 'sell'])),
  from: v.optional(v.number()),
  until: v.optional(v.number()),
}
/** Nothing besides the type. */
export const nothing = v.strictObject({})
