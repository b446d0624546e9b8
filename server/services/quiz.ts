// Quiz service: parses text, calls Account and event room. Generates bet keys; no money decisions.

import type { ListPart } from '#domain/list-part'
import { tracedRoom } from '#lib/room-call'
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Language } from '#domain/language'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { AnyBetReceipt } from '#domain/quiz/bet-receipt'
import { OBJECTION_LENGTH, OBJECTION_MS, checkBet, objectionsEndAt, phaseOf } from '#domain/quiz/rules'
import { checkShown } from '#domain/written-line'
import type { Page } from '#party/protocol/account'
import {
  type EventRpc,
  LIVE_BETS_MAX,
  type PoolView,
  type QuizBetRow,
  type QuizCommitment,
  type SettleMessage,
} from '#party/protocol/quiz'
import type { QuotesRpc } from '#party/protocol/quotes'
import {
  type QuizEventRow,
  type QuizObjection,
  addQuizObjection,
  dueQuizAnswers,
  findQuizObjection,
  loadQuizEvents,
  loadQuizTerms,
  noteQuizCommitted,
  noteQuizSettled,
  uncommittedQuizEvents,
} from '#db/platform/quiz'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { type Swept, sweepRows } from './each-alone'
import { decimal, id, lines } from './input'
import { type Caller, accountCommand, operation } from './operation'

/** Published events in the language. */
export const listQuizEvents = (env: Pick<Env, 'DB'>, language: Language): Promise<readonly QuizEventRow[]> =>
  loadQuizEvents(env.DB, language)

export async function findQuizEvent(
  env: Pick<Env, 'DB'>,
  id: number,
  language: Language,
): Promise<Outcome<QuizEventRow, 'quiz_event_not_found'>> {
  const [event] = await loadQuizEvents(env.DB, language, id)
  return event ? done(event) : refuse('quiz_event_not_found')
}

/** Current stakes by option. */
export const readQuizPool = async (env: Pick<Env, 'Event'>, eventId: number): Promise<PoolView> =>
  // The room answers with a PoolView as text.
  JSON.parse(await roomOf(env, eventId).pool()) as PoolView

/** Index of the bet with a key among committed bets; null before closing and for an unknown key. */
export async function readQuizBetReceipt(
  env: Pick<Env, 'DB' | 'Event'>,
  eventId: number,
  key: string,
): Promise<AnyBetReceipt | null> {
  // An unknown number must not make a room.
  if (!(await loadQuizTerms(env.DB, eventId))) return null
  // The room answers with an AnyBetReceipt, or null, as text.
  return JSON.parse(await roomOf(env, eventId).prove(key)) as AnyBetReceipt | null
}

/** Stakes on an option. Resolves after the event's room has accepted or refused the bet. */
export const placeQuizBet = accountCommand('place_quiz_bet', {
  gates: ['quiz'],
  input: v.object({ event_id: id, option: id, stake: decimal }),
  refusedAt: {
    amount_not_positive: 'stake',
    insufficient_available: 'stake',
    own_limit_stake: 'stake',
    quiz_option_unknown: 'option',
    quiz_stake_decimals: 'stake',
    quiz_stake_out_of_bounds: 'stake',
  },
  prepare: async ({ env, now }, { event_id: eventId, option, stake: staked }) => {
    const found = await findQuizEvent(env, eventId, 'en')
    if (!found.ok) return found
    const { terms, answer } = found.value
    if (phaseOf(terms, answer, now) === 'not_started') return refuse('quiz_not_started')
    // After closing, a retry gets its first outcome from the Account; a new bet is refused there by the room's clock.
    const stake = parseAmount(terms.asset, staked)
    if (!stake.ok)
      return stake.refusal.code === 'amount_too_precise' ? refuse('quiz_stake_decimals', { decimals: '2' }) : stake
    const checked = checkBet(terms, { option, stake: stake.value })
    if (!checked.ok) return checked
    const key = randomBytes(32).toString('hex')
    return done({ eventId, option, assetId: terms.asset.id, stake: encodeAmount(stake.value), key })
  },
})

/** Bets, newest first, of one event or of all (null). */
export const listQuizBets = (
  env: Env,
  session: Session,
  input: ListPart & { readonly eventId: number | null },
): Promise<Outcome<Page<QuizBetRow>>> => callAccount(env, session, { type: 'quiz_bets', ...input })

export const findOwnObjection = (
  env: Pick<Env, 'DB'>,
  { userId }: Session,
  eventId: number,
): Promise<QuizObjection | undefined> => findQuizObjection(env.DB, eventId, userId)

/** Files an objection against an answer; payout waits for the desk's reply. Idempotent. */
export const objectToQuizAnswer = operation({
  input: v.object({ event_id: id, reason: lines(OBJECTION_LENGTH.max) }),
  refusedAt: { quiz_objection_length: 'reason', support_text_control: 'reason' },
  run: objectTo,
})

async function objectTo(
  { env, session, now }: Caller,
  { event_id: eventId, reason }: { readonly event_id: number; readonly reason: string },
): Promise<Outcome<null>> {
  const [found, bets] = await Promise.all([
    findQuizEvent(env, eventId, 'en'),
    listQuizBets(env, session, { eventId, page: 1, limit: LIVE_BETS_MAX }),
  ])
  if (!found.ok) return found
  if (!bets.ok) return bets
  const { terms, answer } = found.value
  // A bet refused by the pool staked nothing.
  if (bets.value.rows.every(({ state }) => state === 'refused')) return refuse('quiz_no_bet')
  if (!answer || phaseOf(terms, answer, now) !== 'unsettled' || now >= objectionsEndAt(answer))
    return refuse('quiz_objection_closed')
  const { min, max } = OBJECTION_LENGTH
  if (reason.length < min) return refuse('quiz_objection_length', { min: String(min), max: String(max) })
  const shown = checkShown(reason)
  if (!shown.ok) return shown
  await addQuizObjection(env.DB, {
    eventId,
    userId: session.userId,
    reason,
    at: now,
    decidedAt: answer.decidedAt,
  })
  return done(null)
}

/** Publishes a receipt over all bets of each closed event; only then the desk may enter an answer. */
export const commitQuizBets = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await uncommittedQuizEvents(env.DB, now, limit), limit, {
    work: async ({ id: eventId }) => {
      // The room answers with a QuizCommitment, or null, as text.
      const committed = JSON.parse(await roomOf(env, eventId).commit()) as QuizCommitment | null
      if (committed) await noteQuizCommitted(env.DB, eventId, committed)
    },
    failed: ({ id }) => `event ${id}: its bets are not committed to yet`,
  })

/** Any symbol of the feed serves: its tick only tells the time in the log. */
const CLOCK_SYMBOL = 'BTC-USDT'

/** Pays events whose objection period has ended; a crash is repaired by the next sweep. */
export const settleQuizEvents = async (env: Env, limit: number, now: number): Promise<Swept> =>
  sweepRows(await dueQuizAnswers(env.DB, now - OBJECTION_MS, limit), limit, {
    work: async ({ eventId, ...entered }) => {
      const quotes: QuotesRpc = env.Quotes.get(env.Quotes.idFromName('main'))
      const tick = await quotes.lastTickBefore(CLOCK_SYMBOL, entered.decidedAt)
      const message: SettleMessage = { ...entered, tick }
      const isPaid = await roomOf(env, eventId).settle(JSON.stringify(message))
      if (isPaid) await noteQuizSettled(env.DB, eventId, now)
    },
    failed: ({ eventId }) => `event ${eventId}: not paid yet`,
  })

const roomOf = (env: Pick<Env, 'Event'>, eventId: number): EventRpc =>
  tracedRoom(env.Event.get(env.Event.idFromName(String(eventId))), 'event')
