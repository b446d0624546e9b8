// Orders of agents that their owner approves first. Alice has 1,000 USDT; an order is of 600 USDT, or of 60 when it is small.

import { expect } from 'vitest'
import { APPROVALS_WAITING_MAX, APPROVAL_LIFE_MS, type AgentLimits } from '#domain/agent'
import type { NewOrder } from '#party/protocol/spot'
import { NOON, SESSION, type Stage, order, story } from '../account/stage'
import { waitFor } from '../kit/wait-for'

const AGENT = '10001.agent'
const OTHER = '10001.other'
const LIMITS: AgentLimits = { orderMax: '1000000000', dayMax: '1000000000', askAbove: '0' }
const large = order({ needsIndex: true })
const small = order({ needsIndex: true, lots: 100 })

const permit = (stage: Stage, id: string, limits: AgentLimits = LIMITS) =>
  stage.tell<'add_api_key'>({
    type: 'add_api_key',
    key: {
      ...({ id, name: `Agent ${id}`, kind: 'agent', publicKey: '', scopes: ['read', 'trade'], addresses: [] } as const),
      expiresAt: NOON + 30 * 86_400_000,
      limits,
    },
  })
const askFor = (stage: Stage, asked: NewOrder = large, id = AGENT) =>
  stage.askAsAgent(id, {
    type: 'place_spot_orders',
    commandId: stage.commandId(),
    orders: [{ ...asked, agent: id }],
  } as never)
const stateOf = async (stage: Stage, requestId: number, id = AGENT) => {
  const found = await stage.askAsAgent(id, { type: 'agent_request', requestId } as never)
  return found.ok ? (found.value as { state: string }).state : found.refusal.code
}
const approve = (stage: Stage, requestId: number) =>
  stage.ask<'approve_agent_order'>({ type: 'approve_agent_order', commandId: stage.commandId(), requestId })
const refuse = (stage: Stage, requestId: number) =>
  stage.ask<'refuse_agent_order'>({ type: 'refuse_agent_order', commandId: stage.commandId(), requestId })
const acts = async (stage: Stage) => {
  const noted = await stage.ask<'agent_acts'>({ type: 'agent_acts' })
  if (!noted.ok) throw new Error(noted.refusal.code)
  return noted.value.map(({ name, command, outcome }) => [name, command, outcome === 'ok' ? 'ok' : outcome?.code])
}
const mustWait = (request: number) => ({
  ok: false,
  refusal: { code: 'agent_must_wait', facts: { request: String(request) } },
})
const ended = { ok: false, refusal: { code: 'agent_request_ended' } }
const NOTHING_HELD = { 'change:1': ['100000000', '0'], 'change:3': ['1000000000', '0'] }

story('an agent asks, Alice is told and approves, and the very order is placed once', async (stage) => {
  await permit(stage, AGENT)
  expect(await askFor(stage, { ...large, clientOrderId: 'mine' })).toEqual(mustWait(1))
  expect(await stage.balances()).toEqual(NOTHING_HELD)
  expect(await stateOf(stage, 1)).toBe('waiting')
  const inbox = await stage.ask<'messages'>({ type: 'messages', kinds: ['agent_asks'], page: 1, limit: 10 })
  const facts = { agent: `Agent ${AGENT}`, side: 'buy', pair: 'BTC/USDT', total: '600', quote: 'USDT', minutes: '15' }
  expect(inbox).toMatchObject({ ok: true, value: { total: 1, rows: [{ kind: 'agent_asks', facts }] } })

  expect(await approve(stage, 1)).toMatchObject({
    ok: true,
    value: { id: 1, state: 'approved', orderNo: 1, endedAt: NOON },
  })
  expect(await approve(stage, 1)).toMatchObject(ended)
  expect(await refuse(stage, 1)).toMatchObject(ended)
  expect(await stateOf(stage, 1)).toBe('approved')
  const { ticks, lots, side, kind } = large
  expect(stage.clerk.commands).toMatchObject([
    { type: 'submit', orderNo: 1, ticks, lots, side, kind, needsIndex: true },
  ])
  expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['400000000', '600000000'] })
  expect(await stage.ask<'spot_order'>({ type: 'spot_order', order: { clientOrderId: 'mine' } })).toMatchObject({
    value: { orderNo: 1, state: 'open' },
  })
  expect(await acts(stage)).toEqual([
    [`Agent ${AGENT}`, 'approve_agent_order', 'ok'],
    [`Agent ${AGENT}`, 'place_spot_orders', 'agent_must_wait'],
  ])
})

story('a sale is told with what it brings, although more of it counts for the limits', async (stage) => {
  await permit(stage, AGENT)
  expect(await askFor(stage, { ...large, side: 'sell' })).toEqual(mustWait(1))
  const inbox = await stage.ask<'messages'>({ type: 'messages', kinds: ['agent_asks'], page: 1, limit: 10 })
  expect(inbox).toMatchObject({ value: { rows: [{ facts: { side: 'sell', total: '600', quote: 'USDT' } }] } })
  expect(await stage.ask<'agent_request'>({ type: 'agent_request', requestId: 1 })).toMatchObject({
    value: { value: '666666667' },
  })
})

story('refused, expired, and with a removed permission, a request places nothing', async (stage) => {
  await permit(stage, AGENT)
  await permit(stage, OTHER)
  await askFor(stage)
  expect(await refuse(stage, 1)).toMatchObject({ ok: true, value: { state: 'refused', orderNo: null } })
  expect(await approve(stage, 1)).toMatchObject(ended)
  await askFor(stage)
  stage.now += APPROVAL_LIFE_MS
  expect(await stateOf(stage, 2)).toBe('expired')
  expect(await approve(stage, 2)).toMatchObject(ended)
  await askFor(stage)
  expect(await askFor(stage, large, OTHER)).toEqual(mustWait(4))
  await stage.tell<'remove_api_key'>({ type: 'remove_api_key', keyId: AGENT })
  expect(await approve(stage, 3)).toMatchObject(ended)
  expect(await stateOf(stage, 4, OTHER)).toBe('waiting')
  await stage.tell<'end_all_sessions'>({ type: 'end_all_sessions' })
  await stage.tell<'open_session'>({
    ...{ type: 'open_session', sessionId: SESSION, expiresAt: stage.now + 86_400_000, device: 'a phone' },
  })
  expect(await approve(stage, 4)).toMatchObject(ended)
  const listed = await stage.ask<'agent_requests'>({ type: 'agent_requests', before: null, limit: 10 })
  expect(listed.ok && listed.value.map(({ state }) => state)).toEqual(['ended', 'ended', 'expired', 'refused'])
  expect(stage.clerk.commands).toEqual([])
  expect(await stage.balances()).toEqual(NOTHING_HELD)
})

story('an agent neither answers for its owner, nor reads another’s request, nor alters one', async (stage) => {
  await permit(stage, AGENT)
  await permit(stage, OTHER)
  await askFor(stage)
  for (const id of [AGENT, OTHER])
    for (const type of ['approve_agent_order', 'refuse_agent_order'])
      expect(await stage.askAsAgent(id, { type, commandId: stage.commandId(), requestId: 1 } as never)).toMatchObject({
        refusal: { code: 'key_not_taken' },
      })
  expect(await stateOf(stage, 1, OTHER)).toBe('agent_request_not_found')
  const none = await stage.askAsAgent(OTHER, { type: 'agent_requests', before: null, limit: 10 } as never)
  expect(none).toEqual({ ok: true, value: [] })
  const asked = { type: 'approve_agent_order', commandId: 'altered', requestId: 1 }
  for (const more of [{ order: order({ lots: 9_000 }) }, { lots: 9_000 }, { value: '1' }])
    expect(await stage.askAnything({ ...asked, ...more })).toMatchObject({ refusal: { code: 'request_malformed' } })
  expect(await approve(stage, 2)).toMatchObject({ refusal: { code: 'agent_request_not_found' } })
  expect(stage.clerk.commands).toEqual([])
  expect(await approve(stage, 1)).toMatchObject({ ok: true })
  expect(stage.clerk.commands).toMatchObject([{ type: 'submit', lots: large.lots }])
})

story('limits, money and a freeze are judged again when Alice approves', async (stage) => {
  await permit(stage, AGENT)
  await askFor(stage)
  await askFor(stage)
  await stage.tell<'freeze'>({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await approve(stage, 1)).toMatchObject({ refusal: { code: 'trading_frozen' } })
  expect(await askFor(stage)).toMatchObject({ refusal: { code: 'trading_frozen' } })
  await stage.tell<'freeze'>({ type: 'freeze', revision: 2, trading: false, withdrawals: false })
  const own = await stage.place(order())
  expect(await approve(stage, 1)).toMatchObject({ refusal: { code: 'insufficient_available' } })
  await stage.ask<'cancel_spot_orders'>({ type: 'cancel_spot_orders', commandId: stage.commandId(), symbol: null })
  // A refusal leaves it waiting.
  expect(await approve(stage, 1)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await approve(stage, 2)).toMatchObject({ refusal: { code: 'agent_day_above_max', facts: { left: '400' } } })
  expect(await stateOf(stage, 2)).toBe('waiting')
  expect(own.ok).toBe(true)
})

story('an order that could not be placed bothers nobody, and no more wait than may', async (stage) => {
  await permit(stage, AGENT)
  expect(await askFor(stage, order({ needsIndex: true, lots: 1 }))).toMatchObject({
    refusal: { code: 'quantity_below_min' },
  })
  expect(await askFor(stage, order({ needsIndex: true, lots: 2_000 }))).toMatchObject({
    refusal: { code: 'agent_order_above_max' },
  })
  const two = {
    type: 'place_spot_orders',
    commandId: 'two',
    orders: [small, small].map((asked) => ({ ...asked, agent: AGENT })),
  }
  expect(await stage.askAsAgent(AGENT, two as never)).toMatchObject({ refusal: { code: 'key_not_taken' } })
  const once = { type: 'place_spot_orders', commandId: 'once', orders: [{ ...small, agent: AGENT }] }
  // A retry gets the first answer.
  for (let turn = 0; turn < 3; turn += 1) expect(await stage.askAsAgent(AGENT, once as never)).toEqual(mustWait(1))
  for (let number = 2; number <= APPROVALS_WAITING_MAX; number += 1)
    expect(await askFor(stage, small)).toEqual(mustWait(number))
  expect(await askFor(stage, small)).toMatchObject({ refusal: { code: 'agent_requests_above_max' } })
  await refuse(stage, 1)
  expect(await askFor(stage, small)).toEqual(mustWait(APPROVALS_WAITING_MAX + 1))
})

story('above an amount: smaller orders and cancellations are not asked about', async (stage) => {
  await permit(stage, AGENT, { ...LIMITS, askAbove: '60000000' })
  expect(await askFor(stage, small)).toMatchObject({ ok: true, value: [{ ok: true, value: { state: 'open' } }] })
  expect(await askFor(stage, order({ needsIndex: true, lots: 101 }))).toEqual(mustWait(1))
  const cancel = { type: 'cancel_spot_orders', commandId: 'all', symbol: null }
  expect(await stage.askAsAgent(AGENT, cancel as never)).toMatchObject({ ok: true })
})

story('an approved order that its Market refuses is told to Alice, and has no second try', async (stage) => {
  await permit(stage, AGENT)
  await askFor(stage)
  stage.clerk.refusal = 'price_out_of_band'
  expect(await approve(stage, 1)).toMatchObject({ refusal: { code: 'price_out_of_band' } })
  expect(await stage.balances()).toEqual(NOTHING_HELD)
  expect(await approve(stage, 1)).toMatchObject(ended)
})

story('a room killed while the approved order is on its way carries it out once', async (stage) => {
  await permit(stage, AGENT)
  await askFor(stage)
  let open: () => void = () => undefined
  stage.clerk.gate = new Promise((resolve) => (open = resolve))
  const asked = { type: 'approve_agent_order', commandId: 'killed', requestId: 1 } as const
  void stage.ask<'approve_agent_order'>(asked).catch(() => undefined)
  await waitFor(() => expect(stage.clerk.requests.some(({ commands }) => commands.length > 0)).toBe(true))
  stage.die()
  open()
  stage.clerk.gate = Promise.resolve()
  await stage.wake()
  expect(await stage.ask<'approve_agent_order'>(asked)).toMatchObject({
    ok: true,
    value: { state: 'approved', orderNo: 1 },
  })
  expect(stage.clerk.openOrders).toEqual([1])
  expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['400000000', '600000000'] })
})
