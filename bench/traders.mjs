// Bench users: real accounts with a session and play money, and the orders they send.

import { createHmac, randomUUID } from 'node:crypto'
import { ask, httpRequest, load } from './load.mjs'
import { SESSION_SECRET } from './served.mjs'

const FIRST_ACCOUNT = 10_001
export const PAIR = 'BTC-USDT'
const BTC = 1
const USDT = 3
/** Lots of every order: 0.001 BTC, above the minimum notional and far below the house's quoted size. */
const LOTS = 100
const QUANTITY = '0.001'

const tokenOf = (userId, sessionId) => {
  const payload = Buffer.from(`${userId}.${sessionId}.${Date.now()}`).toString('base64url')
  return `${payload}.${createHmac('sha256', SESSION_SECRET).update(payload).digest('base64url')}`
}

/**
 * The local runtime has half a gigabyte for the SQLite of all rooms. A room frees its share some time after it fell
 * asleep, ten seconds after its last call, which limits the rate of opening thousands of accounts.
 */
const ACCOUNTS_PER_SECOND_MAX = 60

/** Opens accounts, each with a session and money; `firstIndex` counts the accounts that are open already. */
export async function openTraders(port, count, firstIndex = 0) {
  const traders = Array.from({ length: count }, (_, index) => {
    const userId = FIRST_ACCOUNT + firstIndex + index
    const sessionId = `bench-session-${userId}`
    return { userId, sessionId, token: tokenOf(userId, sessionId), seq: 0, orderNo: 0, received: 0, placed: 0 }
  })
  const start = performance.now()
  const waiting = traders.values()
  let opened = 0
  const openSome = async () => {
    for (const { userId, sessionId } of waiting) {
      await tell(port, userId, { type: 'open_session', sessionId, expiresAt: Date.now() + 86_400_000, device: 'bench' })
      await tell(port, userId, { type: 'grant_demo', ref: 'bench', grants: grants() })
      const dueAt = start + (++opened * 1000) / ACCOUNTS_PER_SECOND_MAX
      if (count > 1000) await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    }
  }
  await Promise.all(Array.from({ length: 32 }, openSome))
  return traders
}

const grants = () => [
  { assetId: BTC, amount: String(1_000n * 10n ** 8n), wallet: 'change' },
  { assetId: USDT, amount: String(100_000_000n * 10n ** 6n), wallet: 'change' },
]

/** System call to an account, as by the Worker. Retried while the local runtime cannot open another account. */
export async function tell(port, userId, request, triesLeft = 5) {
  try {
    return JSON.parse(
      await ask(port, httpRequest('POST', `/bench/account/${userId}`, { body: JSON.stringify(request) })),
    )
  } catch (failure) {
    if (triesLeft === 0) throw failure
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    return tell(port, userId, request, triesLeft - 1)
  }
}

/** Index price of the pair in ticks; waits until the house quotes. */
export async function indexTicks(port) {
  for (let tries = 0; tries < 100; tries++) {
    const poll = JSON.parse(await ask(port, httpRequest('GET', `/parties/market/${PAIR}/poll?after=0`)))
    const told = poll.messages.at(-1)
    if (told?.indexTicks > 0 && told.bids.length + told.asks.length > 0) return told.indexTicks
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the house does not quote')
}

/** Lease of a trader without a room, which saves everything itself. */
const NOTHING_FORWARDED = { epoch: 0, saved: 0, isRecovering: false }

const SUBMIT = {
  type: 'submit',
  kind: 'limit',
  lots: LOTS,
  budget: null,
  isPostOnly: false,
  selfTrade: 'cancel_newest',
}

/**
 * Next market command of a trader: rest a buy below the book, sell to the house, cancel the first, buy from the house.
 * The book depth stays constant, and only this account gets messages.
 */
export function marketRequest(trader, index) {
  const seq = ++trader.seq
  const at = (share) => Math.round(index * share)
  const submit = (side, ticks, timeInForce) => ({ seq, ...SUBMIT, orderNo: ++trader.orderNo, side, ticks, timeInForce })
  const commands = [
    () => submit('buy', at(0.95), 'gtc'),
    () => submit('sell', at(0.97), 'ioc'),
    () => ({ seq, type: 'cancel', orderNo: trader.orderNo - 1 }),
    () => submit('buy', at(1.03), 'ioc'),
  ]
  return JSON.stringify({
    account: trader.userId,
    received: trader.received,
    commands: [commands[(seq - 1) % 4]()],
    lease: NOTHING_FORWARDED,
  })
}

/** Acknowledges the last answer, so that the Market does not resend it. */
export const settleMarket = (port, traders) =>
  Promise.all(
    traders.map(({ userId, received }) =>
      ask(
        port,
        httpRequest('POST', '/bench/market', {
          body: JSON.stringify({ account: userId, received, commands: [], lease: NOTHING_FORWARDED }),
        }),
      ),
    ),
  )

/** Records the Market's answer: the trader has stored its messages. */
export function hearMarket(trader, body) {
  const answer = JSON.parse(body)
  if (answer.isGap || answer.commandSeq !== trader.seq)
    throw new Error(`the Market lost a command: ${body.slice(0, 300)}`)
  trader.received = answer.messages.at(-1)?.seq ?? trader.received
}

/** Next API order of a trader: buys from the house and sells to it alternately, always the same size. */
export function apiRequest(trader, index) {
  const isBuy = trader.placed++ % 2 === 0
  const body = JSON.stringify({
    currency_id: BTC,
    legal_id: USDT,
    type: isBuy ? 'buy' : 'sell',
    amount: QUANTITY,
    target_price: (Math.round(index * (isBuy ? 1.03 : 0.97)) / 10).toFixed(1),
    time_in_force: 'ioc',
  })
  const headers = [
    'Content-Type: application/json',
    `Authorization: ${trader.token}`,
    `Idempotency-Key: ${trader.userId}-${trader.placed}-${RUN}`,
  ]
  return httpRequest('POST', '/api/coin/trade', { headers, body })
}

const RUN = randomUUID()

export function hearApi(body) {
  if (!body.includes('"ok"')) throw new Error(`an order was refused: ${body.slice(0, 300)}`)
}

/** Order request in the form that the Worker sends to a trader's room. */
export function orderCommand(trader, index) {
  const isBuy = trader.placed++ % 2 === 0
  const order = {
    symbol: PAIR,
    clientOrderId: null,
    side: isBuy ? 'buy' : 'sell',
    kind: 'limit',
    ticks: Math.round(index * (isBuy ? 1.03 : 0.97)),
    lots: LOTS,
    budget: null,
    timeInForce: 'ioc',
    isPostOnly: false,
    selfTrade: 'cancel_newest',
  }
  const commandId = `${trader.userId}-${trader.placed}-${RUN}`
  return { type: 'place_spot_orders', commandId, orders: [order] }
}

/** Every trader places one order, so that room start-up is not measured. */
export const warm = (port, traders, index) =>
  load({
    port,
    connections: Math.min(32, traders.length),
    seconds: 2,
    next: (connection) => apiRequest(traders[connection], index),
  })
