// Invitations: invited users with commissions, and the inviter notification to the Account, which stays pending until
// the Account confirms it.

import { logError } from '#lib/log-line'
import {
  type TeamRow,
  clearInviter,
  listInvitedAmong,
  listSharingPayee,
  listTeam,
  settlePromotion,
} from '#db/platform/promotion'
import { type UserRow, findUserById } from '#db/platform/user'
import { type Asset, findKnownAsset } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount } from '#domain/money/amount'
import { type Outcome, done } from '#domain/outcome'
import type { Session } from '#session/session'
import { callAccount, callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { grantWelcomeCoupons } from './coupons'

interface TeamMember {
  /** Shortened account name or nickname, recognisable by the inviter only. */
  readonly name: string
  readonly joinedAt: number
  /** Values in USDT. */
  readonly volume: Amount
  readonly rebate: Amount
}

export interface Team {
  readonly rows: readonly TeamMember[]
  readonly total: number
  /** Total commissions from invited users, by asset. */
  readonly earned: readonly { readonly asset: Asset; readonly amount: Amount }[]
}

/** Newest first. The Account proves the session while the directory reads. */
export async function loadTeam(
  env: Env,
  session: Session,
  page: { readonly page: number; readonly limit: number },
): Promise<Outcome<Team>> {
  const [catalogue, rebates, { rows, total }] = await Promise.all([
    loadCatalogue(env),
    callAccount(env, session, { type: 'rebates' }),
    listTeam(env.DB, session.userId, page),
  ])
  if (!rebates.ok) return rebates
  const earned = rebates.value.flatMap(({ assetId, amount }) => {
    const asset = findKnownAsset(catalogue, assetId)
    return asset ? [{ asset, amount: decodeAmount(amount) }] : []
  })
  return done({ rows: rows.map(memberOf), total, earned })
}

const memberOf = ({ nickname, email, mobile, joinedAt, volume, rebate }: TeamRow): TeamMember => ({
  name: maskName(email ?? mobile ?? nickname),
  joinedAt,
  volume: volume ?? ZERO,
  rebate: rebate ?? ZERO,
})

/** "al•••@e•••", "+81•••78". */
function maskName(name: string): string {
  const [local = '', host] = name.split('@', 2)
  if (host !== undefined) return `${local.slice(0, 2)}•••@${host.slice(0, 1)}•••`
  return name.length > 6 ? `${name.slice(0, 3)}•••${name.slice(-2)}` : `${name.slice(0, 1)}•••`
}

/** Ends fee sharing between accounts of the same person. Idempotent. */
export async function dropOwnInvitations(env: Env, userId: number, others: readonly number[]): Promise<void> {
  for (const invited of await listInvitedAmong(env.DB, userId, others)) {
    await callAccountAsSystem(env, invited.userId, { type: 'drop_inviter' })
    await clearInviter(env.DB, invited.userId)
  }
}

/**
 * Runs after saving a withdrawal destination: a destination shared with the inviter or an invited user indicates the
 * same person. Failures do not affect the saved destination.
 */
export async function dropInvitationsOfPayee(env: Env, userId: number): Promise<void> {
  try {
    await dropOwnInvitations(env, userId, await listSharingPayee(env.DB, userId))
  } catch (failure) {
    logError(`user ${userId}: invitations of one person were not looked for`, failure)
  }
}

/** Sends the inviter with current level to a new Account, and grants welcome coupons. Idempotent. */
export async function settlePendingPromotion(
  env: Env,
  { id, inviterId }: Pick<UserRow, 'id' | 'inviterId'>,
  now: number,
): Promise<void> {
  const inviter = inviterId === null ? null : await findUserById(env.DB, inviterId)
  if (inviter) {
    await callAccountAsSystem(env, id, { type: 'set_inviter', inviterId: inviter.id, inviterLevel: inviter.level })
  }
  await grantWelcomeCoupons(env, id, now)
  await settlePromotion(env.DB, id)
}
