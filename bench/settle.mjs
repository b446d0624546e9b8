// Settlement burst of one price: 5,000 options of 500 accounts due in one second, and 1,000 accounts liquidated by one
// fall; timed from the Watch's price round to the last durable account answer. Compared with equally many bare durable
// calls from one room with the same concurrency, each writing one row of a settlement's length. Run in parts, because
// one process can hold only a limited number of rooms.
//
//   node bench/settle.mjs [--accounts 500] [--options 10] [--positions 1000]
//
// Fails when settlement takes more than RATIO_MAX times the bare calls, or when a row did not end by the tick of that
// second.

import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { median } from './load.mjs'
import { serve } from './served.mjs'

/** A liquidation moves money between four accounts and writes a receipt, a bare call writes one row. */
const RATIO_MAX = 3
const CONNECTIONS = 8
const START = Date.UTC(2026, 10, 21, 12)
const SECOND = 1_000
const PART = 250
/** Warm-up accounts, liquidated first by a rise, so that measured code has already run once. */
const WARM = 40
/** Row of one settlement's log length in characters. */
const ROW = 'x'.repeat(900)
const { values: given } = parseArgs({
  options: {
    accounts: { type: 'string', default: '500' },
    options: { type: 'string', default: '10' },
    positions: { type: 'string', default: '1000' },
  },
})

const ENTRY_AT = START + SECOND
const ENTRY_STEPS = 600_000
const WARM_AT = ENTRY_AT + 10 * SECOND
const WARM_STEPS = 606_000

const KINDS = {
  options: {
    accounts: Number(given.accounts),
    count: Number(given.options),
    dueAt: ENTRY_AT + 30 * SECOND,
    steps: 600_500,
    /** Exit time expected for every option. */
    isSettled: (row) => row.state === 'settled' && row.exitAt === ENTRY_AT + 30 * SECOND,
  },
  positions: {
    accounts: Number(given.positions),
    count: 1,
    dueAt: ENTRY_AT + 30 * SECOND,
    steps: 594_000,
    isSettled: (row) => row.state === 'closed' && row.cause === 'liquidation',
  },
}

const round = (at, steps) => ({
  at,
  ticks: [
    {
      symbol: 'BTC-USDT',
      seq: at / SECOND,
      at,
      price: `${Math.floor(steps / 10)}.${steps % 10}`,
      source: 'bench',
      previousHash: 'f'.repeat(64),
      hash: 'f'.repeat(64),
    },
  ],
  beforeAt: at - SECOND,
  revision: Number.MAX_SAFE_INTEGER,
})

async function everyAccount(from, to, work) {
  let next = from
  const drive = async () => {
    for (let account = next++; account <= to; account = next++) await work(account)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, drive))
}

/** One part in its own Worker: seconds of bare calls and of settlement. */
async function measure(kind, accounts) {
  const { count, dueAt, steps, isSettled } = KINDS[kind]
  const served = await serve()
  const ask = async (path, body) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { connection: 'close' } }
    const response = await fetch(`http://127.0.0.1:${served.port}/bench/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const timed = async (work) => {
    const start = performance.now()
    await work()
    return (performance.now() - start) / 1000
  }
  const rowsOf = (account, now) => ask('house-ended', { kind, account, count, now })
  const untilAll = (from, to, now, isReached) =>
    everyAccount(from, to, async (account) => {
      while (!isReached(await rowsOf(account, now)));
    })
  const bare = () => timed(() => ask('house-bare', { calls: accounts * count, rooms: accounts, text: ROW }))
  try {
    await everyAccount(1, accounts + WARM, (account) =>
      ask('house-open', { kind, account, count, now: START, isFirst: account > accounts }),
    )
    await ask('house-round', { message: round(ENTRY_AT, ENTRY_STEPS), isLast: false })
    await untilAll(1, accounts + WARM, ENTRY_AT, ({ live }) => live.every(({ state }) => state !== 'pending'))
    await ask('house-round', { message: round(WARM_AT, WARM_STEPS), isLast: false })
    await untilAll(accounts + 1, accounts + WARM, WARM_AT, ({ live }) => live.length === 0)
    // Reopens evicted accounts before the measurement.
    await untilAll(1, accounts, WARM_AT, () => true)
    await bare()
    const before = await bare()
    const own = await timed(() => ask('house-round', { message: round(dueAt, steps), isLast: true }))
    const after = await bare()
    await everyAccount(1, accounts, async (account) => {
      const { rows } = (await rowsOf(account, dueAt)).ended
      if (rows.length !== count || !rows.every(isSettled))
        throw new Error(`account ${account}: ${JSON.stringify(rows[0] ?? null)}`)
    })
    return { own, bare: (before + after) / 2 }
  } finally {
    await served.stop()
  }
}

for (const [kind, { accounts, count }] of Object.entries(KINDS)) {
  const parts = []
  for (let left = accounts; left > 0; left -= PART) parts.push(await measure(kind, Math.min(left, PART)))
  if (parts.length === 0) continue
  const total = (field) => parts.reduce((sum, part) => sum + part[field], 0)
  const ratio = median(parts.map(({ own, bare }) => own / bare))
  console.log(
    `${accounts * count} ${kind} of ${accounts} accounts: settled in ${total('own').toFixed(2)} s; ` +
      `${accounts * count} bare durable calls ${total('bare').toFixed(2)} s; ratio ${ratio.toFixed(2)} (at most ${RATIO_MAX})`,
  )
  if (ratio > RATIO_MAX) process.exitCode = 1
}
