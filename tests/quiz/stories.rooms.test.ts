// Quiz bets in one account. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import type { PoolBetAnswer, PoolBetMessage } from '#party/protocol/quiz'
import { type Stage, USDT, scene, story } from '../account/stage'

const KEY = 'ab'.repeat(32)

/** Places a bet; the alarm delivers it to the pool, which returns the given answer. */
async function place(
  stage: Stage,
  answer: PoolBetAnswer | Error,
  differs: { option?: number; stake?: string; commandId?: string } = {},
) {
  const brought: PoolBetMessage[] = []
  stage.askEvent = (_event, bet) => {
    brought.push(bet)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const { commandId = stage.commandId(), ...asked } = differs
  const bet = { eventId: 7, option: 1, assetId: USDT.id, stake: '5000000', key: KEY, ...asked }
  const said = stage.ask({ type: 'place_quiz_bet', commandId, ...bet })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await stage.ring()
  return { said, brought }
}

const IN: PoolBetAnswer = { isAccepted: true, at: 1_000 }
const wallet = async (stage: Stage) => (await stage.balances())['change:3']
const states = async (stage: Stage) => {
  const bets = await stage.ask({ type: 'quiz_bets', eventId: null, page: 1, limit: 10 })
  return bets.ok ? bets.value.rows.map(({ betNo, state, paid }) => [betNo, state, paid]) : bets.refusal.code
}
const settled = (stage: Stage, answer: number, paid: string, fee = '0') =>
  stage.tell({ type: 'settle_quiz', eventId: 7, receiptId: 'r', answer, bets: [{ betNo: 1, paid, fee }] })

story('Alice is right: her stake goes into the pool and her share comes out, once', async (stage) => {
  await place(stage, IN)
  expect(await wallet(stage)).toEqual(['995000000', '5000000'])
  await settled(stage, 1, '14900000', '100000')
  await settled(stage, 1, '14900000', '100000')
  expect(await states(stage)).toEqual([[1, 'won', '14900000']])
  expect(await wallet(stage)).toEqual(['1009900000', '0'])
  const { accounts } = await stage.verify()
  const pool = accounts.find(({ account }) => account === '@quiz:7')
  expect(pool?.amount).toBe('-10000000')
  return accounts.filter(({ account }) => account.startsWith('@quiz') || account === '@fees')
})

story('Alice is wrong, or the event is void', async (stage) => {
  await place(stage, IN)
  await settled(stage, 2, '0')
  expect(await wallet(stage)).toEqual(['995000000', '0'])
  await place(stage, IN, { option: 2 })
  await stage.tell({
    type: 'settle_quiz',
    eventId: 7,
    receiptId: 's',
    answer: 0,
    bets: [{ betNo: 2, paid: '5000000', fee: '0' }],
  })
  expect(await wallet(stage)).toEqual(['995000000', '0'])
  const limits = await stage.ask({ type: 'own_limits' })
  expect(limits).toMatchObject({ value: { dayLoss: '5000000' } })
  return states(stage)
})

story('a bet that the pool does not take holds nothing, and its caller is told why', async (stage) => {
  const { said } = await place(stage, { isAccepted: false, code: 'quiz_closed' }, { commandId: 'late' })
  void said.catch(() => null)
  const again = await stage.ask({
    type: 'place_quiz_bet',
    commandId: 'late',
    eventId: 7,
    option: 1,
    assetId: USDT.id,
    stake: '5000000',
    key: 'cd'.repeat(32),
  })
  expect(again).toMatchObject({ refusal: { code: 'quiz_closed' } })
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  return states(stage)
})

story('an answer that is lost is asked for again, and the bet is the same one', async (stage) => {
  const first = await place(stage, new Error('the room is away'))
  void first.said.catch(() => null)
  expect(await states(stage)).toEqual([[1, 'sent', null]])
  const brought: PoolBetMessage[] = []
  stage.askEvent = (_event, bet) => {
    brought.push(bet)
    return Promise.resolve(IN)
  }
  await stage.ring()
  expect(await states(stage)).toEqual([[1, 'in', null]])
  expect(brought).toEqual(first.brought.slice(0, 1))
  return wallet(stage)
})

story('a pool that pays before its answer was heard is believed', async (stage) => {
  const { said } = await place(stage, new Error('the room is away'))
  void said.catch(() => null)
  await settled(stage, 1, '6000000')
  await stage.ring()
  return [await states(stage), await wallet(stage)]
})

story('what is not there cannot be staked, and own limits and a freeze count', async (stage) => {
  const ask = (stake: string) =>
    stage.ask({
      type: 'place_quiz_bet',
      commandId: stage.commandId(),
      eventId: 7,
      option: 1,
      assetId: USDT.id,
      stake,
      key: KEY,
    })
  expect(await ask('1000000001')).toMatchObject({ refusal: { code: 'insufficient_available' } })
  await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'stake', value: '500000' })
  expect(await ask('600000')).toMatchObject({ refusal: { code: 'own_limit_stake' } })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await ask('100000')).toMatchObject({ refusal: { code: 'trading_frozen' } })
  return wallet(stage)
})

scene('a hundred undecided bets are the most, and a caller who cannot wait is told (quiz_waiting)', async (stage) => {
  stage.askEvent = () => Promise.resolve(IN)
  for (let count = 0; count < 100; count += 1) await place(stage, IN, { stake: '1000000' })
  const one = { eventId: 7, option: 1, assetId: USDT.id, stake: '1000000', key: KEY }
  expect(await stage.ask({ type: 'place_quiz_bet', commandId: 'more', ...one })).toMatchObject({
    refusal: { code: 'quiz_bets_above_max', facts: { bound: '100' } },
  })
})
