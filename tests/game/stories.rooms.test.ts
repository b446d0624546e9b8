// The game in one account. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import type { GameReceipt } from '#domain/game/receipt'
import { paidOf, rollOf, roundText } from '#domain/game/rules'
import { amount } from '#domain/money/amount'
import { checkReceipt } from '#domain/receipt'
import { type Stage, USDT, scene, story } from '../account/stage'
import { HASHING } from '../kit/hashing'

const ENTROPY = ['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)] as const

const commit = async (stage: Stage, entropy: string = ENTROPY[0], commandId = stage.commandId()) =>
  stage.ask({ type: 'commit_game_seed', commandId, entropy })

const play = (stage: Stage, differs: { under?: number; stake?: string; seedNo?: number; commandId?: string } = {}) => {
  const { commandId = stage.commandId(), ...asked } = differs
  const round = { seedNo: 1, clientSeed: 'c0ffee', under: 4_950, assetId: USDT.id, stake: '1000000', ...asked }
  return stage.ask({ type: 'play_game', commandId, ...round })
}

const balance = async (stage: Stage) => (await stage.balances())['change:3']?.[0]

story('Alice plays with a seed that was committed to, and every roll is the one that its text gives', async (stage) => {
  expect(await play(stage)).toMatchObject({ refusal: { code: 'game_no_seed' } })
  expect(await commit(stage)).toMatchObject({ value: { seedNo: 1, commitment: HASHING.sha256(ENTROPY[0]), rounds: 0 } })
  let expected = 1_000_000_000n
  for (let nonce = 1; nonce <= 6; nonce += 1) {
    const roll = rollOf(HASHING.hmac(ENTROPY[0], roundText('c0ffee', nonce)))
    const paid = paidOf({ stake: amount(1_000_000n), under: 4_950, roll })
    expected += paid - 1_000_000n
    expect(await play(stage)).toMatchObject({ value: { nonce, roll, paid: paid.toString() } })
  }
  expect(await balance(stage)).toBe(expected.toString())
  const { accounts } = await stage.verify()
  const house = accounts.find(({ account }) => account === '@house:game')
  expect(house?.amount).toBe((1_000_000_000n - expected).toString())
  return house
})

story('the seed is told only when it serves no more, with a receipt of all its rounds', async (stage) => {
  await commit(stage)
  await play(stage)
  await play(stage, { under: 9_500, stake: '2500000' })
  const before = await stage.ask({ type: 'game' })
  expect(JSON.stringify(before)).not.toContain(ENTROPY[0])
  expect(await commit(stage, ENTROPY[1])).toMatchObject({ value: { seedNo: 2 } })
  // A seed without rounds stays: users can't redraw until they like a seed.
  expect(await commit(stage, ENTROPY[2])).toMatchObject({
    value: { seedNo: 2, commitment: HASHING.sha256(ENTROPY[1]) },
  })
  expect(await play(stage)).toMatchObject({ refusal: { code: 'game_seed_changed' } })
  const view = await stage.ask({ type: 'game' })
  if (!view.ok) throw new Error(view.refusal.code)
  expect(view.value.revealed).toMatchObject([{ seedNo: 1, seed: ENTROPY[0], rounds: 2 }])
  await stage.ring()
  const receipt = stage.receipts.get(view.value.revealed[0]?.receiptId ?? '') as GameReceipt
  expect(receipt.rounds).toHaveLength(2)
  expect(checkReceipt(receipt, HASHING)).toEqual([])
  return [view.value, receipt]
})

story('a repeated command is the first one: neither a second round nor a second seed', async (stage) => {
  await commit(stage, ENTROPY[0], 'begin')
  const again = await commit(stage, ENTROPY[1], 'begin')
  expect(again).toMatchObject({ value: { commitment: HASHING.sha256(ENTROPY[0]) } })
  const first = await play(stage, { commandId: 'round' })
  expect(await play(stage, { commandId: 'round' })).toEqual(first)
  const rounds = await stage.ask({ type: 'game_rounds', page: 1, limit: 10 })
  expect(rounds).toMatchObject({ value: { total: 1 } })
  return [first, await balance(stage)]
})

story('what is not there cannot be staked, and own limits and a freeze count', async (stage) => {
  await commit(stage)
  expect(await play(stage, { stake: '1000000001' })).toMatchObject({ refusal: { code: 'insufficient_available' } })
  await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'stake', value: '500000' })
  expect(await play(stage)).toMatchObject({ refusal: { code: 'own_limit_stake' } })
  const lost = await play(stage, { stake: '500000', under: 100 })
  expect(lost).toMatchObject({ value: { paid: '0' } })
  const limits = await stage.ask({ type: 'own_limits' })
  expect(limits).toMatchObject({ value: { dayLoss: '500000' } })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await play(stage, { stake: '100000' })).toMatchObject({ refusal: { code: 'trading_frozen' } })
  return balance(stage)
})

scene('a seed serves 500 rounds and no more', async (stage) => {
  await commit(stage)
  for (let count = 0; count < 500; count += 1) expect(await play(stage, { stake: '10000' })).toMatchObject({ ok: true })
  expect(await play(stage)).toMatchObject({ refusal: { code: 'game_seed_used_up', facts: { max: '500' } } })
  await commit(stage, ENTROPY[1])
  expect(await play(stage, { seedNo: 2 })).toMatchObject({ value: { nonce: 1 } })
})
