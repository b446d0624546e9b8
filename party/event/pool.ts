// The pool of one event: accepts bets until it closes, by the room's own clock, and settles the answer. Synchronous; the caller waits for
// storage.

import { ZERO, decodeAmount, encodeAmount, total } from '#domain/money/amount'
import type { Digest } from '#domain/quotes/chain'
import { type AnyBetReceipt, betReceipt } from '#domain/quiz/bet-receipt'
import { type AnyBetsReceipt, type CommittedBet, QUIZ_BETS_RULE, betsReceipt } from '#domain/quiz/commitment'
import { type AnyQuizReceipt, OLD_QUIZ_RULE, QUIZ_RULE } from '#domain/quiz/receipt'
import { type EventTerms, type QuizTerms, shareOut } from '#domain/quiz/rules'
import {
  BETS_PER_EVENT_MAX,
  type PoolBetAnswer,
  type PoolBetMessage,
  type PoolView,
  type SettleMessage,
} from '#party/protocol/quiz'
import { poolAnswer, poolBet, poolCommitment } from '#db/event/schema'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'

const BETS = tableOf(poolBet)
const ANSWER = tableOf(poolAnswer)
const COMMITMENT = tableOf(poolCommitment)

/** Settled bets not yet delivered to an account. */
export interface PendingMessage {
  readonly account: number
  readonly bets: readonly { readonly betNo: number; readonly paid: string; readonly fee: string }[]
}

interface PoolReceipt {
  readonly id: string
  readonly body: string
  readonly at: number
}

/** The settled answer with its receipt. */
interface Settled {
  readonly answer: number
  readonly receipt: PoolReceipt
}

export class Pool {
  readonly #store: Store
  readonly #digest: Digest
  readonly #sums = new Map<number, bigint>()
  #count = 0

  constructor(store: Store, digest: Digest) {
    this.#store = store
    this.#digest = digest
    for (const { option, stake } of tableOf(poolBet).pick('option', 'stake').rows(store)) this.#countIn(option, stake)
  }

  /** A repeated bet gets its first answer, even after the closing. */
  bet(message: PoolBetMessage, terms: QuizTerms | null, now: number): PoolBetAnswer {
    const { account, betNo, key, option, stake } = message
    const known = BETS.first(this.#store, 'WHERE account = ? AND bet_no = ?', account, betNo)
    if (known) return { isAccepted: true, at: known.at }
    if (!terms) return { isAccepted: false, code: 'quiz_event_not_found' }
    if (now < terms.opensAt) return { isAccepted: false, code: 'quiz_not_started' }
    // An answer can't arrive before the closing time, and no bet is accepted after the closing, nor after the commitment of a clock set back.
    if (now >= terms.closesAt || this.#commitment()) return { isAccepted: false, code: 'quiz_closed' }
    if (this.#count >= BETS_PER_EVENT_MAX) return { isAccepted: false, code: 'quiz_full' }
    const seq = this.#count + 1
    const row = {
      seq,
      account,
      betNo,
      key,
      option,
      stake: decodeAmount(stake),
      at: now,
      paid: null,
      fee: null,
      isDelivered: false,
    }
    BETS.put(this.#store, row)
    this.#countIn(option, row.stake)
    return { isAccepted: true, at: now }
  }

  view(optionCount: number): PoolView {
    const sums = Array.from({ length: optionCount }, (_, index) => String(this.#sums.get(index + 1) ?? 0n))
    return { sums, bets: this.#count }
  }

  /** Commits to the bets once, after the closing: later bets are refused. */
  commit(terms: EventTerms, now: number): PoolReceipt {
    const known = this.#commitment()
    if (known) return known
    const { id: event, asset, fee, closesAt, question, options } = terms
    const of = { at: now, event, closesAt, asset: asset.code, feeRate: fee.toString(), question, options }
    const body = JSON.stringify(betsReceipt(this.#digest, { ...of, bets: this.#committedBets() }))
    const receiptId = this.#digest(body)
    COMMITMENT.put(this.#store, { id: 1, receiptId, body, at: now })
    return { id: receiptId, body, at: now }
  }

  /** Computes every bet's payout once. Later calls return the same result, even with another answer. */
  settle(message: SettleMessage, terms: EventTerms, now: number): Settled {
    const known = ANSWER.first(this.#store)
    if (known) return { receipt: { id: known.receiptId, body: known.body, at: known.at }, answer: known.answer }
    const committed = this.commit(terms, now)
    const bets = BETS.rows(this.#store, 'ORDER BY seq')
    const paid = shareOut(bets, { answer: message.answer, fee: terms.fee })
    const rows = bets.map((bet, index) => ({
      ...bet,
      paid: encodeAmount(paid[index]?.paid ?? ZERO),
      fee: encodeAmount(paid[index]?.fee ?? ZERO),
    }))
    const fee = total(paid.map((each) => each.fee))
    const body = JSON.stringify(receiptOf({ message, terms, rows, fee: encodeAmount(fee), committed, now }))
    const id = this.#digest(body)
    this.#store.runInTransaction(() => {
      for (const row of rows) BETS.put(this.#store, row)
      ANSWER.put(this.#store, { id: 1, answer: message.answer, receiptId: id, body, at: now })
    })
    return { receipt: { id, body, at: now }, answer: message.answer }
  }

  /** Accounts with undelivered settlements, at most `limit`. */
  pending(limit: number): readonly PendingMessage[] {
    const accounts = this.#store.rows<{ account: number }>(
      'SELECT DISTINCT account FROM pool_bet WHERE is_delivered = 0 AND paid IS NOT NULL ORDER BY account LIMIT ?',
      limit,
    )
    return accounts.map(({ account }) => ({
      account,
      bets: BETS.rows(this.#store, 'WHERE account = ? ORDER BY bet_no', account).map(({ betNo, paid, fee }) => ({
        betNo,
        paid: paid ?? '0',
        fee: fee ?? '0',
      })),
    }))
  }

  delivered(account: number): void {
    this.#store.run('UPDATE pool_bet SET is_delivered = 1 WHERE account = ?', account)
  }

  /** Place of a key's bet among the committed bets. */
  prove(key: string): AnyBetReceipt | null {
    const known = this.#commitment()
    // The room wrote the text itself.
    const receipt = known && (JSON.parse(known.body) as AnyBetsReceipt)
    return receipt && betReceipt(this.#digest, { receipt, bets: this.#committedBets(), key })
  }

  #committedBets(): CommittedBet[] {
    return BETS.rows(this.#store, 'ORDER BY seq').map(({ key, option, stake, at }) => {
      return { key, option, stake: encodeAmount(stake), at }
    })
  }

  #commitment(): PoolReceipt | null {
    const row = COMMITMENT.first(this.#store)
    return row ? { id: row.receiptId, body: row.body, at: row.at } : null
  }

  #countIn(option: number, stake: bigint): void {
    this.#sums.set(option, (this.#sums.get(option) ?? 0n) + stake)
    this.#count += 1
  }
}

interface Settling {
  readonly message: SettleMessage
  readonly terms: EventTerms
  readonly rows: readonly RowOf<typeof poolBet>[]
  readonly fee: string
  readonly committed: PoolReceipt
  readonly now: number
}

/** Published terms never change, and the rule says whether they were committed to. */
function receiptOf({ message, terms, rows, fee, committed, now }: Settling): AnyQuizReceipt {
  const { rule } = JSON.parse(committed.body) as AnyBetsReceipt
  const { id: event, asset, closesAt, optionCount, question, options } = terms
  const own = { at: now, event, asset: asset.code, feeRate: terms.fee.toString(), closesAt }
  const payout = { ...own, ...quizPayout({ message, rows, fee, committed }) }
  return rule === QUIZ_BETS_RULE
    ? { rule: QUIZ_RULE, question, options, ...payout }
    : { rule: OLD_QUIZ_RULE, optionCount, ...payout }
}

const quizPayout = ({ message, rows, fee, committed }: Omit<Settling, 'terms' | 'now'>) => ({
  answer: message.answer,
  evidence: message.evidence,
  decidedAt: message.decidedAt,
  committedAt: committed.at,
  commitment: committed.id,
  ticks: message.tick ? [message.tick] : [],
  bets: rows.map(({ key, option, stake, paid, at }) => ({
    key,
    option,
    stake: encodeAmount(stake),
    paid: paid ?? '0',
    at,
  })),
  fee,
})
