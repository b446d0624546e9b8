// Public lock mining data: products and remaining capacity.

import { type Catalogue, findAsset } from '#domain/catalogue'
import { IsolateCache } from '#domain/isolate-cache'
import { type MiningTerms, type MiningTier, MINING_SOURCE, EARN_WALLET } from '#domain/mining/terms'
import { takenOf } from '#db/platform/claim'
import { type MiningProductRow, loadMiningProducts } from '#db/platform/mining'
import { loadCatalogue } from './catalogue'

const termsCache = new IsolateCache<D1Database, readonly MiningTerms[]>(30_000)

/** Products with a listed asset, including ended ones, in display order; cached for 30 s. */
export async function listMiningTerms(env: Pick<Env, 'DB'>): Promise<readonly MiningTerms[]> {
  const known = termsCache.get(env.DB, Date.now())
  if (known) return known
  const [catalogue, rows] = await Promise.all([loadCatalogue(env), loadMiningProducts(env.DB)])
  const terms = rows.flatMap((row) => termsOf(row, catalogue) ?? [])
  if (terms.length > 0) termsCache.set(env.DB, terms, Date.now())
  return terms
}

/** Active products with remaining steps. */
export async function listMiningOffers(
  env: Pick<Env, 'DB'>,
): Promise<readonly { readonly terms: MiningTerms; readonly left: number }[]> {
  const [all, taken] = await Promise.all([listMiningTerms(env), takenOf(env.DB, 'mining')])
  return all
    .filter(({ status }) => status !== 'ended')
    .map((terms) => ({ terms, left: Math.max(0, terms.quota - (taken.get(String(terms.id)) ?? 0)) }))
}

export const findMiningTerms = async (env: Pick<Env, 'DB'>, id: number): Promise<MiningTerms | undefined> =>
  (await listMiningTerms(env)).find((terms) => terms.id === id)

function termsOf(row: MiningProductRow, catalogue: Catalogue): MiningTerms | undefined {
  const asset = findAsset(catalogue, row.assetId)
  if (!asset?.wallets.includes(EARN_WALLET) || !asset.wallets.includes(MINING_SOURCE)) return undefined
  const { id, version, days, step, quota, penaltyRatio, payMinute, isOpen, isListed } = row
  const { id: assetId, code, scale, logo } = asset
  const higher: readonly MiningTier[] = [
    { from: row.middleFrom, dailyRate: row.middleRate },
    { from: row.highFrom, dailyRate: row.highRate },
  ]
  return {
    id,
    version,
    asset: { id: assetId, code, scale, logo },
    days,
    min: row.lockMin,
    max: row.lockMax,
    step,
    quota,
    penaltyRatio,
    payMinute,
    status: !isListed ? 'ended' : isOpen ? 'open' : 'paused',
    tiers: [{ from: row.lockMin, dailyRate: row.dailyRate }, ...higher.filter(({ from }) => from > 0n)],
  }
}
