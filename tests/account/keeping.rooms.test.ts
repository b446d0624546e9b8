// Turns that a Market keeps for an account: orders in a burst cost the account no write of its own, and nothing of them is ever lost.

import { expect } from 'vitest'
import { type Stage, order, scene, story } from './stage'

const small = (lots = 20) => order({ lots })
const logged = (stage: Stage) => stage.store.rows('SELECT id FROM turn_log').length
const keeperOf = (stage: Stage) => stage.store.first<{ symbol: string | null }>('SELECT symbol FROM keeper')?.symbol

const orderNos = async (stage: Stage) => {
  const answered = await stage.ask<'orders'>({ type: 'orders', symbol: null, stage: null, page: 1, limit: 50 })
  return answered.ok ? answered.value.rows.map((row) => row.orderNo) : []
}

/** The first order of a burst names the keeper, with a write; those that follow are carried. */
async function burst(stage: Stage, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expect(await stage.place(small())).toMatchObject({ value: [{ ok: true, value: { state: 'open' } }] })
}

scene('Orders after the first of a burst are kept by their Market and written nowhere else', async (stage) => {
  await stage.place(small())
  stage.runTimeouts(0)
  const before = logged(stage)
  await burst(stage, 3)
  expect(logged(stage)).toBe(before)
  expect(stage.clerk.kept.size).toBe(3)
  stage.runTimeouts(1_000)
  expect(logged(stage)).toBe(before + 1)
})

story('A burst of orders is the same whoever kept its turns', async (stage) => {
  await burst(stage, 4)
  stage.clerk.fill(2, { ticks: 600_000, lots: 20, fee: '20' })
  stage.clerk.close(2, 'filled')
  await stage.place(small(30))
  return [await orderNos(stage), await stage.balances()]
})

scene('A room that dies in a burst wakes with every order, hold and remembered outcome', async (stage) => {
  await burst(stage, 3)
  const command = { type: 'place_orders', commandId: 'once', orders: [small()] } as const
  const first = await stage.ask<'place_orders'>(command)
  expect(stage.clerk.kept.size).toBe(3)
  stage.die()
  expect(await stage.ask<'place_orders'>(command)).toMatchObject({ value: [{ value: { orderNo: 4 } }] })
  expect(first).toMatchObject({ value: [{ value: { orderNo: 4 } }] })
  expect(await orderNos(stage)).toEqual([4, 3, 2, 1])
  expect(await stage.balances()).toMatchObject({ 'change:3': ['952000000', '48000000'] })
  expect(stage.clerk.commands).toHaveLength(4)
})

scene('A room that dies while its order is on the way has it, when the Market has it', async (stage) => {
  await burst(stage, 2)
  stage.clerk.gate = new Promise(() => undefined)
  void stage.place(small())
  await new Promise((resolve) => setTimeout(resolve, 0))
  // The request never reached the Market: nobody has heard of the order, and it does not exist.
  stage.clerk.gate = Promise.resolve()
  stage.die()
  expect(await orderNos(stage)).toEqual([2, 1])
})

scene('A turn whose Market does not answer is saved here before anybody is told', async (stage) => {
  await burst(stage, 2)
  stage.clerk.failBefore = 2
  expect(await stage.place(small())).toMatchObject({ value: [{ ok: true, value: { state: 'pending' } }] })
  stage.die()
  stage.clerk.kept.clear()
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('What an earlier life sends late changes nothing', async (stage) => {
  await burst(stage, 3)
  const late = stage.clerk.requests.at(-1)
  stage.die()
  await burst(stage, 1)
  expect(late).toBeDefined()
  if (!late) return
  const command = { ...late.commands[0], seq: 99, type: 'cancel_all' } as const
  const answer = await stage.clerk.ask('BTC-USDT', { ...late, commands: [command] })
  expect(answer.isGap).toBe(true)
  expect(await orderNos(stage)).toEqual([4, 3, 2, 1])
})

scene('Nothing is told while the keeper cannot be asked, and everything once it can', async (stage) => {
  await burst(stage, 3)
  stage.die()
  stage.clerk.failBefore = 1
  await expect(stage.balances()).rejects.toThrow('the market could not be reached')
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('A failure in the middle of a burst loses nothing of it', async (stage) => {
  await burst(stage, 3)
  stage.clerk.say({ type: 'accepted', orderNo: 77 })
  await expect(stage.deliver()).rejects.toThrow('is about an open order')
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('A quiet account needs no keeper: it wakes without asking anybody', async (stage) => {
  await burst(stage, 3)
  // Reading has saved everything already.
  await stage.balances()
  expect(keeperOf(stage)).toBe('BTC-USDT')
  stage.runTimeouts(1_000)
  stage.runTimeouts(1_000)
  await stage.balances()
  expect(keeperOf(stage)).toBe(null)
  stage.die()
  stage.clerk.failBefore = 1
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('A Market that keeps too much makes the account save its own turns', async (stage) => {
  await burst(stage, 1)
  stage.clerk.isFull = true
  await burst(stage, 1)
  stage.die()
  stage.clerk.kept.clear()
  expect(await orderNos(stage)).toEqual([2, 1])
})

scene('No more than sixteen turns are ever ahead, and a refusal saves what was', async (stage) => {
  for (let index = 0; index < 40; index += 1) {
    await stage.place(small())
    expect(stage.clerk.kept.size).toBeLessThanOrEqual(16)
    if (index % 4 === 3)
      await stage.ask<'cancel_all'>({ type: 'cancel_all', commandId: stage.commandId(), symbol: null })
  }
  await burst(stage, 2)
  expect(await stage.place(order({ lots: 99_000 }))).toMatchObject({ value: [{ ok: false }] })
  stage.die()
  stage.clerk.kept.clear()
  expect((await orderNos(stage)).length).toBe(42)
})

scene('An order that somebody watches is told once its Market has it, in the order of the events', async (stage) => {
  stage.isHeard = true
  await burst(stage, 2)
  const before = stage.heard.length
  let open: () => void = () => undefined
  stage.clerk.gate = new Promise((resolve) => (open = resolve))
  const placed = stage.place(small())
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(stage.heard.length).toBe(before)
  open()
  await placed
  expect(stage.heard.slice(before)).toMatchObject([{ orders: [{ orderNo: 2 }, { orderNo: 3, state: 'pending' }] }])
  stage.runTimeouts(50)
  const events = stage.heard.filter((message) => message.type === 'event')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => (events[0]?.seq ?? 0) + index))
  expect(events.at(-1)).toMatchObject({ orders: [{ orderNo: 3, state: 'open' }] })
})
