// What applications to token sales lock: the payment, then the tokens.

import { tokens, unlockAt } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import { type AssetScale, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { done } from '#domain/outcome'
import type { IeoRow } from '#party/protocol/ieo'
import { findProjects } from '#services/ieo/projects'
import { listSubscriptions } from '#services/ieo/subscriptions'
import type { LockedLines, LockedQuery } from './locked'

export async function lockedSales({ env, session, language, assetOf, page }: LockedQuery): LockedLines {
  const applications = await listSubscriptions(env, session, { projectId: null, ...page })
  if (!applications.ok) return applications
  const named = await nameSales(env, applications.value.rows, language)
  return done(
    named.flatMap(({ row, title }) => {
      const held = lockedOf(row, assetOf(row.assetId))
      const line = { to: `/ieo/orders/${row.orderNo}`, name: title }
      return held ? [{ ...line, ...held, asset: assetOf(held.assetId) }] : []
    }),
  )
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
