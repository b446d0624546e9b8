// Pending commands from directory to Account room after a user row was written: demo funds, inviter, session end. Each
// is stored in the user's row until the room confirms, so a crash only delays it.

import { logError } from '#lib/log-line'
import { BORROWER_GRANT_REF } from '#db/platform/seed/demo-user'
import { DEMO_TRADER_GRANT } from '#db/platform/seed/demo-traders'
import { type UserRow, findUserById, listUnfinishedUsers, settleDemoGrant, settleSessionEnd } from '#db/platform/user'
import type { Catalogue, Wallet } from '#domain/catalogue'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { OPTIONS_WALLET } from '#domain/options/terms'
import type { SystemRequest } from '#party/protocol/account'
import { callAccountAsSystem } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { type Swept, sweepRows } from '../each-alone'
import { settlePendingPromotion } from '../promotion/invitation'

/** Reference of the demo grant; the room executes a reference once, so retries are safe. */
export const DEMO_GRANT_REF = 'demo:1'

interface Fund {
  readonly code: string
  readonly amount: string
  readonly wallet: Wallet
}

/** Start grant of every new user of a demo. */
export const DEMO_FUNDS: readonly Fund[] = [
  { code: 'USDT', amount: '100000', wallet: 'change' },
  { code: 'BTC', amount: '1', wallet: 'change' },
  { code: 'ETH', amount: '10', wallet: 'change' },
  { code: 'USDT', amount: '10000', wallet: 'legal' },
]
/** Collateral of the seed user with borrowing rights: three times the smallest loan's requirement. */
const MARGIN_FUNDS: readonly Fund[] = [...DEMO_FUNDS, { code: 'USDT', amount: '600000', wallet: 'margin' }]
const TRADER_FUNDS: readonly Fund[] = [
  { code: 'USDT', amount: '60000', wallet: 'change' },
  { code: 'USDT', amount: '30000', wallet: FUTURES_WALLET },
  { code: 'USDT', amount: '20000', wallet: OPTIONS_WALLET },
  { code: 'USDT', amount: '20000', wallet: 'stocks' },
]
const OTHER_FUNDS: ReadonlyMap<string, readonly Fund[]> = new Map([
  [BORROWER_GRANT_REF, MARGIN_FUNDS],
  [DEMO_TRADER_GRANT, TRADER_FUNDS],
])

type PendingUser = Pick<
  UserRow,
  'id' | 'inviterId' | 'isPromotionPending' | 'pendingDemoGrant' | 'isSessionEndPending' | 'passwordChangedAt'
>

/** Sends the user's pending commands, if any. Idempotent. */
export async function sendPendingCommands(env: Env, user: PendingUser): Promise<void> {
  if (user.isSessionEndPending) {
    await callAccountAsSystem(env, user.id, { type: 'end_all_sessions' })
    await settleSessionEnd(env.DB, user.id, user.passwordChangedAt)
  }
  if (user.pendingDemoGrant !== null) {
    await callAccountAsSystem(env, user.id, demoGrant(await loadCatalogue(env), user.pendingDemoGrant))
    await settleDemoGrant(env.DB, user.id)
  }
  if (user.isPromotionPending) await settlePendingPromotion(env, user, Date.now())
}

/** Like `sendPendingCommands`, for a user just created; a failure is reported, and the next login or sweep retries. */
export async function sendPendingSoon(env: Env, userId: number): Promise<void> {
  try {
    const user = await findUserById(env.DB, userId)
    if (user) await sendPendingCommands(env, user)
  } catch (error) {
    logError(notSettled({ id: userId }), error)
  }
}

const notSettled = ({ id }: Pick<UserRow, 'id'>): string => `user ${id}: owed by the directory, not yet settled`

/** Settles pending commands left by a crash. */
export const sweepPendingCommands = async (env: Env, limit: number): Promise<Swept> =>
  sweepRows(await listUnfinishedUsers(env.DB, limit), limit, {
    work: (user) => sendPendingCommands(env, user),
    failed: notSettled,
  })

const demoGrant = (catalogue: Catalogue, ref: string): Extract<SystemRequest, { type: 'grant_demo' }> => ({
  type: 'grant_demo',
  ref,
  grants: grantsOf(catalogue, OTHER_FUNDS.get(ref) ?? DEMO_FUNDS),
})

/** The same as amounts. */
export const startGrants = async (env: Env) => grantsOf(await loadCatalogue(env), DEMO_FUNDS)

const grantsOf = (catalogue: Catalogue, funds: readonly Fund[]) =>
  funds.flatMap(({ code, amount, wallet }) => {
    const asset = catalogue.assets.find((listed) => listed.code === code)
    const parsed = asset && parseAmount(asset, amount)
    return asset && parsed?.ok ? [{ assetId: asset.id, amount: encodeAmount(parsed.value), wallet }] : []
  })
