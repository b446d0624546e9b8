// Loader and actions of a user account: freeze, request a correction, request authenticator removal.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { ACCOUNT_FLAGS } from '#domain/account-flag'
import { knownAssets } from '#domain/catalogue'
import { REVIEW_STATES } from '#domain/desk/review'
import { type Permission, mayDo } from '#domain/desk/role'
import { RETENTION_MS } from '#domain/leaving/own-data'
import { type Outcome, refuse } from '#domain/outcome'
import { proposeCorrection } from '#services/desk/correction'
import { readQueue } from '#services/desk/queue'
import { findUserApp, proposeRecovery } from '#services/desk/recovery'
import { findKind, kindsReadBy } from '#services/desk/review-kinds'
import { proposeFlag } from '#services/desk/flag'
import { proposeOpening } from '#services/desk/seal'
import { findMoneyReviews, freezeUser, openUserFile } from '#services/desk/users'
import { loadCatalogue } from '#services/catalogue'
import { checkPermission } from '#services/desk/session'
import { decimal, id, idOrAll, ticked, wallet } from '#services/input'
import type { InputSchema } from '#services/operation'
import {
  type DeskAnswer,
  answerDesk,
  deskPage,
  readDeskForm,
  requireStaff,
  requireStaffForm,
} from '../../admin/enter.server'
import { conditionalFilter, entryFilter, entryFilterNames } from '../../admin/list-filter.server'
import { PAGE_SIZE, idOf } from '../../lists/query'
import { fieldOf, readLanguage } from '../../visitor/visitor.server'
import { accountLines } from './account-lines.server'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireStaff(args, 'users:read')
  const { env } = args.context
  const userId = idOf(args.params['id'])
  const search = new URL(args.request.url).searchParams
  const pageOf = (name: string) => Math.max(1, idOf(search.get(name)))
  const pages = {
    holdsPage: pageOf('holds'),
    ordersPage: pageOf('orders'),
    entriesPage: pageOf('entries'),
    conditionalsPage: pageOf('conditionals'),
    conditionalFilter: conditionalFilter(search),
    entryFilter: entryFilter(search),
    limit: PAGE_SIZE,
  }
  const reviewsPage = pageOf('reviews')
  const reviews = { kinds: kindsReadBy(member.role).map(({ name }) => name), states: REVIEW_STATES, userId }
  const [catalogue, appSince, file, queue, moneyReviews] = await Promise.all([
    loadCatalogue(env),
    findUserApp(env, userId),
    openUserFile(env, userId, pages),
    readQueue(env, reviews, { page: reviewsPage, limit: PAGE_SIZE }),
    findMoneyReviews(env, member, userId),
  ])
  if (!file) throw new Response(null, { status: 404 })
  return {
    ...deskPage(args.request, 'user_title', { user: String(userId) }),
    user: file.user,
    erasedAt: file.user.closedAt === null ? null : file.user.closedAt + RETENTION_MS,
    freeze: file.account.freeze,
    ...accountLines(file.account, { catalogue, language: readLanguage(args.request), moneyReviews }),
    ...(file.user.isSealed && { sessions: [] }),
    chosen: entryFilterNames(pages.entryFilter),
    pages,
    reviews: {
      page: reviewsPage,
      total: queue.total,
      rows: queue.rows.flatMap(({ id, kind: name, state, openedAt }) => {
        const kind = findKind(name)
        return kind ? [{ id, kind: kind.name, state, openedAt }] : []
      }),
    },
    pairs: [...catalogue.pairs, ...(catalogue.unlistedPairs ?? [])].map(({ symbol }) => symbol),
    assets: knownAssets(catalogue).map(({ id, code, wallets }) => ({ id, code, wallets })),
    mayFreeze: mayDo(member.role, 'users:freeze'),
    mayCorrect: mayDo(member.role, 'correction:propose'),
    hasApp: appSince !== null,
    mayRecover: mayDo(member.role, 'recovery:propose'),
    mayOpen: file.user.isSealed && mayDo(member.role, 'standing:propose'),
    mayFlag: mayDo(member.role, 'standing:propose'),
  }
}

/** The service checks the length. */
const REASON = v.string()

const FREEZE = v.object({ trading: ticked, withdrawals: ticked, revision: idOrAll, reason: REASON })
const CORRECTION = v.object({
  direction: v.picklist(['add', 'take']),
  wallet,
  assetId: id,
  amount: decimal,
  reason: REASON,
})
const FLAG_CHANGES = ACCOUNT_FLAGS.flatMap((flag) => [
  { name: `${flag}:grant`, flag, isGranted: true },
  { name: `${flag}:withdraw`, flag, isGranted: false },
])
const FLAG = v.object({ flag: v.picklist(FLAG_CHANGES.map(({ name }) => name)), reason: REASON })

export async function action(args: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(args, 'users:read')
  const { env } = args.context
  const userId = idOf(args.params['id'])
  const step = fieldOf(form, 'step')
  const reason = fieldOf(form, 'reason')
  const answer = (outcome: Outcome<unknown>, done: string) =>
    answerDesk(args.request, outcome, { step, path: `/admin/users/${userId}`, done })
  // A missing permission is reported before field refusals.
  const read = <Schema extends InputSchema>(permission: Permission, input: Schema) => {
    const admitted = checkPermission(member, permission)
    return admitted.ok ? readDeskForm(args.request, form, input) : admitted
  }
  switch (step) {
    case 'freeze': {
      const sent = read('users:freeze', FREEZE)
      if (!sent.ok) return answer(sent, '')
      const { trading, withdrawals, ...freeze } = sent.value
      const switches = { trading: trading !== undefined, withdrawals: withdrawals !== undefined }
      return answer(await freezeUser(env, member, { userId, ...freeze, ...switches, commandId, at }), 'frozen')
    }
    case 'correct': {
      const sent = read('correction:propose', CORRECTION)
      if (!sent.ok) return answer(sent, '')
      return answer(await proposeCorrection(env, member, { userId, ...sent.value, commandId, at }), 'proposed')
    }
    case 'recover':
      return answer(await proposeRecovery(env, member, { userId, note: reason, commandId, at }), 'asked')
    case 'flag': {
      const sent = read('standing:propose', FLAG)
      if (!sent.ok) return answer(sent, '')
      const change = FLAG_CHANGES.find(({ name }) => name === sent.value.flag)
      if (!change) return answer(refuse('request_malformed'), '')
      const { flag, isGranted } = change
      return answer(await proposeFlag(env, member, { userId, flag, isGranted, reason, commandId, at }), 'asked')
    }
    case 'open':
      return answer(await proposeOpening(env, member, { userId, reason, commandId, at }), 'asked')
    default:
      return answer(refuse('request_malformed'), '')
  }
}
