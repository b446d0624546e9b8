// Options in one account, tick by tick. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import { type OptionsReceipt, checkOptionsReceipt } from '#domain/options/receipt'
import type { AccountRequests } from '#party/protocol/account'
import type { OptionRow } from '#party/protocol/options'
import type { PriceRound } from '#party/protocol/watch'
import { activityOf } from '../kit/activity-recount'
import { NOON, type Stage, USDT, scene, story } from '../account/stage'

type Order = Omit<AccountRequests['place_option'], 'type' | 'commandId'>

/** 100 USDT on a rise over 30 seconds, fee 1 %; `differs` overrides fields. */
const order = (differs: Partial<Order> = {}): Order => ({
  symbol: 'BTC-USDT',
  direction: 'rise',
  seconds: 30,
  stake: '100000000',
  assetId: USDT.id,
  userMax: '1000000000',
  terms: { version: 'v1', priceDecimals: 1, ratio: '85000000', fee: '1000000' },
  ...differs,
})

async function fund(stage: Stage): Promise<void> {
  const grants = [{ assetId: USDT.id, amount: '1000000000', wallet: 'micro' }] as const
  await stage.tell({ type: 'grant_demo', ref: 'micro', grants })
}

const roundAt = (at: number, steps: number): PriceRound => ({
  at,
  ticks: [
    {
      symbol: 'BTC-USDT',
      seq: at / 1000,
      at,
      price: `${Math.floor(steps / 10)}.${steps % 10}`,
      source: 'test',
      previousHash: '',
      hash: '',
    },
  ],
})

/** The Watch wakes the account with a price, `second` seconds after noon. */
async function tick(stage: Stage, second: number, steps: number, differs: { beforeAt?: number | null } = {}) {
  const at = NOON + second * 1_000
  stage.now = Math.max(stage.now, at + 5)
  const beforeAt = differs.beforeAt === undefined ? at - 1_000 : differs.beforeAt
  await stage.wakeBy({ feature: 'options', symbol: 'BTC-USDT', round: roundAt(at, steps), beforeAt, closedSides: [] })
}

/** Places an order, whose answer waits for its tick. */
async function place(stage: Stage, differs: Partial<Order> = {}) {
  const answer = stage.ask({ type: 'place_option', commandId: stage.commandId(), ...order(differs) })
  await new Promise((resolve) => setTimeout(resolve, 0))
  return { answer }
}

async function find(stage: Stage, orderNo: number): Promise<OptionRow> {
  const found = await stage.ask({ type: 'option_order', orderNo })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

async function receiptOf(stage: Stage, orderNo: number): Promise<OptionsReceipt> {
  const { receiptId } = await find(stage, orderNo)
  if (!stage.receipts.has(receiptId ?? '')) await stage.ring()
  return stage.receipts.get(receiptId ?? '') as OptionsReceipt
}

const wallet = async (stage: Stage) => (await stage.balances())['micro:3']

async function house(stage: Stage): Promise<Record<string, string>> {
  const { accounts } = await stage.verify()
  const own = accounts.filter(({ account, amount }) => /^@(?:house|fees)/.test(account) && amount !== '0')
  return Object.fromEntries(own.map(({ account, amount }) => [account, amount]))
}

story(
  'Alice is right: it begins with the first tick after her order and ends with the first when it is due',
  async (stage) => {
    await fund(stage)
    await place(stage)
    expect(await wallet(stage)).toEqual(['899000000', '101000000'])
    expect(stage.registrations.get('BTC-USDT')).toMatchObject({
      band: { next: NOON + 1, low: null, high: null },
      exposure: { long: '85000000', short: '0' },
    })
    await tick(stage, 1, 600_000)
    expect(await find(stage, 1)).toMatchObject({ state: 'open', entrySteps: 600_000, dueAt: NOON + 31_000 })
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ next: NOON + 31_000 })
    await tick(stage, 30, 500_000)
    expect(await find(stage, 1)).toMatchObject({ state: 'open' })
    await tick(stage, 31, 600_001)
    expect(await find(stage, 1)).toMatchObject({
      state: 'settled',
      outcome: 'won',
      exitSteps: 600_001,
      paid: '185000000',
    })
    expect(checkOptionsReceipt(await receiptOf(stage, 1))).toEqual([])
    expect(await wallet(stage)).toEqual(['1084000000', '0'])
    return house(stage)
  },
)

scene('Alice asks once more for what begins soon, and is told with the first of her two', async (stage) => {
  await fund(stage)
  const commandId = stage.commandId()
  const asked = 'a rise in 30 seconds'
  const first = stage.askAnything({ type: 'place_option', commandId, asked, ...order() })
  const again = stage.askAnything({ type: 'first_answer', commandId, ...{ of: 'place_option', asked } })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 1, 600_000)
  expect(await again).toMatchObject({ ok: true, value: { orderNo: 1, state: 'open' } })
  expect(await again).toEqual(await first)
})

story('Alice is wrong: stake and fee are gone, and what is settled is settled once', async (stage) => {
  await fund(stage)
  await place(stage, { direction: 'fall' })
  await tick(stage, 1, 600_000)
  await tick(stage, 31, 600_001)
  // After a lost answer the Watch repeats the wake, and a later price follows.
  await tick(stage, 31, 599_000)
  await tick(stage, 32, 599_000)
  expect(await find(stage, 1)).toMatchObject({ outcome: 'lost', paid: '0' })
  expect(await wallet(stage)).toEqual(['899000000', '0'])
  await stage.verify()
  expect(Object.values(activityOf(stage.store))).toMatchObject([{ 'volume/3': '100000000', 'fees/3': '1000000' }])
  return [await house(stage), (await receiptOf(stage, 1)).outcome]
})

story('a tie gives everything back, the fee too', async (stage) => {
  await fund(stage)
  await place(stage)
  await tick(stage, 1, 600_000)
  await tick(stage, 31, 600_000)
  expect(await find(stage, 1)).toMatchObject({ outcome: 'even', paid: '101000000' })
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  await stage.verify()
  expect(Object.values(activityOf(stage.store))).toEqual([{ 'active/0': '1' }])
  return house(stage)
})

story('the count of a time has each outcome and the result with fees, and leaves out what never was', async (stage) => {
  await fund(stage)
  const count = async (second: number) => {
    const counted = await stage.ask({ type: 'options_count', from: NOON + second * 1_000 })
    return counted.ok ? counted.value : null
  }
  await place(stage)
  await place(stage, { direction: 'fall' })
  await tick(stage, 1, 600_000)
  expect(await count(0)).toEqual({ won: 0, lost: 0, even: 0, result: '0' })
  await tick(stage, 31, 600_001)
  expect(await count(0)).toEqual({ won: 1, lost: 1, even: 0, result: '-17000000' })
  await place(stage)
  await tick(stage, 32, 600_000)
  await tick(stage, 62, 600_000)
  const { answer } = await place(stage)
  void answer.catch(() => null)
  await tick(stage, 65.001, 600_000, { beforeAt: NOON + 62_000 })
  expect(await count(0)).toEqual({ won: 1, lost: 1, even: 1, result: '-17000000' })
  expect(await count(62)).toEqual({ won: 0, lost: 0, even: 1, result: '0' })
  expect(await count(63)).toEqual({ won: 0, lost: 0, even: 0, result: '0' })
})

story('an order that no price begins within three seconds never was', async (stage) => {
  await fund(stage)
  const { answer } = await place(stage)
  await tick(stage, 3.001, 600_000, { beforeAt: NOON })
  expect(await find(stage, 1)).toMatchObject({ state: 'called_off', cause: 'no_price', paid: null })
  // After a restart of the room the caller sends the command again.
  const again = await stage.ask({ type: 'place_option', commandId: 'command-1', ...order() })
  expect(again).toMatchObject({ refusal: { code: 'options_no_price' } })
  void answer.catch(() => null)
  return [await wallet(stage), await house(stage)]
})

story('an order that no price ends within ten seconds is void, and says so in its receipt', async (stage) => {
  await fund(stage)
  await place(stage)
  await tick(stage, 1, 600_000)
  await tick(stage, 41.001, 700_000, { beforeAt: NOON + 30_000 })
  expect(await find(stage, 1)).toMatchObject({ state: 'void', outcome: null, paid: '101000000' })
  const receipt = await receiptOf(stage, 1)
  expect(checkOptionsReceipt(receipt)).toEqual([])
  return [receipt.outcome, await wallet(stage)]
})

story(
  'no price at all: Quotes is asked, and what it has decides, however late; what it has not is void',
  async (stage) => {
    await fund(stage)
    await place(stage)
    await tick(stage, 1, 600_000)
    await place(stage, { seconds: 60 })
    await tick(stage, 2, 600_000)
    const asked: number[] = []
    stage.roundsAfter = (at) => {
      asked.push(at)
      return Promise.resolve(
        at < NOON + 40_000 ? [roundAt(NOON + 32_000, 600_001), roundAt(NOON + 33_000, 590_000)] : [],
      )
    }
    stage.now = NOON + 3_600_000
    for (let count = 0; count < 4; count += 1) await stage.ring()
    expect(await find(stage, 1)).toMatchObject({ outcome: 'won', exitAt: NOON + 32_000 })
    expect(await find(stage, 2)).toMatchObject({ state: 'void', endedAt: NOON + 72_000 })
    expect(new Set(asked)).toEqual(new Set([NOON + 30_999, NOON + 61_999]))
    return wallet(stage)
  },
)

story('while Quotes cannot be asked nothing is decided', async (stage) => {
  await fund(stage)
  await place(stage)
  await tick(stage, 1, 600_000)
  stage.roundsAfter = () => Promise.reject(new Error('quotes is away'))
  stage.now = NOON + 60_000
  await stage.ring()
  expect(await find(stage, 1)).toMatchObject({ state: 'open' })
  stage.roundsAfter = () => Promise.resolve([roundAt(NOON + 31_000, 600_100)])
  await stage.ring()
  return [(await find(stage, 1)).outcome, await wallet(stage)]
})

story('a tick that may not be the first is left: the one before it counts', async (stage) => {
  await fund(stage)
  await place(stage)
  stage.roundsAfter = () => Promise.resolve([roundAt(NOON + 1_000, 600_000), roundAt(NOON + 2_000, 700_000)])
  await tick(stage, 2, 700_000, { beforeAt: NOON + 1_000 })
  expect(await find(stage, 1)).toMatchObject({ state: 'pending' })
  // A room restarted meanwhile recalls the order only at its deadline.
  while ((await find(stage, 1)).state === 'pending') await stage.ring()
  expect(await find(stage, 1)).toMatchObject({ state: 'open', entrySteps: 600_000, entryAt: NOON + 1_000 })
  return wallet(stage)
})

story('several run at once, each by its own ticks', async (stage) => {
  await fund(stage)
  await place(stage)
  await tick(stage, 1, 600_000)
  stage.now = NOON + 10_500
  await place(stage, { direction: 'fall', seconds: 60 })
  await tick(stage, 11, 600_500)
  await tick(stage, 31, 600_400)
  expect(await find(stage, 1)).toMatchObject({ outcome: 'won' })
  expect(stage.registrations.get('BTC-USDT')).toMatchObject({ band: { next: NOON + 71_000 }, exposure: { long: '0' } })
  await tick(stage, 71, 600_499)
  expect(await find(stage, 2)).toMatchObject({ outcome: 'won' })
  return [await wallet(stage), await house(stage)]
})

story('whatever the desk does to the account of Alice, her running order stays as it was', async (stage) => {
  await fund(stage)
  await place(stage)
  await tick(stage, 1, 600_000)
  const running = await find(stage, 1)
  expect(running).toMatchObject({ state: 'open', entrySteps: 600_000 })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: true })
  expect(await find(stage, 1)).toEqual(running)
  const correction = { assetId: USDT.id, wallet: 'micro', amount: '-5000000' } as const
  expect(await stage.tell({ type: 'correct', ref: 'review:1', ...correction })).toMatchObject({ ok: true })
  expect(await find(stage, 1)).toEqual(running)
  expect(await stage.tell({ type: 'inspect_options', page: 1, limit: 10 })).toMatchObject({ live: [running] })
  expect(await find(stage, 1)).toEqual(running)
  await tick(stage, 31, 600_001)
  expect(await find(stage, 1)).toMatchObject({ outcome: 'won', paid: '185000000' })
  return wallet(stage)
})

scene('what cannot be is refused by name and holds nothing', async (stage) => {
  await fund(stage)
  const ask = (differs: Partial<Order>) =>
    stage.ask({ type: 'place_option', commandId: stage.commandId(), ...order(differs) })
  expect(await ask({ stake: '1000000000' })).toMatchObject({ refusal: { code: 'insufficient_available' } })
  expect(await ask({ userMax: '99000000' })).toMatchObject({
    refusal: { code: 'options_user_full', facts: { max: '99', asset: 'USDT' } },
  })
  expect(await ask({ assetId: 99 })).toMatchObject({ refusal: { code: 'asset_not_found' } })
  const { answer } = await place(stage, { stake: '1000000' })
  for (let count = 0; count < 49; count += 1) await place(stage, { stake: '1000000' })
  expect(await ask({ stake: '1000000' })).toMatchObject({ refusal: { code: 'options_orders_above_max' } })
  expect((await wallet(stage))?.[1]).toBe('50500000')
  stage.now += 1_000
  const full = { feature: 'options', symbol: 'BTC-USDT', round: roundAt(stage.now, 600_000), beforeAt: NOON }
  await stage.wakeBy({ ...full, closedSides: ['long'] })
  expect(await answer).toMatchObject({ refusal: { code: 'options_exposure_full' } })
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await ask({})).toMatchObject({ refusal: { code: 'trading_frozen' } })
  expect(await stage.ask({ type: 'option_order', orderNo: 99 })).toMatchObject({
    refusal: { code: 'options_order_not_found' },
  })
})

scene('who has waited long for a price is told that the order waits', async (stage) => {
  await fund(stage)
  const { answer } = await place(stage)
  stage.now += 9_000
  stage.runTimeouts(2_000)
  expect(await answer).toMatchObject({ refusal: { code: 'options_waiting' } })
  expect(await find(stage, 1)).toMatchObject({ state: 'pending' })
})

scene('promised terms hold for five seconds, and make one order', async (stage) => {
  await fund(stage)
  const promised = await stage.ask({ type: 'propose_option', commandId: 'p', ...order() })
  expect(promised).toEqual({ ok: true, value: { proposalId: 'p', endsAt: NOON + 5_000 } })
  const take = (commandId: string) => stage.ask({ type: 'take_option_proposal', commandId, proposalId: 'p' })
  const answer = take('one')
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 1, 600_000)
  expect(await answer).toMatchObject({ ok: true, value: { state: 'open', stake: '100000000' } })
  expect(await take('two')).toMatchObject({ refusal: { code: 'options_proposal_ended' } })
  await stage.ask({ type: 'propose_option', commandId: 'q', ...order() })
  stage.now += 5_001
  expect(await stage.ask({ type: 'take_option_proposal', commandId: 'three', proposalId: 'q' })).toMatchObject({
    refusal: { code: 'options_proposal_ended' },
  })
})
