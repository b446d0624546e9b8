// Orders by the programs' socket, ten a message, compared with the same messages to a bare room that sends each back.
//
//   node bench/program-orders.mjs [--rounds 5] [--seconds 3] [--programs 64]
//
// A program has one message under way. Counted are orders, which are durable when they are answered, and echoes: orders at least 0.5 of echoes.

import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Verdict, alternate } from './alternate.mjs'
import { serve, SESSION_SECRET } from './served.mjs'
import { PAIR, indexTicks, openTraders, tell } from './traders.mjs'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    programs: { type: 'string', default: '64' },
  },
})
const ORDERS_PER_MESSAGE = 10
const SCOPES = ['read', 'trade', 'transfer']
const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest('hex')

/** A socket that asks by numbered messages. */
async function openSocket(url) {
  const socket = new WebSocket(url)
  const waiting = new Map()
  let last = 0
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  await new Promise((resolve, reject) => ((socket.onopen = resolve), (socket.onerror = reject)))
  const ask = (op, params) =>
    new Promise((resolve) => {
      waiting.set((last += 1), resolve)
      socket.send(JSON.stringify({ id: last, op, params }))
    })
  return { ask, close: () => socket.close() }
}

/** A program's socket with its key, as the site makes keys, and its socket to the room that echoes. */
async function openProgram(port, { userId }) {
  const name = `${userId}.${userId.toString(16).padStart(32, '0')}`
  const id = name + hmac(SESSION_SECRET, `api key id\n${name}`).slice(0, 16)
  const key = { id, name: 'bench', kind: 'hmac', publicKey: '', scopes: SCOPES, addresses: [] }
  await tell(port, userId, { type: 'add_api_key', key: { ...key, expiresAt: Date.now() + 86_400_000 } })
  const program = await openSocket(`ws://127.0.0.1:${port}/api/v1/ws`)
  const timestamp = Date.now()
  const text = [timestamp, 5_000, 'GET', '/api/v1/ws', '', ''].join('\n')
  const secret = hmac(SESSION_SECRET, `api key\n${id}`)
  const login = await program.ask('login', { key: id, timestamp, signature: hmac(secret, text) })
  if (!login.ok) throw new Error(JSON.stringify(login.problem))
  return { program, echo: await openSocket(`ws://127.0.0.1:${port}/bench/feed/echo`) }
}

/** Rate of `each` completed units; `send` asks one message and returns how many units it was. */
async function run(programs, seconds, send) {
  const until = performance.now() + seconds * 1_000
  const startedAt = performance.now()
  const times = []
  let count = 0
  await Promise.all(
    programs.map(async (program) => {
      while (performance.now() < until) {
        const sentAt = performance.now()
        const units = await send(program)
        count += units
        times.push(performance.now() - sentAt)
      }
    }),
  )
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.floor(times.length * share)] ?? 0
  const mean = times.reduce((sum, each) => sum + each, 0) / times.length
  const rate = (count * 1_000) / (performance.now() - startedAt)
  return { rate, count, mean, p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}

const verdict = new Verdict()
const served = await serve()
try {
  const { port } = served
  const price = (await indexTicks(port)) / 10
  // Below the market: each ends at once, so that no account collects open orders.
  const order = {
    symbol: PAIR,
    side: 'buy',
    price: String(Math.floor(price * 0.96)),
    quantity: '0.001',
    time_in_force: 'ioc',
  }
  const orders = Array.from({ length: ORDERS_PER_MESSAGE }, () => order)
  const programs = []
  for (const trader of await openTraders(port, Number(options.programs))) programs.push(await openProgram(port, trader))
  const seconds = Number(options.seconds)
  const send = () =>
    run(programs, seconds, async ({ echo }) => {
      await echo.ask('orders.place', { orders })
      return 1
    })
  const trade = () =>
    run(programs, seconds, async ({ program }) => {
      const answer = await program.ask('orders.place', { orders })
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
      const refused = answer.result.find((each) => each.refusal)
      if (refused) throw new Error(JSON.stringify(refused.refusal))
      return answer.result.length
    })
  const result = await alternate({ rounds: Number(options.rounds), limit: send, candidate: trade })
  verdict.ratio(`orders by socket, ${ORDERS_PER_MESSAGE} a message, ${programs.length} programs`, result, 0.5)
  for (const { program, echo } of programs) {
    program.close()
    echo.close()
  }
} finally {
  await served.stop()
}
verdict.close()
