// Position lists for /api/lever/*: positions by status and page, with texts in the requested language.

import { type Pair, findPair } from '#domain/catalogue'
import type { FuturesTerms } from '#domain/futures/terms'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { FuturesRow } from '#party/protocol/futures'
import { loadCatalogue } from '#services/catalogue'
import { type FuturesOverview, listEndedFutures, loadFutures } from '#services/futures'
import { findTerms, listTerms } from '#services/futures-terms'
import { futuresStateText, futuresTypeText } from '#services/words'
import type { Session } from '#session/session'
import { paginate } from './format'
import { type LeverSource, leverRow } from './futures-rows'

export const USDT_ID = 3

export async function findPlace(
  env: Env,
  currencyId: number,
  legalId: number,
): Promise<Outcome<{ readonly pair: Pair; readonly terms: FuturesTerms }>> {
  const { pairs } = await loadCatalogue(env)
  const pair = pairs.find(({ base, quote }) => base.id === currencyId && quote.id === legalId)
  if (!pair) return refuse('pair_not_found')
  const terms = await findTerms(env, pair.symbol)
  return terms ? done({ pair, terms }) : refuse('futures_not_offered', { pair: `${pair.base.code}/${pair.quote.code}` })
}

/** Symbol of two currency ids; null for all pairs. */
export async function symbolOf(env: Env, currencyId: number, legalId: number): Promise<Outcome<string | null>> {
  if (currencyId === 0) return done(null)
  const place = await findPlace(env, currencyId, legalId || USDT_ID)
  return place.ok ? done(place.value.terms.symbol) : place
}

interface Listing {
  readonly currency_id: number
  readonly legal_id: number
  readonly status: '-1' | '0' | '1' | '2' | '3' | '4'
  readonly page: number
  readonly limit: number
  readonly language: Language
  readonly path: string
}

const ENDS = { '-1': null, '3': 'closed', '4': 'cancelled' } as const

/** Live rows come complete; ended rows are read by page. */
export async function listRows(env: Env, session: Session, listing: Listing) {
  const { status, page: number, limit: size, language, path } = listing
  const symbol = await symbolOf(env, listing.currency_id, listing.legal_id)
  if (!symbol.ok) return symbol
  const [live, terms] = await Promise.all([loadFutures(env, session), listTerms(env)])
  if (!live.ok) return live
  const overview = live.value
  const own = [...overview.rows].reverse().filter((row) => symbol.value === null || row.symbol === symbol.value)
  const wanted = own.filter((row) => isWanted(row, status))
  const shownLive = wanted.slice((number - 1) * size, number * size)
  const page: { rows: readonly LeverSource[]; total: number } = { rows: [], total: 0 }
  if (status === '-1' || status === '3' || status === '4') {
    // Ended positions follow the live ones, which may not fill whole pages.
    const skipped = Math.max(0, (number - 1) * size - wanted.length)
    const part = wanted.length === 0 ? { page: number, limit: size } : { page: 1, limit: skipped + size }
    const ended = await listEndedFutures(env, session, { symbol: symbol.value, only: ENDS[status], ...part })
    if (!ended.ok) return ended
    const from = wanted.length === 0 ? 0 : skipped
    const rows = ended.value.rows.slice(from, from + size - shownLive.length)
    Object.assign(page, { rows, total: ended.value.total })
  }
  const rows = [...shownLive, ...page.rows]
  const shown = await showRows(env, session, { rows, overview, language })
  const total = wanted.length + page.total
  return done({
    order: paginate(shown, { path: `/api${path}`, page: number, limit: size, total }),
    overview,
    own,
    scale: terms[0]?.quote.scale ?? 6,
  })
}

function isWanted(row: FuturesRow, status: Listing['status']): boolean {
  const isClosing = row.closeAskedLots !== null
  if (status === '-1') return true
  if (status === '0') return row.state === 'pending'
  if (status === '1') return row.state === 'open' && !isClosing
  return status === '2' && row.state === 'open' && isClosing
}

export async function showRows(
  env: Env,
  session: Session,
  shown: { readonly rows: readonly LeverSource[]; readonly overview: FuturesOverview; readonly language: Language },
) {
  const [catalogue, all] = await Promise.all([loadCatalogue(env), listTerms(env)])
  const { appraisal } = shown.overview
  return shown.rows.flatMap((row) => {
    const terms = all.find(({ symbol }) => symbol === row.symbol)
    const pair = findPair(catalogue, row.symbol)
    if (!terms || !pair) return []
    return leverRow(row, {
      userId: session.userId,
      terms,
      baseId: pair.base.id,
      now: shown.overview.prices.get(row.symbol),
      appraisal,
      words: ({ state, direction: side }) => ({
        status: futuresStateText(shown.language, state),
        type: futuresTypeText(shown.language, side),
      }),
    })
  })
}
