// What of a user is locked in products of the earn wallet, and until when.

import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { listInvest } from '#services/invest'
import { listDeposits } from '#services/mining'
import type { Session } from '#session/session'
import type { LockedLine } from '../components/locked-list'

const SHOWN_MAX = 100

/** The first to come back first; null for a session that has ended. */
export async function loadLocked(env: Env, session: Session): Promise<readonly LockedLine[] | null> {
  const now = Date.now()
  const page = { page: 1, limit: SHOWN_MAX }
  const [catalogue, deposits, orders] = await Promise.all([
    loadCatalogue(env),
    listDeposits(env, session, { stage: 'live', ...page }),
    listInvest(env, session, { stage: 'live', baseId: null, kind: null, ...page, now }),
  ])
  if (!deposits.ok || !orders.ok) return null
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
  ]
  return lines.sort((left, right) => left.until - right.until)
}
