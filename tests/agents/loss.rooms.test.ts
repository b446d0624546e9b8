// The limit of loss of an agent. Alice has 1,000 USDT and 1 BTC; an order is of 0.001 BTC at 60,000, and a day may lose 10 USDT.

import { expect } from 'vitest'
import type { AgentLimits } from '#domain/agent'
import { DAY_MS } from '#domain/time'
import type { NewOrder } from '#party/protocol/spot'
import { NOON, type Stage, order, story } from '../account/stage'

const AGENT = '10001.agent'
const LIMITS: AgentLimits = { orderMax: '100000000', dayMax: '100000000000', lossMax: '10000000' }
const reached = { ok: false, refusal: { code: 'agent_loss_reached' } }
const placed = { ok: true, value: [{ ok: true }] }

const permit = (stage: Stage, limits = LIMITS) =>
  stage.tell<'add_api_key'>({
    type: 'add_api_key',
    key: {
      ...({
        id: AGENT,
        name: 'Scout',
        kind: 'agent',
        publicKey: '',
        scopes: ['read', 'trade'],
        addresses: [],
      } as const),
      expiresAt: NOON + 30 * DAY_MS,
      limits,
    },
  })

/** Asks while the index price is `index` USDT; null: unknown. */
const askAt = (stage: Stage, index: number | null, terms: Partial<NewOrder> = {}) =>
  stage.askAsAgent(AGENT, {
    ...{ type: 'place_spot_orders', commandId: stage.commandId() },
    orders: [order({ lots: 100, needsIndex: true, agent: AGENT, ...terms })],
    ...(index !== null && { marks: { 'BTC-USDT': index * 10 } }),
  } as never)

/** The newest order is filled whole, at a tenth of a percent. */
async function fill(stage: Stage, orderNo: number, { ticks = 600_000, fee = '100' } = {}) {
  stage.clerk.fill(orderNo, { ticks, lots: 100, fee })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}
const told = async (stage: Stage) => {
  const inbox = await stage.ask<'messages'>({ type: 'messages', kinds: ['agent_loss_reached'], page: 1, limit: 10 })
  return inbox.ok ? inbox.value.rows.map(({ facts }) => facts) : []
}

story(
  'a loss beyond the limit ends an agent’s day: it gives back, cancels, and trades again tomorrow',
  async (stage) => {
    await permit(stage)
    expect(await askAt(stage, 60_000)).toMatchObject(placed)
    await fill(stage, 1)
    // 0.000999 BTC for 60 USDT: a loss of 0.06 at 60,000, of 10.05 at 50,000.
    expect(await askAt(stage, 60_000)).toMatchObject(placed)
    expect(await told(stage)).toEqual([])
    expect(await askAt(stage, 50_000)).toMatchObject(reached)
    // The price comes back, the limit does not.
    expect(await askAt(stage, 60_000)).toMatchObject(reached)
    expect(await askAt(stage, 60_000, { side: 'sell' })).toMatchObject(reached)
    expect(
      await askAt(stage, 60_000, { kind: 'market', lots: 0, budget: '20000000', timeInForce: 'ioc' }),
    ).toMatchObject(reached)
    expect(await told(stage)).toEqual([{ agent: 'Scout', amount: '10', asset: 'USDT' }])
    const sale = await askAt(stage, 60_000, { side: 'sell', lots: 60 })
    expect(sale).toMatchObject(placed)
    // Two sales of 60 lots would give back more than there is.
    expect(await askAt(stage, 60_000, { side: 'sell', lots: 60 })).toMatchObject(reached)
    const cancel = { type: 'cancel_spot_orders', commandId: 'all', symbol: null }
    expect(await stage.askAsAgent(AGENT, cancel as never)).toMatchObject({ ok: true })
    // A replacement of a cancelled order is judged again.
    expect(await askAt(stage, 60_000)).toMatchObject(reached)
    expect(await stage.place(order({ lots: 100 }))).toMatchObject(placed)
    stage.now += DAY_MS
    expect(await askAt(stage, 60_000)).toMatchObject(placed)
    expect(await told(stage)).toHaveLength(1)
  },
)

story('several orders at once do not give back the same position several times', async (stage) => {
  await permit(stage)
  await askAt(stage, 60_000)
  await fill(stage, 1)
  expect(await askAt(stage, 50_000)).toMatchObject(reached)
  const sale = order({ side: 'sell', lots: 99, needsIndex: true, agent: AGENT })
  const twice = { type: 'place_spot_orders', commandId: 'twice', orders: [sale, sale], marks: { 'BTC-USDT': 500_000 } }
  expect(await stage.askAsAgent(AGENT, twice as never)).toMatchObject({ refusal: { code: 'key_not_taken' } })
  expect(await askAt(stage, 50_000, { side: 'sell', lots: 99 })).toMatchObject(placed)
})

story('many small losses add up', async (stage) => {
  await permit(stage)
  // Each loses 3.06 USDT at 57,000.
  for (let number = 1; number <= 4; number += 1) {
    expect(await askAt(stage, 57_000)).toMatchObject(placed)
    await fill(stage, number)
  }
  expect(await askAt(stage, 57_000)).toMatchObject(reached)
})

story('what was bought before midnight and is sold too cheap after it counts', async (stage) => {
  await permit(stage)
  await askAt(stage, 60_000)
  await fill(stage, 1)
  stage.now += DAY_MS
  stage.clerk.noon += DAY_MS
  // A day begins without a position, and without a loss.
  expect(await askAt(stage, 40_000, { side: 'sell', ticks: 500_000 })).toMatchObject(placed)
  await fill(stage, 2, { ticks: 500_000, fee: '50000' })
  expect(await askAt(stage, 59_000)).toMatchObject(placed)
  expect(await askAt(stage, 60_000, { side: 'sell', ticks: 500_000 })).toMatchObject(reached)
})

story('without an index price of what it holds, an agent only gives back', async (stage) => {
  await permit(stage)
  expect(await askAt(stage, null)).toMatchObject(placed)
  await fill(stage, 1)
  expect(await askAt(stage, null)).toMatchObject({ ok: false, refusal: { code: 'no_reference_price' } })
  expect(await askAt(stage, null, { side: 'sell', lots: 99 })).toMatchObject(placed)
})

story('an approved order is held against the limit as well', async (stage) => {
  await permit(stage, { ...LIMITS, askAbove: '60000000' })
  await askAt(stage, 60_000)
  await fill(stage, 1)
  expect(await askAt(stage, 60_000, { lots: 120 })).toMatchObject({ refusal: { code: 'agent_must_wait' } })
  const approve = (index: number) =>
    stage.ask<'approve_agent_order'>({
      ...{ type: 'approve_agent_order', commandId: stage.commandId(), requestId: 1 },
      marks: { 'BTC-USDT': index * 10 },
    })
  expect(await approve(50_000)).toMatchObject(reached)
  expect(await approve(60_000)).toMatchObject(reached)
  expect(await told(stage)).toHaveLength(1)
})

story('an agent without the limit, and one that names another’s key, gain nothing by it', async (stage) => {
  await permit(stage, { orderMax: '100000000', dayMax: '100000000000' })
  await askAt(stage, 60_000)
  await fill(stage, 1)
  expect(await askAt(stage, 1_000)).toMatchObject(placed)
  for (const agent of [undefined, '10001.other'])
    expect(await askAt(stage, 60_000, { agent })).toMatchObject({ refusal: { code: 'key_not_taken' } })
})
