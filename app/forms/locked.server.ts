// Locked funds of a user: mining locks and token sales, with unlock dates.

import { knownAssets } from '#domain/catalogue'
import { tokens, unlockAt } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import { type AssetScale, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import type { IeoRow } from '#party/protocol/ieo'
import { loadCatalogue } from '#services/catalogue'
import { findProjects } from '#services/ieo/projects'
import { listSubscriptions } from '#services/ieo/subscriptions'
import { listInvest } from '#services/invest'
import { listDeposits } from '#services/mining'
import type { Session } from '#session/session'
import type { LockedLine } from '../components/mining/locked-list'

const SHOWN_MAX = 100

/** Sorted by unlock date, earliest first; null when the session has ended. */
export async function loadLocked(
  env: Env,
  session: Session,
  language: Language,
): Promise<readonly LockedLine[] | null> {
  const now = Date.now()
  const page = { page: 1, limit: SHOWN_MAX }
  const [catalogue, deposits, orders, applications] = await Promise.all([
    loadCatalogue(env),
    listDeposits(env, session, { stage: 'live', ...page }),
    listInvest(env, session, { stage: 'live', baseId: null, kind: null, ...page, now }),
    listSubscriptions(env, session, { projectId: null, ...page }),
  ])
  if (!deposits.ok || !orders.ok || !applications.ok) return null
  const assets = new Map(knownAssets(catalogue).map(({ id, code, scale }) => [id, { code, scale }]))
  const assetOf = (id: number) => assets.get(id) ?? { code: '', scale: 0 }
  const lines: LockedLine[] = [
    ...deposits.value.rows.map(({ orderNo, assetId, amount, maturesAt }) => ({
      to: `/earn/lock/orders/${orderNo}`,
      name: null,
      asset: assetOf(assetId),
      amount,
      until: maturesAt,
    })),
    ...orders.value.rows.map(({ orderNo, assetId, amount, maturesAt, series }) => ({
      to: `/earn/invest/mine/${orderNo}`,
      name: series.name,
      asset: assetOf(assetId),
      amount,
      until: maturesAt,
    })),
    ...(await nameSales(env, applications.value.rows, language)).flatMap(({ row, title }) => {
      const held = lockedOf(row, assetOf(row.assetId))
      const line = { to: `/ieo/orders/${row.orderNo}`, name: title }
      return held ? [{ ...line, ...held, asset: assetOf(held.assetId) }] : []
    }),
  ]
  return lines.sort((left, right) => left.until - right.until)
}

async function nameSales(env: Env, rows: readonly IeoRow[], language: Language) {
  if (rows.length === 0) return []
  const projects = await findProjects(env, { ids: [...new Set(rows.map(({ projectId }) => projectId))], language })
  const titles = new Map(projects.map(({ id, title }) => [id, title]))
  return rows.map((row) => ({ row, title: titles.get(row.projectId) ?? null }))
}

/**
 * Locked amount of an IEO application: its payment until allotment, then tokens until the last unlock; null when
 * nothing is locked.
 */
export function lockedOf(
  { state, terms, assetId, payAssetId, held, allotted, unlocked }: IeoRow,
  token: Pick<AssetScale, 'scale'>,
) {
  if (state === 'held' || state === 'applied')
    return { stage: 'applied' as const, assetId: payAssetId, amount: held, until: terms.endsAt }
  if (state !== 'allotted' && state !== 'unlocking') return null
  const left = subtract(tokens(token, allotted ?? 0), decodeAmount(unlocked))
  return { stage: state, assetId, amount: encodeAmount(left), until: unlockAt(terms, terms.lockDays) }
}
