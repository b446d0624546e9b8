// Scenes about the wire between an account and a Market: answers lost, late, doubled, out of order, and rooms that die in between.

import { expect } from 'vitest'
import { recordLog } from './life-end'
import { type Stage, order, scene } from './stage'

/** Lets everything that can run without the outside world run. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

const openOrder = async (stage: Stage) => {
  const answered = await stage.ask<'spot_order'>({ type: 'spot_order', order: { orderNo: 1 } })
  return answered.ok ? answered.value : answered.refusal.code
}

scene('An answer that is lost once is asked for again within the call, and the order is placed once', async (stage) => {
  stage.clerk.failAfter = 1
  expect(await stage.place(order())).toMatchObject({ value: [{ ok: true, value: { state: 'open' } }] })
  expect(stage.clerk.commands).toHaveLength(1)
})

scene(
  'A Market that cannot be reached leaves the order pending and its money held; the alarm goes on until it is known',
  async (stage) => {
    stage.clerk.failBefore = 4
    const placed = await stage.place(order())
    expect(placed).toMatchObject({ value: [{ ok: true, value: { state: 'pending' } }] })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['400000000', '600000000'] })

    await stage.ring()
    expect(await openOrder(stage)).toMatchObject({ state: 'pending' })
    await stage.ring()
    expect(await openOrder(stage)).toMatchObject({ state: 'open' })
    expect(stage.clerk.commands).toHaveLength(1)
  },
)

scene('A Market that keeps silent is waited for eight seconds, then the order is told as pending', async (stage) => {
  stage.clerk.gate = new Promise(() => undefined)
  const placed = stage.place(order())
  await nextTurn()
  stage.now += 8_000
  stage.runTimeouts(2_000)
  expect(await placed).toMatchObject({ value: [{ ok: true, value: { state: 'pending' } }] })
})

scene('The alarm asks less and less often, and not at all when nothing is owed', async (stage) => {
  stage.clerk.failBefore = 8
  await stage.place(order())
  const waits: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = stage.now
    await stage.ring()
    waits.push(stage.now - before)
  }
  expect(waits).toEqual([5_000, 10_000, 20_000])
  await stage.ring()
  await stage.ring()
  expect(await openOrder(stage)).toMatchObject({ state: 'open' })
  const asked = stage.clerk.requests.length
  await stage.ring()
  expect(stage.clerk.requests).toHaveLength(asked)
})

scene('A repetition of a command that waits joins the wait and gets the same answer', async (stage) => {
  let open: () => void = () => undefined
  stage.clerk.gate = new Promise((resolve) => {
    open = resolve
  })
  const command = { type: 'place_spot_orders', commandId: 'once', orders: [order()] } as const
  const first = stage.ask<'place_spot_orders'>(command)
  const second = stage.ask<'place_spot_orders'>(command)
  await nextTurn()
  open()
  expect(await first).toEqual(await second)
  expect(stage.clerk.commands).toHaveLength(1)
})

scene('Orders that arrive while the Market is asked go together in the next call', async (stage) => {
  let open: () => void = () => undefined
  stage.clerk.gate = new Promise((resolve) => {
    open = resolve
  })
  const placed = [stage.place(order({ lots: 20 }))]
  await nextTurn()
  placed.push(stage.place(order({ lots: 30 })), stage.place(order({ lots: 40 })))
  await nextTurn()
  open()
  await Promise.all(placed)
  expect(stage.clerk.requests.map((request) => request.commands.map((command) => command.seq))).toEqual([[1], [2, 3]])
})

scene('A fill that is delivered twice is posted once', async (stage) => {
  await stage.place(order())
  stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '400' })
  stage.clerk.tamper = (answer) => ({ ...answer, messages: [...answer.messages, ...answer.messages] })
  await stage.place(order({ lots: 20 }))
  // A third delivery, by the Market's outbox, whose acknowledgements were lost.
  await stage.deliver()
  expect(await openOrder(stage)).toMatchObject({ lotsFilled: 400 })
})

scene('An answer that brings nothing forward is not waited on for ever', async (stage) => {
  stage.clerk.tamper = (answer) => ({ ...answer, commandSeq: 0, messages: [] })
  expect(await stage.place(order())).toMatchObject({ value: [{ value: { state: 'pending' } }] })
  expect(stage.reports).toEqual(['market BTC-USDT could not be asked: its answer brought nothing forward'])
})

scene('A message that overtakes another is left for its turn', async (stage) => {
  await stage.place(order())
  stage.clerk.fill(1, { ticks: 600_000, lots: 100, fee: '100' })
  stage.clerk.fill(1, { ticks: 600_000, lots: 200, fee: '200' })
  stage.clerk.tamper = (answer) => ({ ...answer, messages: answer.messages.slice(1) })
  stage.clerk.failBefore = 0
  void stage.place(order({ lots: 20 }))
  await nextTurn()
  expect(await openOrder(stage)).toMatchObject({ lotsFilled: 0 })

  expect(await stage.deliver()).toBe(4)
  expect(await openOrder(stage)).toMatchObject({ lotsFilled: 300 })
})

scene(
  'A room that dies after answering and before saving hears it again from the Market, and posts it once',
  async (stage) => {
    stage.clerk.tamper = (answer) => {
      stage.clerk.tamper = (same) => same
      return answer
    }
    const command = { type: 'place_spot_orders', commandId: 'once', orders: [order()] } as const
    const first = await stage.ask<'place_spot_orders'>(command)
    expect(first).toMatchObject({ value: [{ value: { state: 'open' } }] })

    await stage.wake()
    expect(await openOrder(stage)).toMatchObject({ state: 'open' })
    expect(await stage.ask<'place_spot_orders'>(command)).toEqual(first)
    expect(stage.clerk.commands).toHaveLength(1)
  },
)

scene('Only what is saved is acknowledged to the Market', async (stage) => {
  await stage.place(order({ lots: 20 }))
  await stage.place(order({ lots: 30 }))
  await stage.place(order({ lots: 40 }))
  // Each call's answer is saved and acknowledged with the next order.
  expect(stage.clerk.requests.map((request) => request.received)).toEqual([0, 1, 2])
})

scene('What a Market answered is saved within a quarter of a second, sooner while Alice watches', async (stage) => {
  await stage.balances()
  await stage.place(order({ lots: 20 }))
  const turns = () => stage.store.rows('SELECT id FROM turn_log').length
  expect(turns()).toBe(1)
  stage.runTimeouts(250)
  expect(turns()).toBe(2)

  stage.isHeard = true
  await stage.place(order({ lots: 30 }))
  stage.runTimeouts(50)
  expect(stage.heard.at(-1)).toMatchObject({ type: 'event', spot: { orders: [{ orderNo: 2, state: 'open' }] } })
})

scene('An order placed and filled in one call is told, billed and saved', async (stage) => {
  stage.clerk.tamper = (answer) => {
    stage.clerk.tamper = (same) => same
    stage.clerk.fill(1, { ticks: 600_000, lots: 1_000, fee: '2000', role: 'taker' })
    stage.clerk.close(1, 'filled')
    return { ...stage.clerk.delivery(), commandSeq: answer.commandSeq }
  }
  const placed = await stage.place(order())
  expect(placed).toMatchObject({ value: [{ value: { state: 'filled', lotsFilled: 1_000, fee: '2000' } }] })
  expect(await stage.balances()).toEqual({ 'change:1': ['100998000', '0'], 'change:3': ['400000000', '0'] })
})

scene(
  'An answer of 1,200 fills is saved in several turns, and a room that dies after it posts each once',
  async (stage) => {
    await stage.place(order({ lots: 1_300 }))
    const rows = recordLog(stage.store)
    for (let count = 0; count < 1_200; count += 1) stage.clerk.fill(1, { ticks: 600_000, lots: 1, fee: '1' })
    expect(await stage.place(order({ lots: 20 }))).toMatchObject({ value: [{ value: { orderNo: 2, state: 'open' } }] })
    expect(rows.length).toBeGreaterThan(1)
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(1_000_000)

    await stage.wake()
    await stage.deliver()
    expect(await openOrder(stage)).toMatchObject({ lotsFilled: 1_200 })
  },
)

scene('Messages that a Market brings are saved in several turns when they are many', async (stage) => {
  await stage.place(order({ lots: 1_300 }))
  await stage.balances()
  for (let count = 0; count < 1_200; count += 1) stage.clerk.fill(1, { ticks: 600_000, lots: 1, fee: '1' })
  const rows = recordLog(stage.store)
  expect(await stage.deliver()).toBe(1_201)
  expect(rows).toHaveLength(3)
  expect(await openOrder(stage)).toMatchObject({ lotsFilled: 1_200 })
})

scene('An alarm that cannot read the directory rings again a minute later', async (stage) => {
  stage.clerk.failBefore = 2
  await stage.place(order())
  stage.isDirectoryDown = true
  await stage.ring()
  expect(stage.reports.at(-1)).toBe('the alarm failed: Error: the directory is down')
  expect(stage.alarmAt).toBe(stage.now + 60_000)

  stage.isDirectoryDown = false
  await stage.ring()
  expect(await openOrder(stage)).toMatchObject({ state: 'open' })
})
