// The seeded catalogue, read back through D1: what trading relies on holds for every pair, and operators keep their changes.

import { env } from 'cloudflare:workers'
import { is } from 'drizzle-orm'
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogue } from '#db/platform/catalogue'
import { seedStatements } from '#db/platform/seed/index'
import { type Catalogue, findAsset, findPair } from '#domain/catalogue'
import { parseRate } from '#domain/money/rate'
import { quoteUnitsPerTickLot } from '#domain/money/price'

/** Every table of the directory, a new product's too. */
const schemas = import.meta.glob<Readonly<Record<string, unknown>>>('../../db/platform/*schema.ts', { eager: true })
const tables = Object.values(schemas).flatMap((file) => Object.values(file).filter((table) => is(table, SQLiteTable)))

const seed = () => env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
let catalogue: Catalogue

beforeAll(async () => {
  await seed()
  catalogue = await loadCatalogue(env.DB)
})

describe('the seeded catalogue', () => {
  it('lists BTC, ETH and USDT under the ids that clients know, USDT on two networks', () => {
    expect([1, 2, 3].map((id) => findAsset(catalogue, id)?.code)).toEqual(['BTC', 'ETH', 'USDT'])
    expect(findAsset(catalogue, 3)?.networks.map(({ name }) => name)).toEqual(['ERC20', 'TRC20'])
    expect(catalogue.assets.length).toBeGreaterThanOrEqual(12)
  })

  it('lists at least twelve pairs against USDT, and ETH against BTC', () => {
    const quotedInUsdt = catalogue.pairs.filter((pair) => pair.quote.code === 'USDT')
    expect(quotedInUsdt.length).toBeGreaterThanOrEqual(12)
    expect(findPair(catalogue, 'ETH-BTC')?.quote.code).toBe('BTC')
    expect(catalogue.pairs[0]?.symbol).toBe('BTC-USDT')
  })

  it.each(['BTC-USDT', 'ETH-USDT', 'ETH-BTC'])('%s keeps the decimals that clients show', (symbol) => {
    const decimals = { 'BTC-USDT': [1, 5], 'ETH-USDT': [2, 4], 'ETH-BTC': [5, 3] }[symbol]
    const pair = findPair(catalogue, symbol)
    expect([pair?.priceDecimals, pair?.quantityDecimals]).toEqual(decimals)
  })

  it('makes one tick times one lot a whole number of quote units on every pair of coins', () => {
    for (const pair of catalogue.pairs) {
      if (!pair.stock) expect(quoteUnitsPerTickLot(pair), pair.symbol).toBeGreaterThanOrEqual(1n)
      expect(pair.baseScale, pair.symbol).toBeGreaterThanOrEqual(pair.quantityDecimals)
    }
  })

  it('lists twelve shares to the cent and the sixth decimal, in the wallet of stocks alone', () => {
    const shares = catalogue.pairs.filter(({ stock }) => stock)
    expect(shares).toHaveLength(12)
    for (const { symbol, base, quote, priceDecimals, quantityDecimals } of shares) {
      expect([base.wallets, quote.code, priceDecimals, quantityDecimals], symbol).toEqual([['stocks'], 'USDT', 2, 6])
      // A unit of USDT is worth more than any fraction that an order rounds away.
      expect(10 ** (priceDecimals + quantityDecimals - quote.scale)).toBe(100)
    }
  })

  it('lets the house quote within its own filters on every pair', () => {
    for (const { symbol, house, filters } of catalogue.pairs) {
      expect(house.levels * Number(house.levelStep), symbol).toBeLessThan(Number(filters.priceBand))
      expect(house.size, symbol).toBeGreaterThanOrEqual(filters.quantityMin)
      expect(house.size * house.levels, symbol).toBeLessThan(filters.quantityMax)
    }
  })

  it('has the yen at 153 to the dollar as the first fiat', () => {
    const rate = parseRate('153')
    expect(catalogue.fiats[0]).toEqual({ code: 'JPY', rate: rate.ok && rate.value, scale: 0, referenceDay: null })
  })

  it('keeps a fee that an operator changed when the seed runs again', async () => {
    await env.DB.prepare(`update pair set taker_fee = '150000' where symbol = 'LTC-USDT'`).run()
    await seed()
    expect(findPair(await loadCatalogue(env.DB), 'LTC-USDT')?.takerFee).toBe(150000n)
  })

  it('leaves an asset that is no longer listed out of the lists, with its pairs, which are found by name and not tradable', async () => {
    await env.DB.prepare(`update asset set is_listed = 0 where code = 'DOT'`).run()
    const rest = await loadCatalogue(env.DB)
    expect(rest.assets.some(({ code }) => code === 'DOT')).toBe(false)
    expect(rest.pairs.some(({ symbol }) => symbol === 'DOT-USDT')).toBe(false)
    expect(findPair(rest, 'DOT-USDT')).toEqual({ ...findPair(catalogue, 'DOT-USDT'), isTradable: false })
  })

  it('has no column in which anybody could set a price or an outcome', () => {
    const columns = tables.flatMap((table) => {
      const { name, columns: tableColumns } = getTableConfig(table)
      return tableColumns.map((column) => `${name}.${column.name}`)
    })
    expect(columns).toContain('pair.price_band')
    const suspicious = columns.filter((name) => /price(?!_(?:decimals|band))|outcome|result|win|(?<!c)lose/.test(name))
    // NFT prices are set by sellers and bidders.
    expect(suspicious.filter((name) => !name.startsWith('nft_'))).toEqual([])
  })
})
