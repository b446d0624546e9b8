// Users for the desk: search, details, freezing. Account contents are read from the account's room and cannot be
// changed here.

import {
  type DeskUserRow,
  type UserFilter,
  findDeskUser,
  freezeStatement,
  isFreezeRevision,
  listPendingFreezes,
  listMoneyReviews,
  searchUsers,
  settleFreeze,
} from '#db/platform/desk-user'
import type { Slice } from '#db/platform/slice'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { mayDo } from '#domain/desk/role'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { EntryFilter, EntryRow, HoldRow, Inspection, Page, SpotOrderRow } from '#party/protocol/account-rows'
import type { FuturesRow } from '#party/protocol/futures'
import type { ConditionalRow, DeskConditionals } from '#party/protocol/conditional'
import type { InvestRow } from '#party/protocol/invest'
import type { DepositRow } from '#party/protocol/mining'
import type { OptionRow } from '#party/protocol/options'
import { callAccountForDesk } from './account'
import { type Swept, sweepRows } from '../each-alone'
import { type AuditRefusal, NEVER, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { kindsReadBy } from './review-kinds'
import { type StaffMember, checkPermission } from './session'

export type { DeskUserRow, EntryFilter, UserFilter }

export const findUsers = (
  env: Pick<Env, 'DB'>,
  filter: UserFilter,
  slice: Slice,
): Promise<{ rows: DeskUserRow[]; total: number }> => searchUsers(env.DB, filter, slice)

export interface UserFile {
  readonly user: DeskUserRow
  readonly account: Inspection & {
    readonly orders: Page<SpotOrderRow>
    readonly options: { readonly live: readonly OptionRow[]; readonly ended: Page<OptionRow> }
    readonly mining: Page<DepositRow>
    readonly invest: Page<InvestRow>
    readonly conditionals: Page<ConditionalRow>
    readonly futures: { readonly live: readonly FuturesRow[]; readonly ended: Page<FuturesRow> }
  }
}

/** Null for an unknown id. Rooms are created on first access, so pass only users found here to room calls. */
export const findUser = (env: Pick<Env, 'DB'>, id: number): Promise<DeskUserRow | null> => findDeskUser(env.DB, id)

/** User with account room data; null for an unknown user. */
export async function openUserFile(
  env: Env,
  id: number,
  pages: {
    readonly holdsPage: number
    readonly ordersPage: number
    readonly entriesPage: number
    readonly conditionalsPage?: number
    readonly conditionalFilter?: DeskConditionals
    readonly entryFilter: EntryFilter
    readonly limit: number
  },
): Promise<UserFile | null> {
  const user = await findDeskUser(env.DB, id)
  if (!user) return null
  const { ordersPage, conditionalsPage = 1, conditionalFilter: filter = EVERY_ONE, ...inspected } = pages
  const { limit } = pages
  const [inspection, orders, futures, options, mining, invest, conditionals] = await Promise.all([
    callAccountForDesk(env, id, { type: 'inspect', ...inspected }),
    callAccountForDesk(env, id, { type: 'inspect_spot_orders', page: ordersPage, limit }),
    callAccountForDesk(env, id, { type: 'inspect_futures', page: 1, limit }),
    callAccountForDesk(env, id, { type: 'inspect_options', page: 1, limit }),
    callAccountForDesk(env, id, { type: 'inspect_mining', page: 1, limit }),
    callAccountForDesk(env, id, { type: 'inspect_invest', page: 1, limit }),
    callAccountForDesk(env, id, { type: 'inspect_conditionals', filter, page: conditionalsPage, limit }),
  ])
  return { user, account: { ...inspection, orders, futures, options, mining, invest, conditionals } }
}

/** Newest money review of each subject of a user, if visible to the member; keyed by ledger reference. */
export async function findMoneyReviews(
  env: Pick<Env, 'DB'>,
  by: StaffMember,
  userId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await listMoneyReviews(env.DB, userId)
  const kinds = kindsReadBy(by.role).map(({ name }): string => name)
  const seen = rows.filter(({ kind }) => kinds.includes(kind))
  return new Map(seen.map(({ id, kind, subjectId }) => [`${kind}:${subjectId}`, id]))
}

/** In every wallet. */
export async function readUserBalances(env: Env, { id }: DeskUserRow): Promise<Inspection['balances']> {
  const pages = { holdsPage: 1, entriesPage: 1, entryFilter: {}, limit: 1 }
  return (await callAccountForDesk(env, id, { type: 'inspect', ...pages })).balances
}

/** Entries of an account's ledger before a number, newest first. */
export const readUserEntries = (
  env: Env,
  { id }: DeskUserRow,
  filter: EntryFilter,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<readonly EntryRow[]> => callAccountForDesk(env, id, { type: 'read_entries', before: after, filter, limit })

/** Orders of the user by number. */
export const readUserOrders = (
  env: Env,
  { id }: DeskUserRow,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<readonly SpotOrderRow[]> => callAccountForDesk(env, id, { type: 'read_spot_orders', before: after, limit })

const EVERY_ONE: DeskConditionals = { stage: null, symbol: null }

/** Conditional orders of an account, waiting and ended. */
export const readUserConditionals = (
  env: Env,
  { id }: DeskUserRow,
  filter: DeskConditionals,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<readonly ConditionalRow[]> =>
  callAccountForDesk(env, id, { type: 'read_conditionals', filter, before: after, limit })

/** Current holds of the user by reference. */
export const readUserHolds = (
  env: Env,
  { id }: DeskUserRow,
  slice: { readonly after: string | null; readonly limit: number },
): Promise<readonly HoldRow[]> => callAccountForDesk(env, id, { type: 'read_holds', ...slice })

export type FreezeRefusal =
  | AuditRefusal
  | 'permission_missing'
  | 'own_account'
  | 'user_not_found'
  | 'reason_missing'
  | 'reason_too_long'

export interface FreezeCommand {
  readonly userId: number
  readonly trading: boolean
  readonly withdrawals: boolean
  readonly reason: string
  /** Revision rendered on the page; a newer one rejects the change. */
  readonly revision: number
  readonly commandId: string
  readonly at: number
}

/** True when a freeze is lifted. */
const isThaw = (before: DeskUserRow, input: FreezeCommand): boolean =>
  (before.isTradingFrozen && !input.trading) || (before.isWithdrawalFrozen && !input.withdrawals)

/** Freezes or unfreezes an account. The directory is updated first; the sweep repeats the room command until confirmed. */
export async function freezeUser(
  env: Env,
  by: StaffMember,
  input: FreezeCommand,
): Promise<Outcome<null, FreezeRefusal>> {
  const admitted = checkPermission(by, 'users:freeze')
  const reason = input.reason.trim()
  if (!admitted.ok) return admitted
  const before = await findDeskUser(env.DB, input.userId)
  if (!before) return refuse('user_not_found')
  const foreign = await checkNotOwn(env, by, { ...input, target: `user:${input.userId}` })
  if (!foreign.ok) return foreign
  const isCurrent = before.freezeRevision === input.revision
  if (isCurrent && isThaw(before, input) && !mayDo(by.role, 'users:thaw')) return refuse('permission_missing')
  if (reason === '') return refuse('reason_missing')
  if (reason.length > REASON_LENGTH_MAX) return refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })

  const { userId: id, trading, withdrawals, revision } = input
  const entry = {
    staffId: by.id,
    action: 'user_frozen',
    target: `user:${id}`,
    facts: { trading: String(trading), withdrawals: String(withdrawals), reason },
    commandId: input.commandId,
    at: input.at,
  } as const
  const written = await writeAudited(env, entry, {
    // A write needs the current revision. For any other revision only a repeated command is answered.
    precondition: isCurrent ? isFreezeRevision(id, revision) : NEVER,
    statements: [freezeStatement(env.DB, { id, trading, withdrawals })],
  })
  if (!written.ok) return written
  const user = await findDeskUser(env.DB, id)
  if (user) await applyFreezes(env, [user], 1)
  return done(null)
}

async function applyFreeze(env: Env, user: DeskUserRow): Promise<void> {
  const { id, freezeRevision: revision, isTradingFrozen: trading, isWithdrawalFrozen: withdrawals } = user
  await callAccountForDesk(env, id, { type: 'freeze', revision, trading, withdrawals })
  await settleFreeze(env.DB, id, revision)
}

/** Failures are logged; the sweep retries. */
const applyFreezes = (env: Env, users: readonly DeskUserRow[], limit: number): Promise<Swept> =>
  sweepRows(users, limit, {
    work: (user) => applyFreeze(env, user),
    failed: ({ id }) => `user ${id}: a freeze is not told yet`,
  })

/** Informs rooms that a crash left uninformed. */
export const sweepFreezes = async (env: Env, limit: number): Promise<Swept> =>
  applyFreezes(env, await listPendingFreezes(env.DB, limit), limit)
