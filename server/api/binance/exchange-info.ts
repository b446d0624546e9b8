// Pairs and filters in the Binance Spot dialect.

import * as v from 'valibot'
import type { Pair } from '#domain/catalogue'
import { formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { RATE_ONE, formatRate, rate } from '#domain/money/rate'
import { ADDRESS_WEIGHT_MAX, commandTerms } from '#domain/request-weight'
import { choose, some } from './chosen-pairs'
import { nameOf, open } from './endpoint'
import { succeed } from './fault'

const nothing = v.object({})

export const exchangeInfo = open(
  v.object({
    ...some.entries,
    permissions: v.optional(v.string()),
    showPermissionSets: v.optional(v.picklist(['true', 'false'])),
    symbolStatus: v.optional(v.string()),
  }),
  {
    weight: 20,
    answer: async ({ env, catalogue, input }) => {
      const pairs = choose(catalogue, input)
      if (!pairs.ok) return pairs
      const { perSecond } = commandTerms(env.COMMANDS_PER_SECOND)
      const limit = (rateLimitType: string, interval: string, most: number) => ({
        rateLimitType,
        interval,
        intervalNum: 1,
        limit: most,
      })
      return succeed({
        timezone: 'UTC',
        serverTime: Date.now(),
        rateLimits: [limit('REQUEST_WEIGHT', 'MINUTE', ADDRESS_WEIGHT_MAX), limit('ORDERS', 'SECOND', perSecond)],
        exchangeFilters: [],
        symbols: pairs.value.map(describe),
      })
    },
  },
)

/** Empty futures and margin markets: this dialect trades spot only. */
export const noSymbols = open(nothing, {
  weight: 1,
  answer: async () =>
    succeed({ timezone: 'UTC', serverTime: Date.now(), rateLimits: [], exchangeFilters: [], assets: [], symbols: [] }),
})

function describe(pair: Pair) {
  const { base, quote, filters } = pair
  return {
    symbol: nameOf(pair),
    status: pair.isTradable ? 'TRADING' : 'BREAK',
    baseAsset: base.code,
    baseAssetPrecision: base.scale,
    quoteAsset: quote.code,
    quotePrecision: quote.scale,
    quoteAssetPrecision: quote.scale,
    baseCommissionPrecision: base.scale,
    quoteCommissionPrecision: quote.scale,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    isSpotTradingAllowed: pair.isTradable,
    isMarginTradingAllowed: false,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: formatTicks(pair, ticks(1)),
        maxPrice: '0',
        tickSize: formatTicks(pair, ticks(1)),
      },
      {
        filterType: 'LOT_SIZE',
        minQty: formatLots(pair, filters.quantityMin),
        maxQty: formatLots(pair, filters.quantityMax),
        stepSize: formatLots(pair, lots(1)),
      },
      {
        filterType: 'NOTIONAL',
        minNotional: formatAmount(quote, filters.notionalMin),
        applyMinToMarket: true,
        maxNotional: '0',
        applyMaxToMarket: false,
        avgPriceMins: 0,
      },
      {
        filterType: 'PERCENT_PRICE',
        multiplierUp: formatRate(rate(RATE_ONE + filters.priceBand)),
        multiplierDown: formatRate(rate(RATE_ONE - filters.priceBand)),
        avgPriceMins: 0,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: filters.openOrdersMax },
    ],
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  }
}
