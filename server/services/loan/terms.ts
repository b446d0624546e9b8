// Public loan terms and cost calculation.

import { type Catalogue, findAsset } from '#domain/catalogue'
import { IsolateCache } from '#domain/isolate-cache'
import { LOAN_CODES, LOAN_WALLET, type LoanTerms } from '#domain/loan/terms'
import { type LoanTermRow, loadLoanTerms } from '#db/platform/loan'
import { loadCatalogue } from '../catalogue'

const termsCache = new IsolateCache<D1Database, readonly LoanTerms[]>(30_000)

/** In their order of display; at most half a minute old. */
export async function listLoanTerms(env: Pick<Env, 'DB'>): Promise<readonly LoanTerms[]> {
  const known = termsCache.get(env.DB, Date.now())
  if (known) return known
  const [catalogue, rows] = await Promise.all([loadCatalogue(env), loadLoanTerms(env.DB)])
  const terms = rows.flatMap((row) => termsOf(row, catalogue) ?? [])
  if (terms.length > 0) termsCache.set(env.DB, terms, Date.now())
  return terms
}

export const findLoanTerms = async (env: Pick<Env, 'DB'>, id: number): Promise<LoanTerms | undefined> =>
  (await listLoanTerms(env)).find((terms) => terms.id === id)

function termsOf(row: LoanTermRow, catalogue: Catalogue): LoanTerms | undefined {
  const asset = findAsset(catalogue, row.assetId)
  if (!asset?.wallets.includes(LOAN_WALLET) || !LOAN_CODES.some((code) => code === asset.code)) return undefined
  const { id, version, days, dailyRate, lateRate, worthMin, worthMax, isOpen } = row
  const { id: assetId, code, scale, logo } = asset
  return {
    id,
    version,
    asset: { id: assetId, code, scale, logo },
    days,
    dailyRate,
    lateRate,
    worthMin,
    worthMax,
    isOpen,
  }
}
