// Turns that an account forwards to a Market: a burst of orders costs the account no write of its own, and no order is lost.

import { expect } from 'vitest'
import { lease } from '#db/account/room'
import { tableOf } from '#party/lib/table'
import { recordLog } from './life-end'
import { type Stage, TWO_PAIRS, order, scene, story } from './stage'

const small = (lots = 20) => order({ lots })
const logged = (stage: Stage) => stage.store.rows('SELECT id FROM turn_log').length
const holderOf = (stage: Stage) => tableOf(lease).first(stage.store)?.holder

const orderNos = async (stage: Stage) => {
  const answered = await stage.ask<'spot_orders'>({
    type: 'spot_orders',
    symbol: null,
    stage: null,
    page: 1,
    limit: 50,
  })
  return answered.ok ? answered.value.rows.map((row) => row.orderNo) : []
}

/** The first order of a burst gives the lease, with a commit; those that follow are forwarded. */
async function burst(stage: Stage, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expect(await stage.place(small())).toMatchObject({ value: [{ ok: true, value: { state: 'open' } }] })
}

scene('Orders after the first of a burst are durable with their Market and written nowhere else', async (stage) => {
  await stage.place(small())
  stage.runTimeouts(0)
  const before = logged(stage)
  await burst(stage, 3)
  expect(logged(stage)).toBe(before)
  expect(stage.clerk.forwarded.size).toBe(3)
  stage.runTimeouts(1_000)
  expect(logged(stage)).toBe(before + 1)
})

story('A burst of orders is the same whether or not its turns were forwarded', async (stage) => {
  await burst(stage, 4)
  stage.clerk.fill(2, { ticks: 600_000, lots: 20, fee: '20' })
  stage.clerk.close(2, 'filled')
  await stage.place(small(30))
  return [await orderNos(stage), await stage.balances()]
})

scene('A room that dies in a burst wakes with every order, hold and remembered outcome', async (stage) => {
  await burst(stage, 3)
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [small()] } as const
  const first = await stage.ask<'place_spot_orders'>(command)
  expect(stage.clerk.forwarded.size).toBe(3)
  stage.die()
  expect(await stage.ask<'place_spot_orders'>(command)).toMatchObject({ value: [{ value: { orderNo: 4 } }] })
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
  // The request never reached the Market: the order was never published and doesn't exist.
  stage.clerk.gate = Promise.resolve()
  stage.die()
  expect(await orderNos(stage)).toEqual([2, 1])
})

scene('A turn whose Market does not answer is saved here before anybody is told', async (stage) => {
  await burst(stage, 2)
  stage.clerk.failBefore = 2
  expect(await stage.place(small())).toMatchObject({ value: [{ ok: true, value: { state: 'pending' } }] })
  stage.die()
  stage.clerk.forwarded.clear()
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('What an earlier epoch sends late changes nothing', async (stage) => {
  await burst(stage, 3)
  const late = stage.clerk.requests.at(-1)
  stage.die()
  await burst(stage, 1)
  expect(late).toBeDefined()
  if (!late) return
  const command = { ...late.commands[0], seq: 99, type: 'cancel_spot_orders' } as const
  const answer = await stage.clerk.ask('BTC-USDT', { ...late, commands: [command] })
  expect(answer.isGap).toBe(true)
  expect(await orderNos(stage)).toEqual([4, 3, 2, 1])
})

scene('Nothing is told while the holder of the lease cannot be asked, and everything once it can', async (stage) => {
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

scene(
  'A caller whose order went down with a failed room hears so, and nobody behind it waits in vain',
  async (stage) => {
    await burst(stage, 1)
    let fail: (failure: Error) => void = () => undefined
    stage.clerk.gate = new Promise((_, reject) => (fail = reject))
    const command = { type: 'place_spot_orders', commandId: 'lost', orders: [small()] } as const
    const lost = stage.ask<'place_spot_orders'>(command)
    await new Promise((resolve) => setTimeout(resolve, 0))
    stage.clerk.gate = Promise.resolve()
    stage.isDiskBroken = true
    await expect(stage.deliver()).rejects.toThrow('the disk is broken')
    stage.isDiskBroken = false
    expect(await orderNos(stage)).toEqual([1])
    fail(new Error('the market took too long'))
    await expect(lost).rejects.toThrow('ask again')
    expect(await stage.ask<'place_spot_orders'>(command)).toMatchObject({ value: [{ value: { orderNo: 2 } }] })
  },
)

scene(
  'A room that fails while it gives up a Market reports it, and its callers are told when it is well again',
  async (stage) => {
    await burst(stage, 1)
    stage.clerk.tamper = (answer) => {
      stage.isDiskBroken = true
      return { ...answer, commandSeq: 0, messages: [] }
    }
    const placed = stage.place(small())
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(stage.reports.join()).toContain('the disk is broken')
    stage.isDiskBroken = false
    stage.clerk.tamper = (answer) => answer
    await stage.ring()
    expect(await placed).toMatchObject({ value: [{ value: { orderNo: 2, state: 'open' } }] })
  },
)

scene('An order whose turn failed never reaches its Market, at whatever moment it failed', async (stage) => {
  for (let moment = 0; moment < 16; moment += 1) {
    // Whichever of the three meets the broken disk fails; the Market's side of it is what counts here.
    void stage.place(small()).catch(() => undefined)
    void stage.place(small(30)).catch(() => undefined)
    for (let step = 0; step < moment; step += 1) await Promise.resolve()
    stage.isDiskBroken = true
    void stage.place(small(40)).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
    stage.isDiskBroken = false
    stage.die()
    await stage.wake()
    await stage.ask<'cancel_spot_orders'>({ type: 'cancel_spot_orders', commandId: stage.commandId(), symbol: null })
    const sent = stage.clerk.commands.flatMap((command) => (command.type === 'submit' ? [command.orderNo] : []))
    expect(sent.reverse()).toEqual(await orderNos(stage))
  }
})

scene('An answer is given again as it was, whatever the Market has said since', async (stage) => {
  await burst(stage, 1)
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [small()] } as const
  const first = await stage.ask<'place_spot_orders'>(command)
  stage.clerk.fill(2, { ticks: 600_000, lots: 20, fee: '20' })
  stage.clerk.close(2, 'filled')
  stage.die()
  expect(await stage.ask<'place_spot_orders'>(command)).toEqual(first)
})

scene('What a caller was told is there when the room wakes, before anything else is asked', async (stage) => {
  await burst(stage, 2)
  // Twice: messages received during a wake-up must survive as well.
  for (let death = 0; death < 2; death += 1) {
    stage.die()
    expect(await stage.ask<'balances'>({ type: 'balances' }, 'nobody')).toMatchObject({ ok: false })
  }
  stage.die()
  const seen = await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 2 } })
  expect(seen).toMatchObject({ value: { state: 'open' } })
})

scene('What a Market says that does not hold the lease is saved before it is told', async (stage) => {
  stage.catalogue = TWO_PAIRS
  let open: () => void = () => undefined
  stage.clerk.gate = new Promise((resolve) => (open = resolve))
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [small()] } as const
  const placed = stage.ask<'place_spot_orders'>(command)
  await stage.place({ ...small(), symbol: 'EUR-USDT' })
  open()
  const first = await placed
  stage.clerk.fill(1, { ticks: 600_000, lots: 20, fee: '20' })
  stage.clerk.close(1, 'filled')
  stage.die()
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })).toMatchObject({
    value: { state: 'open' },
  })
  await stage.deliver()
  expect(await stage.ask<'place_spot_orders'>(command)).toEqual(first)
})

scene('A holder of the lease whose words cannot be applied does not keep the account shut', async (stage) => {
  await burst(stage, 3)
  stage.die()
  stage.clerk.say({ type: 'accepted', orderNo: 77 })
  expect(await orderNos(stage)).toEqual([3, 2, 1])
  expect(stage.reports.join()).toContain('is about an open order')
})

scene('Answers of many messages from several Markets never make a row too long to be saved', async (stage) => {
  stage.catalogue = TWO_PAIRS
  for (const symbol of ['BTC-USDT', 'EUR-USDT']) {
    const clerk = stage.clerkOf(symbol)
    clerk.tamper = () => {
      const orderNo = clerk.commands.find((command) => command.type === 'submit')?.orderNo ?? 0
      for (let fill = 0; fill < 300; fill += 1) clerk.fill(orderNo, { ticks: 600_000, lots: 1, fee: '1' })
      return clerk.delivery()
    }
  }
  const rows = recordLog(stage.store)
  await stage.place(order({ lots: 500 }), order({ lots: 500, symbol: 'EUR-USDT' }))
  const fills = rows.map((changes) => changes.split('["spot_fill"').length - 1)
  expect(fills.filter((count) => count > 0)).toEqual([300, 300])
})

scene('A quiet account takes its lease back: it wakes without asking anybody', async (stage) => {
  await burst(stage, 3)
  // Reading has saved everything already.
  await stage.balances()
  expect(holderOf(stage)).toBe('BTC-USDT')
  stage.runTimeouts(1_000)
  stage.runTimeouts(1_000)
  await stage.balances()
  expect(holderOf(stage)).toBe(null)
  stage.die()
  stage.clerk.failBefore = 1
  expect(await orderNos(stage)).toEqual([3, 2, 1])
})

scene('A Market to which too much was forwarded makes the account save its own turns', async (stage) => {
  await burst(stage, 1)
  stage.clerk.isFull = true
  await burst(stage, 1)
  stage.die()
  stage.clerk.forwarded.clear()
  expect(await orderNos(stage)).toEqual([2, 1])
})

scene('No more than sixteen turns are ever ahead, and a refusal saves what was', async (stage) => {
  for (let index = 0; index < 40; index += 1) {
    await stage.place(small())
    expect(stage.clerk.forwarded.size).toBeLessThanOrEqual(16)
    if (index % 4 === 3)
      await stage.ask<'cancel_spot_orders'>({ type: 'cancel_spot_orders', commandId: stage.commandId(), symbol: null })
  }
  await burst(stage, 2)
  expect(await stage.place(order({ lots: 99_000 }))).toMatchObject({ value: [{ ok: false }] })
  stage.die()
  stage.clerk.forwarded.clear()
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
  expect(stage.heard.slice(before)).toMatchObject([
    { spot: { orders: [{ orderNo: 2 }, { orderNo: 3, state: 'pending' }] } },
  ])
  stage.runTimeouts(50)
  const events = stage.heard.filter((message) => message.type === 'event')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => (events[0]?.seq ?? 0) + index))
  expect(events.at(-1)).toMatchObject({ spot: { orders: [{ orderNo: 3, state: 'open' }] } })
})
