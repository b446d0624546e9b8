// /api/v1 site information: products, assets, pairs, limits, and health.

import * as v from 'valibot'
import { type Asset, type Pair, WALLETS, tradingWallet } from '#domain/catalogue'
import { formatAmount } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { done } from '#domain/outcome'
import { ACCOUNT_WEIGHT_MAX, ADDRESS_WEIGHT_MAX, commandTerms } from '#domain/request-weight'
import { PERIODS } from '#party/protocol/quotes'
import { ORDERS_PER_COMMAND_MAX } from '#party/protocol/spot'
import { loadCatalogue } from '#services/catalogue'
import { listProducts } from '#services/gates'
import { readHealth } from '#services/health'
import { guardedMarkets } from '#services/market'
import { listQuotes } from '#services/quotes'
import { placeOf } from '#session/place'
import { wireDecimal, wireId } from './fields'
import { pairFields, pairRow } from './market'
import { publicRoute } from './route'

const wallet = v.picklist(WALLETS)

const networkFields = v.object({
  name: v.string(),
  confirmations: wireId,
  deposit_min: wireDecimal,
  withdrawal_min: wireDecimal,
  withdrawal_fee: wireDecimal,
  is_deposit_open: v.boolean(),
  is_withdrawal_open: v.boolean(),
})
const assetFields = v.object({
  id: wireId,
  code: v.string(),
  name: v.string(),
  decimals: wireId,
  wallets: v.array(wallet),
  networks: v.array(networkFields),
})
const listedPair = v.object({
  ...pairFields.entries,
  maker: v.pipe(v.string(), v.description('fee as a fraction of the asset received')),
  taker: v.string(),
  wallet: v.pipe(wallet, v.description('that orders are paid from')),
  is_stock: v.boolean(),
})
const limits = v.object({
  weight_per_minute: v.pipe(v.number(), v.description('of one network address, without a key')),
  key_weight_per_minute: v.pipe(v.number(), v.description('of all keys of one account')),
  commands_per_second: v.pipe(v.number(), v.description('of one account; each order of a batch counts')),
  commands_at_once: v.number(),
  orders_per_request: v.number(),
})

export const infoRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/info',
    weight: 10,
    summary: 'What is traded here: products, assets, pairs with their filters and fees, and the limits of programs',
    tag: 'Market',
    input: v.object({}),
    output: v.object({
      server_time: v.number(),
      products: v.array(
        v.object({
          product: v.string(),
          is_open: v.pipe(v.boolean(), v.description('in the country of the caller')),
        }),
      ),
      assets: v.array(assetFields),
      pairs: v.array(listedPair),
      periods: v.array(v.picklist(PERIODS)),
      limits,
    }),
    handler: async ({ env, request }) => {
      const [{ assets, pairs }, products] = await Promise.all([
        loadCatalogue(env),
        listProducts(env, placeOf(request).country),
      ])
      const { perSecond, atOnceMax } = commandTerms(env.COMMANDS_PER_SECOND)
      return done({
        server_time: Date.now(),
        products: products.map(({ product, isOpen }) => ({ product, is_open: isOpen })),
        assets: assets.map(assetRow),
        pairs: pairs.map(listedRow),
        periods: [...PERIODS],
        limits: {
          weight_per_minute: ADDRESS_WEIGHT_MAX,
          key_weight_per_minute: ACCOUNT_WEIGHT_MAX,
          commands_per_second: perSecond,
          commands_at_once: atOnceMax,
          orders_per_request: ORDERS_PER_COMMAND_MAX,
        },
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/status',
    weight: 5,
    summary: 'Whether the site works, and which pairs do not trade at the moment',
    tag: 'Market',
    input: v.object({}),
    output: v.object({
      status: v.picklist(['ok', 'degraded']),
      server_time: v.number(),
      pairs: v.array(
        v.object({
          symbol: v.string(),
          is_tradable: v.boolean(),
          is_stale: v.pipe(v.boolean(), v.description('no new price: orders of the house are gone')),
          paused_until: v.pipe(v.nullable(v.number()), v.description('after a jump of the price')),
        }),
      ),
    }),
    handler: async ({ env }) => {
      const now = Date.now()
      const [{ pairs }, quotes, guards, health] = await Promise.all([
        loadCatalogue(env),
        listQuotes(env),
        guardedMarkets(env),
        readHealth(env, now),
      ])
      return done({
        // A late sweep delays repairs and no order.
        status: health.parts.directory && health.parts.prices ? ('ok' as const) : ('degraded' as const),
        server_time: now,
        pairs: pairs.map(({ symbol, isTradable }) => ({
          symbol,
          is_tradable: isTradable,
          is_stale: quotes.find((quote) => quote.symbol === symbol)?.isStale ?? true,
          paused_until: guards.find((guard) => guard.symbol === symbol)?.pausedUntil ?? null,
        })),
      })
    },
  }),
]

const assetRow = (asset: Asset): v.InferInput<typeof assetFields> => ({
  id: asset.id,
  code: asset.code,
  name: asset.name,
  decimals: asset.scale,
  wallets: [...asset.wallets],
  networks: asset.networks.map((network) => ({
    name: network.name,
    confirmations: network.confirmationsMin,
    deposit_min: formatAmount(asset, network.depositMin),
    withdrawal_min: formatAmount(asset, network.withdrawalMin),
    withdrawal_fee: formatAmount(asset, network.withdrawalFee),
    is_deposit_open: network.isDepositOpen,
    is_withdrawal_open: network.isWithdrawalOpen,
  })),
})

const listedRow = (pair: Pair): v.InferInput<typeof listedPair> => ({
  ...pairRow(pair),
  maker: formatRate(pair.makerFee),
  taker: formatRate(pair.takerFee),
  wallet: tradingWallet(pair),
  is_stock: pair.stock !== undefined,
})
