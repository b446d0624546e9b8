// Bench users: real accounts with a session and play money, and the orders they send.

import { createHmac, randomUUID } from 'node:crypto'
import { ask, httpRequest, load } from './load.mjs'
import { SESSION_SECRET } from './served.mjs'

export const FIRST_ACCOUNT = 10_001
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
export const ACCOUNTS_PER_SECOND_MAX = 60

/** Opens accounts, each with a session and money; `firstIndex` counts the accounts that are open already. */
export async function openTraders(port, count, firstIndex = 0) {
  const traders = Array.from({ length: count }, (_, index) => {
    const userId = FIRST_ACCOUNT + firstIndex + index
    const sessionId = sessionOf(userId)
    return { userId, sessionId, token: tokenOf(userId, sessionId), seq: 0, orderNo: 0, received: 0, placed: 0 }
  })
  const start = performance.now()
  const waiting = traders.values()
  let opened = 0
  const openSome = async () => {
    for (const { userId } of waiting) {
      for (const request of openingOf(userId)) await tell(port, userId, request)
      const dueAt = start + (++opened * 1000) / ACCOUNTS_PER_SECOND_MAX
      if (count > 1000) await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    }
  }
  await Promise.all(Array.from({ length: 32 }, openSome))
  return traders
}

const sessionOf = (userId) => `bench-session-${userId}`

/** A session and play money. */
export const openingOf = (userId) => [
  { type: 'open_session', sessionId: sessionOf(userId), expiresAt: Date.now() + 86_400_000, device: 'bench' },
  { type: 'grant_demo', ref: 'bench', grants: grants() },
]

const grants = () => [
  { assetId: BTC, amount: String(1_000n * 10n ** 8n), wallet: 'change' },
  { assetId: USDT, amount: String(100_000_000n * 10n ** 6n), wallet: 'change' },
]

/** System call to an account, as by the Worker. */
export const tell = (port, userId, request) => post(port, `/bench/account/${userId}`, request)

/** Several calls to each of several accounts, in the order of each: `[userId, requests]`. All of it may be repeated. */
export const tellMany = (port, accounts) => post(port, '/bench/accounts', accounts)

/** Retried while the local runtime cannot open another account. */
async function post(port, path, body, triesLeft = 5) {
  try {
    return JSON.parse(await ask(port, httpRequest('POST', path, { body: JSON.stringify(body) })))
  } catch (failure) {
    if (triesLeft === 0) throw failure
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    return post(port, path, body, triesLeft - 1)
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
 * Next market command of a trader that trades with the house: rest a buy below the book, sell to the house, cancel the first, buy from the
 * house. Its fills wait for the next price: for benches of listeners, not of an order's cost.
 */
export const tradeRequest = (trader, index) =>
  nextCommand(trader, index, [
    (submit) => submit('buy', 0.95, 'gtc'),
    (submit) => submit('sell', 0.97, 'ioc'),
    cancel(1),
    (submit) => submit('buy', 1.03, 'ioc'),
  ])

/** Next market command of a trader whose orders rest beside the house's quotes: a buy, a sell, and their cancellations. Nothing waits for a price. */
export const restRequest = (trader, index) =>
  nextCommand(trader, index, [
    (submit) => submit('buy', 0.95, 'gtc'),
    (submit) => submit('sell', 1.05, 'gtc'),
    cancel(1),
    cancel(0),
  ])

/** Cancels an order of the trader, counted back from its newest. */
const cancel =
  (back) =>
  (_submit, { seq, orderNo }) => ({ seq, type: 'cancel', orderNo: orderNo - back })

/** The book depth stays constant over a cycle, and only this account gets messages. */
function nextCommand(trader, index, cycle) {
  const seq = ++trader.seq
  const submit = (side, share, timeInForce) => ({
    ...{ seq, ...SUBMIT, orderNo: ++trader.orderNo, side, timeInForce },
    ticks: Math.round(index * share),
  })
  return JSON.stringify({
    account: trader.userId,
    received: trader.received,
    commands: [cycle[(seq - 1) % cycle.length](submit, trader)],
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

/**
 * Next API request of a trader: an order that rests beside the house's quotes, a buy and a sell in turn, and then its cancellation. An order
 * that meets the house's quotes would wait for the next price.
 */
export function apiRequest(trader, index) {
  const turn = trader.placed++
  const orderId = `bench-${turn >> 1}-${RUN.slice(0, 8)}`
  if (turn % 2 === 1) return apiCall(trader, 'DELETE', `/api/v1/order?client_order_id=${orderId}`)
  const isBuy = turn % 4 === 0
  const price = Math.round(index * (isBuy ? 0.95 : 1.05))
  return apiCall(trader, 'POST', '/api/coin/trade', { ...apiOrder(isBuy, price), client_order_id: orderId })
}

/** Next API order of a trader that buys from the house and sells to it in turn; each waits for the next price. */
export function apiTrade(trader, index) {
  const isBuy = trader.placed++ % 2 === 0
  const price = Math.round(index * (isBuy ? 1.03 : 0.97))
  return apiCall(trader, 'POST', '/api/coin/trade', { ...apiOrder(isBuy, price), time_in_force: 'ioc' })
}

const apiOrder = (isBuy, ticks) => ({
  currency_id: BTC,
  legal_id: USDT,
  type: isBuy ? 'buy' : 'sell',
  amount: QUANTITY,
  target_price: (ticks / 10).toFixed(1),
})

const RUN = randomUUID()

let keys = 0

/** A command of a trader, with an idempotency key of its own. */
export const apiCall = (trader, method, path, fields) =>
  httpRequest(method, path, {
    headers: ['Content-Type: application/json', `Authorization: ${trader.token}`, `Idempotency-Key: ${++keys}-${RUN}`],
    body: fields && JSON.stringify(fields),
  })

export function hearApi(body) {
  if (!body.includes('"ok"')) throw new Error(`an order was refused: ${body.slice(0, 300)}`)
}

/** Order in the form that the Worker sends to a trader's room, as long as that of `apiRequest`. */
export function orderCommand(trader, index) {
  const isBuy = trader.placed++ % 2 === 0
  const order = {
    symbol: PAIR,
    clientOrderId: `bench-${trader.placed}-${RUN.slice(0, 8)}`,
    side: isBuy ? 'buy' : 'sell',
    kind: 'limit',
    ticks: Math.round(index * (isBuy ? 0.95 : 1.05)),
    lots: LOTS,
    budget: null,
    timeInForce: 'gtc',
    isPostOnly: false,
    selfTrade: 'cancel_newest',
  }
  const commandId = `${trader.userId}-${trader.placed}-${RUN}`
  return { type: 'place_spot_orders', commandId, orders: [order] }
}

/** Every trader places orders and cancels them, so that room start-up is not measured. */
export const warm = (port, traders, index) =>
  load({
    port,
    connections: Math.min(32, traders.length),
    seconds: 2,
    next: (connection) => apiRequest(traders[connection], index),
  })
