// /api/currency/*: listed assets and quotes, with the field names of the wire contract.

import * as v from 'valibot'
import { type Asset, type Catalogue, type Pair, type Wallet, findPair, isShare } from '#domain/catalogue'
import { formatUnits } from '#domain/money/amount'
import { type FuturesTerms, LOT_DECIMALS } from '#domain/futures/terms'
import type { OptionTerms } from '#domain/options/terms'
import { formatRatePercent, rate } from '#domain/money/rate'
import { divideHalfEven } from '#domain/money/rounding'
import { done, refuse } from '#domain/outcome'
import { wireNames, wireSymbol } from '#domain/wire-pair'
import type { Quote } from '#party/protocol/quotes'
import { loadCatalogue } from '#services/catalogue'
import { listCandles, listQuotes } from '#services/quotes'
import { listTerms } from '#services/futures-terms'
import { listOptionTerms } from '#services/options-terms'
import { listBalances } from '#services/wallet'
import { period, symbol, unixSeconds } from '#services/input'
import { wireDecimal, wireId } from './fields'
import { flagOf, wireDecimals, withdrawalCost } from './format'
import { privateRoute, publicRoute } from './route'

const switchFlag = v.picklist([0, 1])
const currencyFields = v.object({
  id: wireId,
  name: v.string(),
  logo: v.string(),
  is_legal: switchFlag,
  is_lever: switchFlag,
  is_match: switchFlag,
  is_micro: switchFlag,
})
const listedCurrency = v.object({
  ...currencyFields.entries,
  min_number: wireDecimal,
  rate: wireDecimal,
  price: wireDecimal,
})
const quotationRow = v.object({
  id: wireId,
  match_id: wireId,
  legal_id: wireId,
  currency_id: wireId,
  currency_name: v.string(),
  legal_name: v.string(),
  now_price: wireDecimal,
  change: v.pipe(v.string(), v.regex(/^[+-]\d+\.\d+$/), v.description('percent of the last 24 hours')),
  volume: wireDecimal,
  open: wireDecimal,
  high: wireDecimal,
  low: wireDecimal,
  logo: v.string(),
  sort: v.number(),
  is_display: switchFlag,
  market_from: v.picklist([1, 2, 3]),
  open_transaction: switchFlag,
  open_lever: switchFlag,
  open_microtrade: switchFlag,
  open_coin_trade: switchFlag,
  lever_share_num: wireDecimal,
  lever_trade_fee: wireDecimal,
  lever_min_share: wireDecimal,
  lever_max_share: wireDecimal,
  spread: wireDecimal,
  overnight: wireDecimal,
  micro_trade_fee: wireDecimal,
  coin_trade_fee: wireDecimal,
})
const candle = v.object({
  id: wireId,
  time: v.pipe(v.number(), v.description('milliseconds')),
  period: v.string(),
  symbol: v.string(),
  open: wireDecimal,
  high: wireDecimal,
  low: wireDecimal,
  close: wireDecimal,
  volume: wireDecimal,
  amount: wireDecimal,
})

export const catalogueRoutes = [
  publicRoute({
    method: 'GET',
    path: '/currency/list',
    summary: 'Every listed currency, and those a legal wallet may hold',
    tag: 'Market',
    input: v.object({}),
    output: v.object({ currency: v.array(listedCurrency), legal: v.array(listedCurrency) }),
    handler: async ({ env }) => {
      const [catalogue, quotes] = await Promise.all([loadCatalogue(env), listQuotes(env)])
      const priceOf = (asset: Asset) =>
        asset.code === 'USDT' ? '1' : (quotes.find((quote) => quote.symbol === `${asset.code}-USDT`)?.price ?? '0')
      const rows = catalogue.assets.filter(isCoin).map((asset) => ({
        ...currencyRow(asset),
        ...withdrawalCost(asset),
        price: wireDecimals(priceOf(asset)),
      }))
      return done({ currency: rows, legal: rows.filter((row) => row.is_legal === 1) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/currency/legales',
    summary: 'Fiats and their units for one USD',
    tag: 'Market',
    input: v.object({}),
    output: v.array(v.object({ currency_code: v.string(), rate: wireDecimal })),
    handler: async ({ env }) => {
      const { fiats } = await loadCatalogue(env)
      // Rates carry four decimals on this wire; nearest, ties to even, since they are only shown.
      return done(
        fiats.map((row) => ({ currency_code: row.code, rate: formatUnits(divideHalfEven(row.rate, 10_000n), 4) })),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/currency/quotation_new',
    summary: 'Quotes by quote currency; the first is USDT',
    tag: 'Market',
    input: v.object({}),
    output: v.array(v.object({ ...currencyFields.entries, quotation: v.array(quotationRow) })),
    handler: async ({ env }) => {
      const [catalogue, quotes, futures, options] = await Promise.all([
        loadCatalogue(env),
        listQuotes(env),
        listTerms(env),
        listOptionTerms(env),
      ])
      const bySymbol = new Map(quotes.map((quote) => [quote.symbol, quote]))
      const groups = quoteAssets(catalogue).map((asset) => ({
        ...currencyRow(asset),
        quotation: catalogue.pairs
          .filter((pair) => pair.quote.id === asset.id && isCoin(pair.base))
          .map((pair) =>
            quoteRow(pair, {
              quote: bySymbol.get(pair.symbol),
              futures: futures.find(({ symbol: of }) => of === pair.symbol),
              options: options.find(({ symbol: of }) => of === pair.symbol),
            }),
          ),
      }))
      return done(groups)
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/currency/user_currency_list',
    summary: 'Currencies that more than one wallet may hold, with the balances of this user',
    tag: 'Wallet',
    input: v.object({}),
    output: v.array(
      v.object({
        ...currencyFields.entries,
        wallet: v.object({
          legal_balance: wireDecimal,
          change_balance: wireDecimal,
          lever_balance: wireDecimal,
          micro_balance: wireDecimal,
        }),
      }),
    ),
    handler: async ({ env, session }) => {
      const [catalogue, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
      if (!sheet.ok) return sheet
      const available = (asset: Asset, wallet: Wallet) =>
        wireDecimals(
          sheet.value.lines.find((line) => line.wallet === wallet && line.assetId === asset.id)?.available ?? '0',
        )
      const rows = catalogue.assets
        .filter((asset) => asset.wallets.length > 1)
        .map((asset) => ({
          ...currencyRow(asset),
          wallet: {
            legal_balance: available(asset, 'legal'),
            change_balance: available(asset, 'change'),
            lever_balance: available(asset, 'lever'),
            micro_balance: available(asset, 'micro'),
          },
        }))
      return done(rows)
    },
  }),
  publicRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/currency/new_timeshar',
    summary: 'Candles that start between two instants, oldest first, at most 1500',
    tag: 'Market',
    frame: 'kline',
    input: v.object({ symbol, period, from: unixSeconds, to: unixSeconds }),
    output: v.array(candle),
    handler: async ({ env, input }) => {
      const pair = findPair(await loadCatalogue(env), input.symbol)
      if (!pair) return refuse('pair_not_found')
      if (input.from > input.to) return refuse('field_malformed', { field: 'from' })
      const range = { from: input.from * 1000, to: input.to * 1000 }
      const candles = await listCandles(env, { symbol: pair.symbol, period: input.period, ...range })
      return done(
        (candles ?? []).map((row) => ({
          id: Math.floor(row.at / 1000),
          time: row.at,
          period: input.period,
          symbol: wireSymbol(pair),
          open: row.open,
          high: row.high,
          low: row.low,
          close: row.close,
          volume: row.volume,
          amount: row.volume,
        })),
      )
    },
  }),
]

/**
 * Clients of these lists offer every listed asset for options, futures and spot; shares are excluded, because none of
 * those accept them.
 */
const isCoin = (asset: Asset): boolean => !isShare(asset)

const currencyRow = (asset: Asset) => ({
  id: asset.id,
  name: asset.code,
  logo: asset.logo,
  is_legal: flagOf(asset.wallets.includes('legal')),
  is_lever: flagOf(asset.wallets.includes('lever')),
  is_match: flagOf(asset.wallets.includes('change')),
  is_micro: flagOf(asset.wallets.includes('micro')),
})

/** Quote currencies, USDT first, because clients use the first one only. */
function quoteAssets(catalogue: Catalogue): readonly Asset[] {
  const quoted = catalogue.assets.filter((asset) => catalogue.pairs.some((pair) => pair.quote.id === asset.id))
  return [...quoted].sort((left, right) => Number(right.code === 'USDT') - Number(left.code === 'USDT'))
}

/** Pairs without a quote keep their row, because clients fail on a missing pair. */
interface QuoteFacts {
  readonly quote: Quote | undefined
  readonly futures: FuturesTerms | undefined
  readonly options: OptionTerms | undefined
}

function quoteRow(pair: Pair, { quote, futures, options }: QuoteFacts) {
  const none = formatUnits(0n, pair.priceDecimals)
  return {
    id: pair.id,
    match_id: pair.id,
    ...wireNames(pair),
    now_price: quote?.price ?? none,
    change: quote?.change ?? '+0.00',
    volume: quote?.volume ?? '0',
    open: quote?.open ?? none,
    high: quote?.high ?? none,
    low: quote?.low ?? none,
    logo: pair.base.logo,
    sort: pair.sort,
    is_display: 1 as const,
    // 2: external feed, 3: simulated feed.
    market_from: quote?.source === 'simulator' ? (3 as const) : (2 as const),
    open_transaction: flagOf(pair.isTradable),
    open_microtrade: flagOf(options?.isOpen ?? false),
    open_coin_trade: flagOf(pair.isTradable),
    ...leverFields(futures),
    micro_trade_fee: formatRatePercent(options?.fee ?? rate(0n)),
    coin_trade_fee: formatRatePercent(pair.takerFee),
  }
}

/** Futures terms of a pair; the API requires these fields even for pairs without futures. */
const leverFields = (terms: FuturesTerms | undefined) => ({
  open_lever: flagOf(terms?.isOpen ?? false),
  lever_share_num: wireDecimals(terms ? formatUnits(terms.lotSize, LOT_DECIMALS) : '1'),
  lever_trade_fee: formatRatePercent(terms?.fee ?? rate(0n)),
  lever_min_share: String(terms?.lotsMin ?? 1),
  lever_max_share: String(terms?.lotsMax ?? 0),
  spread: formatRatePercent(terms?.spread ?? rate(0n)),
  overnight: formatRatePercent(terms?.overnight ?? rate(0n)),
})
