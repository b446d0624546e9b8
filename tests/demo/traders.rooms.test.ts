// Demo traders: accounts that the demo runs, which trade as users do, and only where the demo is on and somebody looks.

import { listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { listTraders } from '#db/platform/copy'
import { DEMO_TRADERS, SLOT_MS, slotOf, demoSlot, isDemoTrader } from '#domain/demo-traders'
import { listingOf } from '#domain/catalogue'
import { LANGUAGES, type Language } from '#domain/language'
import { formatSteps } from '#domain/quotes/steps'
import { priceStepsAt } from '#domain/quotes/simulator'
import { HOUR_MS } from '#domain/time'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import { readChatPage } from '#services/chat/chat'
import { actInSlot } from '#services/demo-traders/acts'
import { actSometimes, actWhileHeard } from '#services/demo-traders/watch'
import { deskOverview } from '#services/desk/overview'
import { listQuotes } from '#services/quotes'
import { recentTrades } from '#services/market'
import { browseWorks } from '#services/nft/works'
import { simulatedPair } from '#services/simulator'
import { conservation } from '../kit/conservation'
import { seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ON: Env = { ...env, DEMO_MODE: 'on', DEMO_TRADERS: 'on' }
const IDS = DEMO_TRADERS.map(({ id }) => id)
const sessionOf = (userId: number) => ({ userId, sessionId: 'demo-trader' })

beforeAll(() => seed())

/** Ids of demo traders in the directory. */
const made = async (): Promise<unknown[]> =>
  (await env.DB.prepare('select id from user where id < 10000 order by id').all<{ id: number }>()).results.map(
    ({ id }) => id,
  )

/** A clock whose pauses pass at once. Its first slots say nothing in the chat, which is slow to take a second line. */
function quickClock() {
  const slot = slotOf(Date.now())
  let at = (slot - (slot % 15) + 1) * SLOT_MS
  const pauses: number[] = []
  return {
    pauses,
    clock: {
      now: () => at,
      pause: (ms: number) => {
        pauses.push(ms)
        at += ms
        return Promise.resolve()
      },
    },
  }
}

test.each([
  ['real money', { DEMO_MODE: 'off', DEMO_TRADERS: 'on' }],
  ['a demo without them', { DEMO_MODE: 'on', DEMO_TRADERS: 'off' }],
])('%s: no account of theirs exists, no room is asked', async (_, changes) => {
  const off = { ...env, ...changes }
  const before = (await listDurableObjectIds(env.Quotes)).length
  await actSometimes(off, Date.now())
  await actWhileHeard(off, quickClock().clock)
  expect(await made()).toEqual([])
  expect((await listDurableObjectIds(env.Quotes)).length).toBe(before)
  // Rooms of earlier files may remain.
  const accounts = (await listDurableObjectIds(env.Account)).map(String)
  expect(IDS.filter((id) => accounts.includes(String(env.Account.idFromName(String(id)))))).toEqual([])
})

test('nobody looks: the minute asks once and nothing is done', async () => {
  const { clock, pauses } = quickClock()
  await actWhileHeard(ON, clock)
  expect(pauses).toEqual([])
  expect(await made()).toEqual([])
})

test('somebody looks: they act slot after slot until they are left alone', async () => {
  const { socket } = await listen()
  const { clock, pauses } = quickClock()
  await actWhileHeard(ON, { ...clock, pause: (ms) => (pauses.length === 1 && socket.close(), clock.pause(ms)) })
  expect(pauses).toEqual([SLOT_MS, SLOT_MS])
  expect(await made()).toEqual(IDS)
})

async function listen(): Promise<{ readonly socket: WebSocket }> {
  const room = env.Quotes.get(env.Quotes.idFromName('main'))
  const answer = await room.fetch('http://cm.test/parties/quotes/main', {
    headers: { Upgrade: 'websocket', 'x-partykit-room': 'main' },
  })
  const socket = answer.webSocket
  if (!socket) throw new Error(`no socket: ${answer.status}`)
  socket.accept()
  return { socket }
}

/** The first slot from here on in which this is done. */
function slotWith(isWanted: (slot: ReturnType<typeof demoSlot>) => boolean, from = 1_000): number {
  let slot = from
  while (!isWanted(demoSlot(slot))) slot += 1
  return slot
}

test('they trade as users do: on the tape, in contracts, options, auctions and chats; the books balance', async () => {
  const now = Date.now()
  const act = (slot: number, at = now) => actInSlot(ON, { slot, now: at })
  const spot = slotWith(({ spot, isSaid }) => isSaid && spot.symbol === 'BTC-USDT')
  // An earlier test's slots are those of the moment.
  const linesIn = async (room: Language) => {
    const page = await readChatPage(env, { room })
    return page.ok ? page.value.lines.filter(({ name }) => name.endsWith('(demo)')).length : -1
  }
  const before = await Promise.all(LANGUAGES.map(linesIn))
  await act(spot)
  const tape = await recentTrades(env, 'BTC-USDT', { limit: 50 })
  expect(tape.length).toBeGreaterThan(0)
  const trader = demoSlot(spot).spot.trader.id
  const ordersOf = async (userId: number) => {
    const all = { symbol: null, stage: null, page: 1, limit: 50 }
    const orders = await callAccount(env, sessionOf(userId), { type: 'spot_orders', ...all })
    return orders.ok ? orders.value.total : -1
  }
  const orders = await ordersOf(trader)
  expect(orders).toBeGreaterThan(0)

  // The same slot again sends the same commands.
  await act(spot)
  expect(await ordersOf(trader)).toBe(orders)

  expect(await Promise.all(LANGUAGES.map(linesIn))).toEqual(before.map((lines) => lines + 1))

  const liveOf = async (id: number) => {
    const rows = await callAccount(env, sessionOf(id), { type: 'futures_live', assetId: 3 })
    return rows.ok ? rows.value.rows.filter(({ state }) => state === 'open') : []
  }
  // The slots of the moment in an earlier test may have opened positions.
  const live = await Promise.all(IDS.map(async (id) => ({ id, open: (await liveOf(id)).length })))
  const busy = new Set(live.filter(({ open }) => open > 0).map(({ id }) => id))
  const opening = slotWith(({ futures }) => futures !== null && !busy.has(futures.trader.id))
  const leader = demoSlot(opening).futures?.trader.id ?? 0
  await act(opening)
  expect(await liveOf(leader)).toHaveLength(1)
  const closing = slotWith(({ futures }) => futures?.trader.id === leader, opening + 1)
  await act(closing, now + HOUR_MS)
  expect(await liveOf(leader)).toEqual([])

  const option = slotWith((each) => each.option !== null)
  await act(option)
  const bettor = demoSlot(option).option?.trader.id ?? 0
  const options = await callAccount(env, sessionOf(bettor), { type: 'options_live' })
  expect(options.ok && options.value.length).toBeGreaterThan(0)

  await act(slotWith(({ collector }) => collector !== null))
  // A sale's room tells the directory after it has answered.
  await waitFor(async () => {
    const asked = { viewerId: null, sale: 'auction', phase: 'on_sale', now, page: 1, limit: 100 } as const
    const { rows } = await browseWorks(env, asked)
    const leaders = rows.flatMap(({ lot }) => (lot?.highestBidderId ? [lot.highestBidderId] : []))
    expect(leaders.length).toBeGreaterThan(0)
    expect(leaders.every(isDemoTrader)).toBe(true)
  })

  for (const id of IDS) {
    const { accounts, problems } = await callAccountAsSystem(env, id, { type: 'verify' })
    expect(problems).toEqual([])
    expect(accounts.some(({ account }) => account === '@demo')).toBe(true)
  }
  const report = await conservation(env, IDS)
  expect(report.problems).toEqual([])
})

test('nobody looks any more: their positions are closed, copies too, so that no price has to run for them', async () => {
  const opening = slotWith(({ futures }) => futures !== null, 2_000)
  await actInSlot(ON, { slot: opening, now: Date.now() })
  const { clock } = quickClock()
  await actWhileHeard(ON, { ...clock, now: () => Date.now() + 2 * HOUR_MS })
  await waitFor(async () => {
    for (const id of IDS) {
      const rows = await callAccount(env, sessionOf(id), { type: 'futures_live', assetId: 3 })
      expect(rows.ok && rows.value.rows).toEqual([])
    }
  }, 10_000)
})

test('three of them can be followed, and two follow', async () => {
  const { rows } = await listTraders(env.DB, { order: 'profit', states: ['active'] }, { page: 1, limit: 10 })
  expect(rows.map(({ userId }) => userId).sort()).toEqual(
    DEMO_TRADERS.filter(({ follows }) => follows.length === 0).map(({ id }) => id),
  )
  for (const { id, follows } of DEMO_TRADERS) {
    const own = await callAccount(env, sessionOf(id), { type: 'followings' })
    expect(own.ok && own.value.rows.map(({ traderId }) => traderId).sort()).toEqual(follows)
  }
})

test('the desk does not count them among new users', async () => {
  const { newUsers } = await deskOverview(env, Date.now())
  expect(newUsers.at(-1)?.total).toBe(0)
})

test('no price is theirs: index prices after their orders are those of the source alone', async () => {
  const quotes = await listQuotes(env)
  const { pairs } = await loadCatalogue(env)
  const alone = pairs.flatMap((pair) => {
    const quote = quotes.find(({ symbol }) => symbol === pair.symbol)
    const simulated = simulatedPair(env, listingOf(pair))
    return quote && simulated ? [[pair.symbol, formatSteps(priceStepsAt(simulated, quote.at), pair.priceDecimals)]] : []
  })
  expect(alone.length).toBeGreaterThan(10)
  expect(alone).toEqual(alone.map(([symbol]) => [symbol, quotes.find((quote) => quote.symbol === symbol)?.price]))
})
