// Locked funds of a user, from every product that locks some, with unlock dates.

import { knownAssets } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { loadCatalogue } from '#services/catalogue'
import type { Session } from '#session/session'
import type { LockedLine } from '../components/mining/locked-list'
import { lockedSales } from './ieo-locked.server'
import { lockedInvestments } from './invest-locked.server'
import type { LockedLines, LockedQuery } from './locked'
import { lockedDeposits } from './mining-locked.server'

const SOURCES: readonly ((query: LockedQuery) => LockedLines)[] = [lockedDeposits, lockedInvestments, lockedSales]

const SHOWN_MAX = 100

/** Sorted by unlock date, earliest first; null when the session has ended. */
export async function loadLocked(
  env: Env,
  session: Session,
  language: Language,
): Promise<readonly LockedLine[] | null> {
  const assets = new Map(knownAssets(await loadCatalogue(env)).map(({ id, code, scale }) => [id, { code, scale }]))
  const assetOf = (id: number) => assets.get(id) ?? { code: '', scale: 0 }
  const query = { env, session, language, assetOf, page: { page: 1, limit: SHOWN_MAX } }
  const lines: LockedLine[] = []
  for (const locked of await Promise.all(SOURCES.map((source) => source(query)))) {
    if (!locked.ok) return null
    lines.push(...locked.value)
  }
  return lines.sort((left, right) => left.until - right.until)
}
