// Pool of one event: its own clock decides bets in the last second; no bet is lost or counted twice.

import { env, runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { Pool } from '#party/event/pool'
import type { RemoteCalls } from '#party/event/remotes'
import { openStore } from '#party/lib/store'
import { BETS_PER_EVENT_MAX, type SettledBets } from '#party/protocol/quiz'
import { HASHING } from '../kit/hashing'

const TERMS = {
  ...{ question: 'Who wins?', options: ['One', 'Two'] },
  id: 9,
  optionCount: 2,
  asset: { id: 3, code: 'USDT', scale: 6 },
  fee: rate(2_000_000n),
  stakeMin: amount(1n),
  stakeMax: amount(1_000n),
  opensAt: 0,
  closesAt: 1_000,
}
const bet = (account: number, betNo = 1) => ({
  account,
  betNo,
  key: `k${account}`,
  option: (account % 2) + 1,
  stake: '10',
})

const withPool = (name: string, tale: (open: () => Pool) => void) =>
  runInDurableObject(env.Event.get(env.Event.idFromName(name)), (_room, state) => {
    tale(() => new Pool(openStore(state.storage), HASHING.sha256))
  })

test('a thousand bets around the closing are in or out, and the same again gets the same answer', () =>
  withPool('1001', (open) => {
    const pool = open()
    const answers = Array.from({ length: 1_000 }, (_, index) => pool.bet(bet(index + 1), TERMS, 500 + index))
    expect(answers.filter(({ isAccepted }) => isAccepted)).toHaveLength(500)
    expect(answers[999]).toEqual({ isAccepted: false, code: 'quiz_closed' })
    const woken = open()
    for (const [index, answer] of answers.entries()) expect(woken.bet(bet(index + 1), TERMS, 5_000)).toEqual(answer)
    expect(woken.view(2)).toEqual({ sums: ['2500', '2500'], bets: 500 })
    const committed = woken.commit(TERMS, 1_000)
    expect(open().commit(TERMS, 60_000)).toEqual(committed)
    // A clock that was set back adds no bet to those that were committed to.
    expect(open().bet(bet(2_000), TERMS, 999)).toEqual({ isAccepted: false, code: 'quiz_closed' })
    expect(JSON.parse(committed.body)).toMatchObject({
      ...{ rule: 'quiz-bets-2', at: 1_000, bets: 500, feeRate: TERMS.fee.toString(), options: TERMS.options },
    })
    const message = { answer: 1, evidence: 'e', decidedAt: 1_000, tick: null }
    const receipt = woken.settle(message, TERMS, 90_000_000)
    expect(open().settle({ ...message, answer: 2 }, TERMS, 91_000_000)).toEqual(receipt)
    expect(JSON.parse(receipt.receipt.body)).toMatchObject({ committedAt: 1_000, commitment: committed.id })
    let told = 0
    for (let owed = woken.pending(64); owed.length > 0; owed = woken.pending(64))
      for (const { account } of owed) {
        told += 1
        woken.delivered(account)
      }
    expect(told).toBe(500)
  }))

test('an event that is not there, has not begun or is full takes nothing (quiz_full)', () =>
  withPool('1002', (open) => {
    const pool = open()
    expect(pool.bet(bet(1), null, 500)).toEqual({ isAccepted: false, code: 'quiz_event_not_found' })
    expect(pool.bet(bet(1), { ...TERMS, opensAt: 600 }, 500)).toEqual({ isAccepted: false, code: 'quiz_not_started' })
    for (let account = 1; account <= BETS_PER_EVENT_MAX; account += 1) pool.bet(bet(account), TERMS, 500)
    expect(pool.bet(bet(BETS_PER_EVENT_MAX + 1), TERMS, 500)).toEqual({ isAccepted: false, code: 'quiz_full' })
  }))

test('whoever is told late is told the answer that the others were paid by, whatever came since', () =>
  runInDurableObject(env.Event.get(env.Event.idFromName('1003')), async (room) => {
    const told: SettledBets[] = []
    let isAway = true
    const remotes: RemoteCalls = {
      readTerms: () => Promise.resolve({ ...TERMS, closesAt: Date.now() + 60_000 }),
      keepReceipt: () => Promise.resolve(),
      notify: (account, settled) => {
        if (account === 2 && isAway) return Promise.reject(new Error('away'))
        told.push(settled)
        return Promise.resolve()
      },
    }
    Object.assign(room, { remotes })
    for (const account of [1, 2]) await room.bet(JSON.stringify(bet(account)))
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
    const settle = (answer: number) =>
      room.settle(JSON.stringify({ answer, evidence: 'e', decidedAt: 1_000, tick: null }))
    expect(await settle(1)).toBe(false)
    isAway = false
    expect(await settle(2)).toBe(true)
    vi.useRealTimers()
    expect(told.map(({ answer, bets }) => [answer, bets[0]?.paid])).toEqual([
      [1, '0'],
      [1, '20'],
    ])
  }))
