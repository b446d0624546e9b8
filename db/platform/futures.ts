// Queries of futures terms, with the pair data that an order needs.

import { asc } from 'drizzle-orm'
import { type Catalogue, findPair } from '#domain/catalogue'
import { type FuturesTerms, stepValueOf } from '#domain/futures/terms'
import { hashText } from '#domain/text-hash'
import { openDirectory } from './directory'
import { futuresTerm, futuresTier } from './futures-schema'

/** In display order; terms of delisted pairs are omitted. */
export async function loadFuturesTerms(db: D1Database, catalogue: Catalogue): Promise<readonly FuturesTerms[]> {
  const directory = openDirectory(db)
  const [terms, tiers] = await directory.batch([
    directory.select().from(futuresTerm).orderBy(asc(futuresTerm.sort)),
    directory.select().from(futuresTier).orderBy(asc(futuresTier.tier)),
  ])
  return terms.flatMap((row) => {
    const pair = findPair(catalogue, row.symbol)
    if (!pair) return []
    const own = tiers.filter(({ symbol }) => symbol === row.symbol)
    const { lotSize, leverages, sort: _, ...numbers } = row
    const { id, code, scale } = pair.quote
    const version = hashText(
      JSON.stringify([row, own], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
    return {
      ...numbers,
      version: version.toString(36),
      lotSize,
      priceDecimals: pair.priceDecimals,
      stepValue: stepValueOf(lotSize, pair.priceDecimals, scale),
      quote: { id, code, scale },
      leverages: leverages.split(',').map((text) => parseInt(text, 10)),
      tiers: own.map(({ upTo, maintenance, leverageMax }) => ({ upTo, maintenance, leverageMax })),
    }
  })
}
