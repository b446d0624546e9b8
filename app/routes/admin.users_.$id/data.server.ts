// One user's account as the desk sees it, and the forms that freeze it, or ask for a correction or for a lost app to be taken away.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findPair, knownAssets } from '#domain/catalogue'
import { REVIEW_STATES } from '#domain/desk/review'
import { mayDo } from '#domain/desk/role'
import { deviceName } from '#domain/device'
import { type Outcome, refuse } from '#domain/outcome'
import { proposeCorrection } from '#services/desk/correction'
import { kindsSeenBy, readQueue } from '#services/desk/queue'
import { findUserApp, proposeRecovery } from '#services/desk/recovery'
import { findMoneyReviews, freezeUser, openUserFile } from '#services/desk/users'
import { loadCatalogue } from '#services/catalogue'
import { type DeskAnswer, answerDesk, deskPage, requireStaff, requireStaffForm } from '../../admin/enter.server'
import { filledText } from '../../admin/filled-text'
import { ledgerSubject } from '../../admin/ledger-words'
import { entryFilter, entryFilterNames } from '../../admin/list-filter.server'
import { plainDecimal } from '../../forms/decimal-field'
import { PAGE_SIZE, idOf } from '../../page.server'
import { placeName } from '../../text/country.server'
import { numbersIn } from '../../text/numbers'
import { fieldOf, readFormLanguage, readLanguage } from '../../visitor.server'

export async function loader(asked: LoaderFunctionArgs) {
  const member = await requireStaff(asked, 'users:read')
  const { env } = asked.context
  const userId = idOf(asked.params['id'])
  const search = new URL(asked.request.url).searchParams
  const pageOf = (name: string) => Math.max(1, idOf(search.get(name) ?? undefined))
  const pages = {
    holdsPage: pageOf('holds'),
    ordersPage: pageOf('orders'),
    entriesPage: pageOf('entries'),
    entryFilter: entryFilter(search),
    limit: PAGE_SIZE,
  }
  const reviewsPage = pageOf('reviews')
  const reviews = { kinds: kindsSeenBy(member), states: REVIEW_STATES, userId }
  const [catalogue, appSince, file, queue, moneyReviews] = await Promise.all([
    loadCatalogue(env),
    findUserApp(env, userId),
    openUserFile(env, userId, pages),
    readQueue(env, reviews, { page: reviewsPage, limit: PAGE_SIZE }),
    findMoneyReviews(env, member, userId),
  ])
  if (!file) throw new Response(null, { status: 404 })
  const { balances, holds, sessions, orders, entries, freeze } = file.account
  const assets = new Map(knownAssets(catalogue).map((asset) => [asset.id, asset]))
  const language = readLanguage(asked.request)
  const numbers = numbersIn(language)
  const text = (assetId: number, stored: string) => {
    const asset = assets.get(assetId)
    return asset ? `${numbers.storedAmount(asset, stored)} ${asset.code}` : `${stored} #${assetId}`
  }
  const reviewOf = (ref: string) => moneyReviews.get(ref) ?? moneyReviews.get(ledgerSubject(ref)) ?? null
  return {
    ...deskPage(asked.request, 'user_title', { user: String(userId) }),
    user: file.user,
    freeze,
    balances: balances.map((row) => ({
      key: `${row.wallet}:${row.assetId}`,
      wallet: row.wallet,
      asset: assets.get(row.assetId)?.code ?? `#${row.assetId}`,
      available: text(row.assetId, row.available),
      held: text(row.assetId, row.held),
    })),
    holds: {
      total: holds.total,
      rows: holds.rows.map(({ ref, wallet, assetId, amount }) => ({
        ref,
        wallet,
        amount: text(assetId, amount),
        reviewId: reviewOf(ref),
      })),
    },
    sessions: sessions.map(({ openedAt, device, ...from }) => ({
      openedAt,
      device: deviceName(device),
      place: placeName(from, language),
    })),
    orders: {
      total: orders.total,
      rows: orders.rows.map((row) => ({ ...row, done: filledText(numbers, findPair(catalogue, row.symbol), row) })),
    },
    entries: {
      total: entries.total,
      rows: entries.rows.map(({ lines, ...entry }) => ({
        ...entry,
        reviewId: reviewOf(entry.ref),
        lines: lines.map(([account, assetId, value]) => ({ account, amount: text(assetId, value) })),
      })),
    },
    chosen: entryFilterNames(pages.entryFilter),
    pages,
    reviews: {
      page: reviewsPage,
      total: queue.total,
      rows: queue.rows.map(({ id, kind, state, openedAt }) => ({ id, kind, state, openedAt })),
    },
    assets: knownAssets(catalogue).map(({ id, code, wallets }) => ({ id, code, wallets })),
    mayFreeze: mayDo(member.role, 'users:freeze'),
    mayCorrect: mayDo(member.role, 'correction:propose'),
    hasApp: appSince !== null,
    mayRecover: mayDo(member.role, 'recovery:propose'),
  }
}

export async function action(asked: ActionFunctionArgs): Promise<DeskAnswer> {
  const { member, form, commandId, at } = await requireStaffForm(asked, 'users:read')
  const { env } = asked.context
  const userId = idOf(asked.params['id'])
  const step = fieldOf(form, 'step')
  const reason = fieldOf(form, 'reason')
  const answer = (outcome: Outcome<unknown>, done: string) =>
    answerDesk(asked.request, outcome, { step, path: `/admin/users/${userId}`, done })
  switch (step) {
    case 'freeze':
      return answer(
        await freezeUser(env, member, {
          userId,
          trading: form.has('trading'),
          withdrawals: form.has('withdrawals'),
          revision: Number(fieldOf(form, 'revision') || '-1'),
          reason,
          commandId,
          at,
        }),
        'frozen',
      )
    case 'correct':
      return answer(
        await proposeCorrection(env, member, {
          userId,
          assetId: idOf(fieldOf(form, 'assetId')),
          wallet: fieldOf(form, 'wallet'),
          amount: plainDecimal(fieldOf(form, 'amount'), readFormLanguage(asked.request, form)),
          direction: fieldOf(form, 'direction') === 'take' ? 'take' : 'add',
          reason,
          commandId,
          at,
        }),
        'proposed',
      )
    case 'recover':
      return answer(await proposeRecovery(env, member, { userId, note: reason, commandId, at }), 'asked')
    default:
      return answer(refuse('request_malformed'), '')
  }
}
