// Applications of copy traders and resignation. The desk reviews applications; the user's Account receives the result
// and forwards it to the trader's room.

import { logError } from '#lib/log-line'
import * as v from 'valibot'
import {
  type TraderRow,
  closeTrader,
  decideApplication,
  findApplication,
  findTrader,
  isNicknameTaken,
  listPendingCloses,
  loadCopyTerms,
  settleClose,
  submitApplication,
} from '#db/platform/copy'
import { findUserById } from '#db/platform/user'
import { checkShare, parseWords } from '#domain/copy/terms'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { trimZeros } from '#domain/money/amount'
import { formatRate, parseRate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { parseNickname } from '#domain/profile'
import type { Session } from '#session/session'
import { callAccount, checkSession, callAccountAsSystem } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { type Swept, sweepRows } from '../each-alone'
import { decimal, flag, lines, text } from '../input'
import { notify } from '../messages'
import { type Caller, operation } from '../operation'

export type { TraderRow }

/** Newest application of the user, in any state; null without one. */
export async function readApplication(env: Env, session: Session): Promise<Outcome<TraderRow | null>> {
  const [check, trader] = await Promise.all([checkSession(env, session), findTrader(env.DB, session.userId)])
  return check.ok ? done(trader) : check
}

/** Applies to be a trader; the desk reviews it. */
export const applyAsTrader = operation({
  input: v.object({ nickname: text(40), words: lines(600), share_percent: decimal, agree: flag }),
  refusedAt: {
    copy_nickname_taken: 'nickname',
    copy_share_out_of_bounds: 'share_percent',
    copy_words_malformed: 'words',
    nickname_malformed: 'nickname',
    nickname_of_staff: 'nickname',
  },
  run: submit,
})

interface Application {
  readonly nickname: string
  readonly words: string
  /** Percent of new profit. */
  readonly share_percent: string
  readonly agree: boolean
}

async function submit({ env, session, now }: Caller, form: Application): Promise<Outcome<TraderRow>> {
  const { userId } = session
  const followings = await callAccount(env, session, { type: 'followings' })
  if (!followings.ok) return followings
  const nickname = parseNickname(form.nickname)
  if (!nickname.ok) return nickname
  const words = parseWords(form.words)
  if (!words.ok) return words
  const terms = await loadCopyTerms(env.DB)
  const share = readShare(form.share_percent)
  const offered = checkShare(share, terms.shareMax)
  if (!offered.ok) return offered
  if (!form.agree) return refuse('copy_agreement_needed')
  if (followings.value.rows.some(({ state }) => state === 'active')) return refuse('copy_follower_trades')
  const known = await findTrader(env.DB, userId)
  if (known?.state === 'review' || known?.state === 'active' || known?.isClosePending)
    return refuse('copy_applied_before')
  if (await isNicknameTaken(env.DB, nickname.value, userId)) return refuse('copy_nickname_taken')
  const id = crypto.randomUUID()
  await submitApplication(env.DB, {
    id,
    userId,
    nickname: nickname.value,
    words: words.value,
    share: offered.value,
    at: now,
  })
  const written = await findTrader(env.DB, userId)
  return written?.applicationId === id ? done(written) : refuse('copy_applied_before')
}

/** Rate of percent text: "10" -> 0.1; null for invalid text or more than two decimals. */
function readShare(text: string) {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim())
  const parsed = match ? parseRate(text.trim()) : null
  if (!parsed?.ok) return null
  return (parsed.value / 100n) as typeof parsed.value
}

/** The user trades for followers no more: their copies become their own. */
export const stopTrading = operation({ input: v.object({}), run: stop })

async function stop({ env, session, now }: Caller): Promise<Outcome<null>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const known = await findTrader(env.DB, session.userId)
  if (known?.state !== 'active') return refuse('copy_no_trader')
  await closeTrader(env.DB, session.userId, now)
  await notifyClosedSoon(env, session.userId)
  return done(null)
}

/** Failures are logged; the sweep retries. */
export async function notifyClosedSoon(env: Env, userId: number): Promise<void> {
  try {
    await notifyClosed(env, userId)
  } catch (failure) {
    logError(`trader ${userId}: the account has not been told yet that it is over`, failure)
  }
}

async function notifyClosed(env: Env, userId: number): Promise<void> {
  const trader = await findTrader(env.DB, userId)
  await callAccountAsSystem(env, userId, { type: 'close_trader' })
  const reason = trader?.reason ?? ''
  // No notice to traders who resigned themselves.
  if (trader && reason !== '') {
    const ref = `trader:${trader.applicationId}:closed`
    await notify(env, userId, { kind: 'copy_trader_stopped', facts: { reason }, ref }, trader.closedAt ?? 0)
  }
  await settleClose(env.DB, userId)
}

/** Informs accounts that a crash left uninformed. */
export const sweepTraders = async (env: Env, limit: number): Promise<Swept> =>
  sweepRows(await listPendingCloses(env.DB, limit), limit, {
    work: ({ userId }) => notifyClosed(env, userId),
    failed: ({ userId }) => `trader ${userId}: not told yet that it is over`,
  })

export const traderReview = reviewKind({
  name: 'trader',
  // Approval entitles the trader to a share of followers' profits.
  approvalsNeeded: 2,
  roles: { read: ['reviewer', 'admin', 'auditor'], decide: ['reviewer', 'admin'] },
  concerns: 'user',
  columns: ['nickname'],
  read: traderFacts,
  approve,
  refuse: reject,
})

/** Throws when the account is unreachable: earlier steps are kept, and the desk retries. */
async function approve(env: Env, decision: ReviewDecision): Promise<Outcome<null>> {
  const { subjectId, userId, at } = decision
  const known = await findApplication(env.DB, subjectId)
  if (!known) return refuse('copy_application_not_found')
  if (known.state === 'review') {
    const { isOpen } = await callAccountAsSystem(env, userId, { type: 'open_trader', userId })
    if (!isOpen) {
      await decideApplication(env.DB, { id: subjectId, state: 'rejected', reason: '', at })
      return refuse('copy_follower_trades')
    }
  }
  const row = await decideApplication(env.DB, { id: subjectId, state: 'active', reason: '', at })
  if (!row || row.state === 'rejected') return refuse('copy_application_not_found')
  const ref = `trader:${subjectId}:passed`
  await notify(env, userId, { kind: 'copy_application_passed', facts: { nickname: row.nickname }, ref }, at)
  return done(null)
}

async function reject(env: Env, { subjectId, userId, reason, at }: ReviewDecision): Promise<Outcome<null>> {
  const row = await decideApplication(env.DB, { id: subjectId, state: 'rejected', reason, at })
  if (!row || row.state !== 'rejected') return refuse('copy_application_not_found')
  const ref = `trader:${subjectId}:failed`
  await notify(env, userId, { kind: 'copy_application_failed', facts: { nickname: row.nickname, reason }, ref }, at)
  return done(null)
}

async function traderFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await findApplication(env.DB, subjectId)
  if (!row) return null
  const user = await findUserById(env.DB, row.userId)
  return {
    lines: [
      { label: 'account', value: user?.email ?? user?.mobile ?? `#${row.userId}` },
      { label: 'nickname', value: row.nickname },
      { label: 'words', value: row.words },
      { label: 'share', value: trimZeros(formatRate(row.share)) },
    ],
    images: [],
  }
}
