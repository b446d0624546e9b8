// Three users and the house trade at random through real rooms while rooms are killed between and during orders. At the end every unit is
// accounted for: ledgers are sound, and each market's account sums to zero over all books.

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { AccountRequest } from '#party/protocol/account'
import type { NewOrder } from '#party/protocol/spot'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { referencePrice } from '#services/market'
import { conservation } from '../kit/conservation'
import { firstOf } from '../kit/long'

const SYMBOL = 'BTC-USDT'
const PEOPLE = [20_001, 20_002, 20_003]

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

/** Seeded random numbers, so a failing run can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

async function enter(userId: number): Promise<void> {
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId: `session-${userId}`,
    expiresAt: Date.now() + 3_600_000,
    device: 'test',
  })
  const grants = [
    { assetId: 1, amount: '50000000', wallet: 'change' as const },
    { assetId: 3, amount: '50000000000', wallet: 'change' as const },
  ]
  await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'welcome', grants })
}

/** Loses a room's memory like a crash; its running work fails. */
async function kill(namespace: 'Account' | 'Market', name: string): Promise<void> {
  // The two rooms have two types of stub, and `abort` asks for neither.
  const rooms = env[namespace] as unknown as DurableObjectNamespace
  const dead = (_room: unknown, state: DurableObjectState) => state.abort('killed by the test')
  await runInDurableObject(rooms.get(rooms.idFromName(name)), dead).catch(() => undefined)
}

function randomOrder(random: (below: number) => number, indexTicks: number): NewOrder {
  const timeInForce = (['gtc', 'gtc', 'ioc', 'fok'] as const)[random(4)] ?? 'gtc'
  return {
    symbol: SYMBOL,
    clientOrderId: null,
    side: random(2) === 0 ? 'buy' : 'sell',
    kind: 'limit',
    ticks: Math.round(indexTicks * (0.99 + random(20) / 1_000)),
    lots: 50 + random(500),
    budget: null,
    timeInForce,
    isPostOnly: timeInForce === 'gtc' && random(4) === 0,
    selfTrade: (['cancel_newest', 'cancel_oldest', 'cancel_both'] as const)[random(3)] ?? 'cancel_newest',
  }
}

function randomCommand(random: (below: number) => number, indexTicks: number, commandId: string): AccountRequest {
  const choice = random(10)
  const order = { orderNo: 1 + random(30) }
  if (choice === 0) return { type: 'cancel_spot_orders', commandId, symbol: SYMBOL }
  if (choice === 1) return { type: 'cancel_spot_order', commandId, order }
  if (choice === 2)
    return { type: 'amend_spot_order', commandId, order, ticks: Math.round(indexTicks * 0.995), lots: 50 + random(600) }
  return {
    type: 'place_spot_orders',
    commandId,
    orders: Array.from({ length: 1 + random(4) }, () => randomOrder(random, indexTicks)),
  }
}

/** An acknowledged order, whatever happened to it later. */
interface Acknowledged {
  readonly userId: number
  readonly commandId: string
  readonly orderNo: number
  readonly side: string
  readonly openedAt: number
}

async function trade(seed: number): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const random = randomFrom(seed)
  const indexTicks = (await referencePrice(env, SYMBOL))?.indexTicks ?? 0
  expect(indexTicks).toBeGreaterThan(0)
  // A round takes a second, because orders wait for the next prices: three commands of each person go into it, and more rooms die.
  for (let round = 0; round < 14; round += 1) {
    const asked = [...PEOPLE, ...PEOPLE, ...PEOPLE].map(async (userId, index) => {
      const command = randomCommand(random, indexTicks, `${seed}-${round}-${index}`)
      const session = { userId, sessionId: `session-${userId}` }
      // A command may fail when its room dies: its retry must find it completed or not started.
      const ask = () => callAccount(env, session, command as Extract<AccountRequest, { type: 'place_spot_orders' }>)
      const answer = await ask().catch(() => ask().catch(ask))
      if (command.type !== 'place_spot_orders' || !answer.ok) return
      for (const each of answer.value)
        if (each.ok) acknowledged.push({ userId, commandId: command.commandId, ...each.value })
    })
    if (random(4) > 0) await kill('Account', String(PEOPLE[random(3)] ?? 0))
    if (random(3) === 0) await kill('Market', SYMBOL)
    await Promise.all(asked)
  }
  return acknowledged
}

/** Each acknowledged order is listed once, and no other order is listed. */
async function expectEachOnce(acknowledged: readonly Acknowledged[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(50)
  for (const userId of PEOPLE) {
    const session = { userId, sessionId: `session-${userId}` }
    const asked = { type: 'spot_orders', symbol: SYMBOL, stage: null, page: 1, limit: 1_000 } as const
    const listed = await callAccount(env, session, asked)
    if (!listed.ok) throw new Error(listed.refusal.code)
    const own = acknowledged.filter((each) => each.userId === userId)
    for (const { orderNo, side, openedAt } of own)
      expect(listed.value.rows.filter((row) => row.orderNo === orderNo)).toMatchObject([{ side, openedAt }])
  }
}

/** The first invited the second, who invited the third: a share of their fees goes up the row. */
async function inviteInARow(): Promise<void> {
  for (const [index, userId] of PEOPLE.entries()) {
    const inviterId = PEOPLE[index - 1]
    if (inviterId !== undefined)
      await callAccountAsSystem(env, userId, { type: 'set_inviter', inviterId, inviterLevel: 1 })
  }
}

/** A minute later: each room forgets everything, and its alarm finds the rebates due. */
async function sendRebates(): Promise<void> {
  for (const userId of PEOPLE) {
    const room = env.Account.get(env.Account.idFromName(String(userId)))
    await runInDurableObject(room, (_, { storage }) => {
      storage.sql.exec("UPDATE timer SET due_at = 1 WHERE kind = 'rebate'")
    })
    await kill('Account', String(userId))
    await runDurableObjectAlarm(env.Account.get(env.Account.idFromName(String(userId))))
  }
}

/** Lets all owed messages arrive: cancels resting orders, then repeats sweeps until nothing is owed. */
async function settle(): Promise<void> {
  for (const userId of PEOPLE) {
    await callAccount(
      env,
      { userId, sessionId: `session-${userId}` },
      { type: 'cancel_spot_orders', commandId: `end-${userId}-${Math.random()}`, symbol: null },
    )
  }
  for (let tries = 0; tries < 100; tries += 1) {
    await env.Market.get(env.Market.idFromName(SYMBOL)).sweep()
    const owed = await Promise.all(PEOPLE.map((userId) => callAccountAsSystem(env, userId, { type: 'sweep' })))
    const report = await env.Market.get(env.Market.idFromName(SYMBOL)).report()
    if (owed.every((answer) => answer.owed === 0) && report.undeliveredMessages === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('something is still owed after a hundred pokes')
}

for (const seed of firstOf([7, 42])) {
  test(
    `Nothing is made or lost while three people trade at random and rooms die under them (seed ${seed})`,
    { timeout: 60_000 },
    async () => {
      await Promise.all(PEOPLE.map(enter))
      await inviteInARow()
      const acknowledged = await trade(seed)
      await settle()
      await expectEachOnce(acknowledged)
      await sendRebates()
      const { rows, problems } = await conservation(env, PEOPLE)
      expect(problems).toEqual([])
      expect(rows.filter((row) => row.symbol === SYMBOL)).toHaveLength(2)
      expect(rows.filter((row) => row.symbol === '@transit').length).toBeGreaterThan(0)
      expect(rows.filter((row) => !row.isConserved)).toEqual([])
      // An account that has as many messages as the Market ever made is up to date, over all lives of both.
      const known = await Promise.all(PEOPLE.map((userId) => callAccountAsSystem(env, userId, { type: 'verify' })))
      const heard = known.flatMap((report) => report.heard).filter(({ symbol }) => symbol === SYMBOL)
      const { messagesMade } = await env.Market.get(env.Market.idFromName(SYMBOL)).report()
      expect(messagesMade).toBeGreaterThan(0)
      expect(heard.reduce((sum, { messages }) => sum + messages, 0)).toBe(messagesMade)
      for (const userId of PEOPLE) {
        const balances = await callAccount(env, { userId, sessionId: `session-${userId}` }, { type: 'balances' })
        expect(balances.ok && balances.value.filter((row) => row.held !== '0')).toEqual([])
      }
    },
  )
}
