// /api/v1 quiz: events with their pools, the user's bets, objections. Extends the old contract.

import * as v from 'valibot'
import { formatUnits, decodeAmount } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import { QUIZ_PHASES, countsFor, objectionsEndAt, phaseOf, betStatusOf, BET_STATUSES } from '#domain/quiz/rules'
import type { QuizBetRow } from '#party/protocol/quiz'
import {
  findQuizEvent,
  listQuizBets,
  listQuizEvents,
  objectToQuizAnswer,
  placeQuizBet,
  readQuizBetReceipt,
  readQuizPool,
} from '#services/quiz'
import { id } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal } from './fields'
import { privateRoute, publicRoute, route } from './route'

const SCALE = 6
const money = (value: string) => formatUnits(decodeAmount(value), SCALE)

const event = v.object({
  event_id: v.number(),
  question: v.string(),
  source: v.string(),
  options: v.array(v.string()),
  asset: v.string(),
  fee: v.pipe(wireDecimal, v.description('fraction of what was staked on wrong options')),
  stake_min: wireDecimal,
  stake_max: wireDecimal,
  opens_at: v.number(),
  closes_at: v.number(),
  phase: v.picklist(QUIZ_PHASES),
  answer: v.pipe(v.nullable(v.number()), v.description('of the options from 1; 0: called off')),
  evidence: v.nullable(v.string()),
  objections_end_at: v.nullable(v.number()),
  bets_receipt_id: v.pipe(v.nullable(v.string()), v.description('commits to the bets, before an answer is entered')),
})

type Found = Awaited<ReturnType<typeof listQuizEvents>>[number]

function eventRow(
  { terms, question, source, options, answer, betsReceiptId }: Found,
  now: number,
): v.InferInput<typeof event> {
  const counted = countsFor(terms, answer)
  return {
    event_id: terms.id,
    question,
    source,
    options: [...options],
    asset: terms.asset.code,
    fee: formatRate(terms.fee),
    stake_min: formatUnits(terms.stakeMin, terms.asset.scale),
    stake_max: formatUnits(terms.stakeMax, terms.asset.scale),
    opens_at: terms.opensAt,
    closes_at: terms.closesAt,
    phase: phaseOf(terms, answer, now),
    answer: counted?.answer ?? null,
    evidence: counted?.evidence ?? null,
    objections_end_at: counted ? objectionsEndAt(counted) : null,
    bets_receipt_id: betsReceiptId,
  }
}

const bet = v.object({
  bet_id: v.number(),
  event_id: v.number(),
  option: v.number(),
  stake: wireDecimal,
  paid: v.nullable(wireDecimal),
  state: v.string(),
  key: v.pipe(v.string(), v.description('names the bet in the receipt')),
  receipt_id: v.nullable(v.string()),
  at: v.number(),
})
const betRow = (row: QuizBetRow): v.InferInput<typeof bet> => ({
  bet_id: row.betNo,
  event_id: row.eventId,
  option: row.option,
  stake: money(row.stake),
  paid: row.paid === null ? null : money(row.paid),
  state: row.state,
  key: row.key,
  receipt_id: row.receiptId,
  at: row.at,
})

export const quizRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/quiz/events',
    summary: 'Events of the quiz',
    tag: 'Quiz',
    input: v.object({}),
    output: v.object({ list: v.array(event) }),
    handler: async ({ env, language }) => {
      const now = Date.now()
      return done({ list: (await listQuizEvents(env, language)).map((each) => eventRow(each, now)) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/quiz/event',
    summary: 'One event, with what is staked on each option now',
    tag: 'Quiz',
    input: v.object({ event_id: id }),
    output: v.object({ ...event.entries, bets: v.number(), sums: v.array(wireDecimal) }),
    handler: async ({ env, language, input }) => {
      const found = await findQuizEvent(env, input.event_id, language)
      if (!found.ok) return found
      const pool = await readQuizPool(env, input.event_id)
      return done({ ...eventRow(found.value, Date.now()), bets: pool.bets, sums: pool.sums.map(money) })
    },
  }),
  route(placeQuizBet, {
    at: 'POST /v1/quiz/bet',
    summary: 'Stake on an option; answers once the pool has taken the bet, or not',
    tag: 'Quiz',
    answers: { schema: bet, write: betRow },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/quiz/bets',
    summary: 'Own bets, newest first',
    tag: 'Quiz',
    input: v.object({ event_id: v.optional(id), ...listFields }),
    output: listOf(v.object({ ...bet.entries, standing: v.picklist(BET_STATUSES) })),
    handler: async ({ env, session, language, input }) => {
      const asked = { eventId: input.event_id ?? null, ...partOf(input) }
      const [bets, events] = await Promise.all([listQuizBets(env, session, asked), listQuizEvents(env, language)])
      if (!bets.ok) return bets
      const now = Date.now()
      const { rows, end } = endOf(bets.value, input, ({ betNo }) => betNo)
      const list = rows.map((row) => {
        const found = events.find(({ terms }) => terms.id === row.eventId)
        const phase = found ? phaseOf(found.terms, found.answer, now) : ('over' as const)
        return { ...betRow(row), standing: betStatusOf(row, phase, found?.answer?.answer ?? null) }
      })
      return done({ list, ...end })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/quiz/bet-receipt',
    summary: 'The place of a bet among those that were committed to as the event closed; checked by /verify.mjs',
    tag: 'Quiz',
    input: v.object({ event_id: id, key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('of the bet')) }),
    output: v.looseObject({ rule: v.string(), bets: v.looseObject({}) }),
    handler: async ({ env, input }) => {
      const receipt = await readQuizBetReceipt(env, input.event_id, input.key)
      return receipt ? done(receipt) : refuse('receipt_not_found')
    },
  }),
  route(objectToQuizAnswer, {
    at: 'POST /v1/quiz/objection',
    summary: 'Say why an answer is wrong, within a day; nothing is paid before the desk has replied',
    tag: 'Quiz',
    answers: { schema: v.null(), write: () => null },
  }),
]
