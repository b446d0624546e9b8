// Reads everything listed, in one consistent batch. Rooms and services see only the domain's types, never rows.

import { and, asc, eq, sql } from 'drizzle-orm'
import { assert } from '#domain/assert'
import { type Asset, type Catalogue, type Network, type Pair, WALLETS, type Wallet } from '#domain/catalogue'
import { asset, assetNetwork, fiat, fiatReference, pair } from './catalogue-schema'
import { openDirectory } from './directory'
import { readStock } from './stocks'
import { stock, stockAction } from './stocks-schema'

/** Listed assets, their pairs and fiats, each in display order; and delisted ones. */
export async function loadCatalogue(db: D1Database): Promise<Catalogue> {
  const directory = openDirectory(db)
  const [assetRows, networkRows, pairRows, stockRows, actionRows, fiatRows] = await directory.batch([
    directory.select().from(asset).orderBy(asc(asset.sort), asc(asset.id)),
    directory.select().from(assetNetwork).orderBy(asc(assetNetwork.sort)),
    directory.select().from(pair).orderBy(asc(pair.sort), asc(pair.id)),
    directory.select().from(stock),
    directory.select().from(stockAction),
    directory
      .select({
        code: fiat.code,
        rate: sql`coalesce(${fiatReference.rate}, ${fiat.rate})`.mapWith(fiat.rate).as('rate_that_counts'),
        scale: fiat.scale,
        referenceDay: fiatReference.day,
      })
      .from(fiat)
      .leftJoin(fiatReference, and(eq(fiat.code, fiatReference.code), eq(fiat.followsReference, true)))
      .orderBy(asc(fiat.sort), asc(fiat.code)),
  ])
  const known = new Map(assetRows.map((row) => [row.id, readAsset(row, networkRows)]))
  const listedIds = new Set(assetRows.filter((row) => row.isListed).map((row) => row.id))
  const isListed = (row: Pick<Pair, 'base' | 'quote'>) => listedIds.has(row.base.id) && listedIds.has(row.quote.id)
  const pairs = pairRows.map((row) => {
    const [base, quote] = [known.get(row.baseAssetId), known.get(row.quoteAssetId)]
    assert(base !== undefined && quote !== undefined, `the assets of ${row.symbol} are kept`)
    const listing = stockRows.find(({ symbol }) => symbol === row.symbol)
    return { ...readPair(row, base, quote), ...(listing && { stock: readStock(listing, actionRows) }) }
  })
  return {
    assets: [...known.values()].filter(({ id }) => listedIds.has(id)),
    unlistedAssets: [...known.values()].filter(({ id }) => !listedIds.has(id)),
    pairs: pairs.filter(isListed),
    unlistedPairs: pairs.filter((row) => !isListed(row)).map((row) => ({ ...row, isTradable: false })),
    fiats: fiatRows,
  }
}

function readAsset(row: typeof asset.$inferSelect, networkRows: readonly (typeof assetNetwork.$inferSelect)[]): Asset {
  const networks: Network[] = networkRows
    .filter((network) => network.assetId === row.id)
    .map(({ assetId: _asset, sort: _sort, ...network }) => network)
  const { id, code, name, logo, scale, sort } = row
  return { id, code, name, logo, scale, sort, networks, wallets: row.wallets.split(',').map(readWallet) }
}

function readWallet(text: string): Wallet {
  const wallet = WALLETS.find((name) => name === text)
  assert(wallet !== undefined, `"${text}" is a wallet`)
  return wallet
}

function readPair(row: typeof pair.$inferSelect, base: Asset, quote: Asset): Pair {
  const { id, symbol, priceDecimals, tickSteps, quantityDecimals, makerFee, takerFee, isTradable, sort } = row
  const { quantityMin, quantityMax, notionalMin, priceBand, openOrdersMax } = row
  return {
    id,
    symbol,
    base,
    quote,
    baseScale: base.scale,
    quoteScale: quote.scale,
    priceDecimals,
    tickSteps,
    quantityDecimals,
    makerFee,
    takerFee,
    isTradable,
    sort,
    filters: { quantityMin, quantityMax, notionalMin, priceBand, openOrdersMax, breakerMove: row.breakerMove },
    house: {
      isOn: row.isHouseOn,
      levels: row.houseLevels,
      spread: row.houseSpread,
      levelStep: row.houseLevelStep,
      size: row.houseSize,
      inventoryAtFullSkew: row.houseInventoryAtFullSkew,
      inventoryMax: row.houseInventoryMax,
    },
  }
}
