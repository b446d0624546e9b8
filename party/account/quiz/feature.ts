// The quiz: a bet's stake is held until the event's room has accepted the bet into its pool and settled it. The pool is a ledger account
// whose sum over all users is zero.

import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import type { LimitRefusal } from '#domain/limits/limits'
import {
  type Amount,
  ZERO,
  add,
  decodeAmount,
  encodeAmount,
  formatTrimmed,
  negate,
  subtract,
  total,
} from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, type Refused, done, refuse } from '#domain/outcome'
import { QUIZ_WALLET } from '#domain/quiz/rules'
import { LIVE_BETS_MAX, type PoolBetAnswer, type QuizBetRow, type SettledBets } from '#party/protocol/quiz'
import { quizBet } from '#db/account/quiz'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { type PreparedCall, type Turn, feature, deferredCommand, query, system } from '../feature'
import { listPart, positive, positiveIntegerText } from '../fields'
import { readList } from '../listing'
import { type Bet, BetStore, betRef } from './store'

interface Quiz {
  readonly account: AccountState
  readonly bets: BetStore
}

const SEND = 'quiz_send'
const SEND_AGAIN_MS = 5_000
const SENT_PER_BATCH = 16

const bet = v.strictObject({
  eventId: positive,
  option: positive,
  assetId: positive,
  stake: positiveIntegerText,
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})
type PlaceBet = v.InferOutput<typeof bet>

export const quiz = feature({
  name: 'quiz',
  tables: BetStore.tables,
  open: (account: AccountState): Quiz => ({ account, bets: new BetStore(account.store) }),
  unfinished: ({ account }: Quiz) => ({
    quiz_bets: tableOf(quizBet).count(account.store, "WHERE state IN ('sent', 'in')"),
  }),
  commands: {
    place_quiz_bet: deferredCommand({
      input: bet,
      // The Worker draws the key anew for a repetition, which gets the first outcome.
      content: ({ key: _key, ...input }: PlaceBet) => input,
      run: (quiz: Quiz, input, { now }) => placeBet(quiz, input, now),
      answer: placed,
      pendingAnswer: () => refuse('quiz_waiting'),
    }),
  },
  queries: {
    quiz_bets: query({
      input: v.strictObject({ eventId: v.nullable(positive), ...listPart }),
      run: ({ account }: Quiz, { eventId, ...part }) => {
        const conditions = eventId === null ? [] : [{ text: 'event_id = ?', value: eventId }]
        const { rows, total: count } = readList(
          account.store,
          { table: tableOf(quizBet), key: 'bet_no', at: 'at', conditions },
          part,
        )
        return done({ rows: rows.map(betRow), total: count })
      },
    }),
  },
  system: {
    /** Settlement from an event's room; a repetition changes nothing. */
    settle_quiz: system({
      commit: 'tables',
      run: (quiz: Quiz, settled: SettledBets, turn) => {
        for (const each of settled.bets) settle(quiz, { ...settled, ...each }, turn)
        return null
      },
    }),
  },
  timers: {
    [SEND]: {
      // Retry time for a failed call.
      run: ({ account, bets }: Quiz, _due, { now }) => {
        if (bets.live().some(({ state }) => state === 'sent')) account.timers.set(SEND, now + SEND_AGAIN_MS)
      },
      errand: { prepare: sendBets },
    },
  },
  atStake: ({ bets }: Quiz) => total(bets.live().map(({ stake }) => stake)),
  save: ({ bets }: Quiz, log) => bets.save(log),
  checkpointed: ({ bets }: Quiz) => bets.checkpointed(),
  verify: ({ account, bets }: Quiz) =>
    bets.live().flatMap(({ betNo, stake }) => {
      const held = account.ledger.holdLeft(betRef(betNo))
      return held === stake ? [] : [`bet ${betNo} stands for ${stake} and holds ${held}`]
    }),
})

type PlaceRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'quiz_bets_above_max'
  | 'insufficient_available'
  | LimitRefusal

function placeBet(
  { account, bets }: Quiz,
  input: PlaceBet,
  now: number,
): Outcome<{ readonly betNo: number }, PlaceRefusal> {
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const asset = findAsset(account.catalogue, input.assetId)
  if (!asset) return refuse('asset_not_found')
  if (bets.live().length >= LIVE_BETS_MAX) return refuse('quiz_bets_above_max', { bound: String(LIVE_BETS_MAX) })
  const stake = decodeAmount(input.stake)
  const limited = account.capabilities.limits.checkStake(stake, now)
  if (!limited.ok) return limited
  const covered = checkAvailable(asset, { available: account.ledger.available(QUIZ_WALLET, asset.id), needed: stake })
  if (!covered.ok) return covered

  const { betNo } = bets.add({
    ...input,
    stake,
    state: 'sent',
    cause: null,
    at: now,
    paid: null,
    receiptId: null,
    endedAt: null,
  })
  account.ledger.hold({ ref: betRef(betNo), wallet: QUIZ_WALLET, assetId: asset.id, amount: stake }, 'quiz_hold', now)
  account.capabilities.limits.staked(now)
  account.timers.set(SEND, now)
  return done({ betNo })
}

const NOT_TAKEN = {
  quiz_closed: refuse('quiz_closed'),
  quiz_not_started: refuse('quiz_not_started'),
  quiz_full: refuse('quiz_full'),
  quiz_event_not_found: refuse('quiz_event_not_found'),
} as const satisfies Record<NonNullable<Bet['cause']>, Refused>

/** The answer waits for the event's room. */
function placed(
  { bets }: Quiz,
  { betNo }: { readonly betNo: number },
): Outcome<QuizBetRow, NonNullable<Bet['cause']> | 'quiz_waiting'> | undefined {
  const found = bets.find(betNo)
  if (!found) throw new Error(`bet ${betNo} is kept`)
  if (found.state === 'sent') return undefined
  return found.cause === null ? done(betRow(found)) : NOT_TAKEN[found.cause]
}

function sendBets({ bets }: Quiz): PreparedCall<Quiz> | null {
  const sent = bets
    .live()
    .filter(({ state }) => state === 'sent')
    .slice(0, SENT_PER_BATCH)
  if (sent.length === 0) return null
  const answers = new Map<number, PoolBetAnswer>()
  return {
    call: (remotes) => {
      const input = sent.map(({ betNo, eventId, key, option, stake }) =>
        remotes
          .askEvent(eventId, { account: remotes.account, betNo, key, option, stake: encodeAmount(stake) })
          .then((answer) => answers.set(betNo, answer)),
      )
      return Promise.allSettled(input).then(() => {
        if (answers.size === 0) throw new Error('no event answered')
      })
    },
    done: (quiz, { now }) => {
      for (const [betNo, answer] of answers) receiveAnswer(quiz, betNo, answer, now)
      const hasPending = quiz.bets.live().some(({ state }) => state === 'sent')
      if (hasPending) quiz.account.timers.set(SEND, now + SEND_AGAIN_MS)
      else quiz.account.timers.clear(SEND)
    },
  }
}

function receiveAnswer({ account, bets }: Quiz, betNo: number, answer: PoolBetAnswer, now: number): void {
  const found = bets.find(betNo)
  if (found?.state !== 'sent') return
  if (answer.isAccepted) {
    bets.touch({ ...found, state: 'in', at: answer.at })
    return
  }
  account.ledger.release(betRef(betNo), found.stake, 'quiz_release', now)
  bets.touch({ ...found, state: 'refused', cause: answer.code, endedAt: now })
}

interface Settling {
  readonly eventId: number
  readonly receiptId: string
  readonly answer: number
  readonly betNo: number
  readonly paid: string
  readonly fee: string
}

function settle({ account, bets }: Quiz, settling: Settling, { now }: Turn): void {
  const found = bets.find(settling.betNo)
  // A bet whose answer was lost is in the pool as well.
  if (!found || (found.state !== 'in' && found.state !== 'sent')) return
  const [paid, fee] = [decodeAmount(settling.paid), decodeAmount(settling.fee)]
  const state = found.option === settling.answer ? 'won' : paid > 0n ? 'void' : 'lost'
  pay(account, { bet: found, state, paid, fee, now })
  const result = subtract(paid, found.stake)
  account.capabilities.limits.record(result, now)
  bets.touch({ ...found, state, paid: settling.paid, receiptId: settling.receiptId, endedAt: now })
  notify(account, { bet: found, state, result, now })
}

interface Paying {
  readonly bet: Bet
  readonly state: 'won' | 'lost' | 'void'
  readonly paid: Amount
  readonly fee: Amount
  readonly now: number
}

/** Moves the stake into the pool; a winning bet gets its share of the pool less the fee part; a void bet only releases its stake. */
function pay(account: AccountState, { bet: { betNo, eventId, assetId, stake }, state, paid, fee, now }: Paying): void {
  const ref = betRef(betNo)
  const pool = `@quiz:${eventId}` as const
  if (state === 'void') return account.ledger.release(ref, stake, 'quiz_release', now)
  const lines = [{ account: pool, assetId, amount: stake }]
  account.ledger.capture({ ref, captured: stake, released: ZERO, reason: 'quiz_stake', lines }, now)
  if (state === 'lost') return
  account.ledger.post(
    {
      reason: 'quiz_paid',
      ref,
      lines: [
        { account: pool, assetId, amount: negate(add(paid, fee)) },
        { account: '@fees', assetId, amount: fee },
        { account: `${QUIZ_WALLET}:available`, assetId, amount: paid },
      ],
    },
    now,
  )
}

interface BetNotice {
  readonly bet: Bet
  readonly state: 'won' | 'lost' | 'void'
  readonly result: Amount
  readonly now: number
}

function notify(account: AccountState, { bet: { betNo, eventId, assetId }, state, result, now }: BetNotice): void {
  const asset = findAsset(account.catalogue, assetId)
  const amount = asset ? formatTrimmed(asset, result) : encodeAmount(result)
  const facts = { event: String(eventId), amount, asset: asset?.code ?? '' }
  const kind = state === 'void' ? 'quiz_void' : 'quiz_settled'
  account.capabilities.notices.add(
    { kind, ref: betRef(betNo), facts: kind === 'quiz_void' ? { event: facts.event } : facts },
    now,
  )
}

const betRow = ({ stake, cause: _cause, ...row }: Bet): QuizBetRow => ({ ...row, stake: encodeAmount(stake) })
