// CPU cost of a signed-in read compared with a bare endpoint of the same Worker: microseconds per request, which vary
// less than rates on a shared machine.
//
//   node bench/reads.mjs [--seconds 3] [--connections 8] [--history 4000]
//
// Then every own GET of the API that needs no parameter, by one connection: with a first page of history and after `--history` orders,
// cancellations and transfers each. Fails when an own read costs more than its bound times the bare endpoint, an order more than ORDER_MAX
// times, or a read grows with the history.

import { parseArgs } from 'node:util'
import { ask, httpRequest, load, median } from './load.mjs'
import { serverSeconds } from './machine.mjs'
import { serve } from './served.mjs'
import { apiCall, apiRequest, hearApi, indexTicks, openTraders, warm } from './traders.mjs'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    history: { type: 'string', default: '4000' },
  },
})
const seconds = Number(options.seconds)
const connections = Number(options.connections)
const ROUNDS = 3
const READ_MAX = 3.5
const ORDER_MAX = 7
/** Method, path, and its own bound where a page of orders is written out. */
const OWN_READS = [
  ['GET', '/api/user/info'],
  ['POST', '/api/wallet/list'],
  ['GET', '/api/optional/list'],
  ['GET', '/api/coin/list?page=1&limit=10', 4.5],
  ['GET', '/api/v1/orders?stage=open'],
  ['GET', '/api/v1/orders?stage=closed&limit=50', 7],
  ['GET', '/api/v1/fills'],
]

/** Orders and transfers that fill a page of every list of them. */
const FIRST_PAGE = 100
/** Noise of a short sample: what seems to grow more is measured again. */
const GROWTH_MAX = 1.5

async function microsOf(port, next, heard) {
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = serverSeconds()
    const { count } = await load({ port, connections, seconds, next, heard })
    // The first round warms up.
    if (round > 0) rounds.push(((serverSeconds() - before) * 1e6) / count)
  }
  return median(rounds)
}

const insertUser = (database, id) =>
  database
    .prepare(
      "insert into user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at) values (?, ?, '', 'Bench', 'en', ?, 0, 0)",
    )
    .bind(id, `bench-${id}@example.com`, `BENCH${id}`)
    .run()

const expectOk = (path) => (_connection, body) => {
  if (!body.startsWith('{"type":"ok"')) throw new Error(`${path} was refused: ${body.slice(0, 200)}`)
}

/** Prints a cost next to the bare endpoint's and records whether it is below `most` times that cost. */
function judge(name, micros, bare, most) {
  console.log(
    `${name}: ${micros.toFixed(0)} us, ${(micros / bare).toFixed(1)} times the bare endpoint (at most ${most})`,
  )
  if (micros / bare > most) process.exitCode = 1
}

/** Ends the session. */
const LOGOUT = '/user/logout'

/** Own GETs without a required parameter. */
async function ownGets(port) {
  const { paths } = JSON.parse(await ask(port, httpRequest('GET', '/api/openapi.json')))
  return Object.entries(paths)
    .filter(
      ([path, { get }]) =>
        get?.security.length > 0 &&
        path !== LOGOUT &&
        !path.includes('{') &&
        !get.parameters.some(({ required }) => required),
    )
    .map(([path]) => `/api${path}`)
}

/** Processor time of one read by one connection, in microseconds; null when the account may not ask. */
async function microsOfGet(port, path, { token }) {
  const request = httpRequest('GET', path, { headers: [`Authorization: ${token}`] })
  if (!(await ask(port, request)).startsWith('{"type":"ok"')) return null
  const measured = { port, connections: 1, seconds: 0.5, next: () => request }
  await load({ ...measured, seconds: 0.2 })
  const before = serverSeconds()
  const { count } = await load(measured)
  return ((serverSeconds() - before) * 1e6) / count
}

async function growHistory(port, trader, index, count) {
  const transfer = { from_field: 'change', to_field: 'legal', currency_id: '3', number: '1' }
  for (let made = 0; made < count; made++) {
    for (const request of [
      apiRequest(trader, index),
      apiRequest(trader, index),
      apiCall(trader, 'POST', '/api/wallet/change', transfer),
    ])
      hearApi(await ask(port, request))
  }
}

async function benchEveryRead(port, trader, { index, bare }) {
  const paths = await ownGets(port)
  const measureAll = async () => {
    const costs = []
    for (const path of paths) costs.push(await microsOfGet(port, path, trader))
    return costs
  }
  await growHistory(port, trader, index, FIRST_PAGE)
  const before = await measureAll()
  await growHistory(port, trader, index, Number(options.history))
  const after = await measureAll()
  for (const [at, path] of paths.entries())
    if (after[at] !== null && after[at] > before[at] * GROWTH_MAX)
      after[at] = Math.min(after[at], await microsOfGet(port, path, trader))
  console.log(
    `\nown reads of one connection, times the bare endpoint: with ${FIRST_PAGE} orders and transfers, and with ${options.history} more`,
  )
  const rows = paths
    .map((path, at) => ({ path, few: before[at], many: after[at] }))
    .filter(({ few, many }) => few !== null && many !== null)
  for (const { path, few, many } of rows.toSorted((a, b) => b.many - a.many)) {
    const grows = many > few * GROWTH_MAX
    if (grows) process.exitCode = 1
    console.log(
      `${path.padEnd(44)}${(few / bare).toFixed(1).padStart(8)}${(many / bare).toFixed(1).padStart(8)}${grows ? '  grows' : ''}`,
    )
  }
}

const served = await serve()
try {
  const { port } = served
  const traders = await openTraders(port, connections)
  const index = await indexTicks(port)
  await warm(port, traders, index)
  for (const { userId } of traders) await insertUser(served.database, userId)
  const bare = await microsOf(port, () => httpRequest('GET', '/api/v1/time'))
  console.log(`/api/v1/time: ${bare.toFixed(0)} us`)
  const order = await microsOf(
    port,
    (c) => apiRequest(traders[c], index),
    (_c, body) => hearApi(body),
  )
  judge('an order that rests, or its cancellation', order, bare, ORDER_MAX)
  for (const [method, path, most = READ_MAX] of OWN_READS) {
    const request = (c) => httpRequest(method, path, { headers: [`Authorization: ${traders[c].token}`] })
    const micros = await microsOf(port, request, expectOk(path))
    judge(`${method} ${path}`, micros, bare, most)
  }
  await benchEveryRead(port, traders[0], { index, bare })
} finally {
  await served.stop()
}
