// Cost of followers for a trader: waiting time of a change without and with many followers, and time until all are
// informed, compared with equally many bare durable calls of one room in the same run. These followers are bare, ten
// per room, because one process cannot hold that many accounts. Then fewer followers with real accounts: first none can
// afford a copy, then all open one, in this same process.
//
//   node bench/copy.mjs [--followers 10000] [--accounts 200]
//
// Fails when informing takes more than three times the bare calls, or more than 10 s for 10,000 followers, or when an
// account lacks the row of a trade.

import { parseArgs } from 'node:util'
import { median } from './load.mjs'
import { serve } from './served.mjs'

const RATIO_MAX = 3
const MILLIS_MAX = 10_000
const AT_ONCE = 8
const PART = 50
const TRIES = 9
/** Two traders: followed by bare rooms, and by accounts. */
const [BARE, REAL] = [20_001, 20_002]
const FIRST = { [BARE]: 100_001, [REAL]: 30_001 }
const { values: options } = parseArgs({
  options: { followers: { type: 'string', default: '10000' }, accounts: { type: 'string', default: '200' } },
})
const counts = { [BARE]: Number(options.followers), [REAL]: Number(options.accounts) }

const { port, stop } = await serve()
const ask = async (path, body = {}) => {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { connection: 'close' } }
  const answer = await fetch(`http://127.0.0.1:${port}/bench/${path}`, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function inParts(path, trader) {
  const parts = Array.from({ length: Math.ceil(counts[trader] / PART) }, (_, index) => ({
    trader,
    from: FIRST[trader] + index * PART,
    count: Math.min(PART, counts[trader] - index * PART),
  })).values()
  const answers = []
  const work = async () => {
    for (const part of parts) answers.push(await ask(path, part))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}

const standing = (trader) => ask('copy-standing', { trader })

/** A trade: how long the telling took, from the first to the last follower. */
async function tell(trader) {
  const { event } = await standing(trader)
  await ask('copy-trade', { trader })
  for (;;) {
    const now = await standing(trader)
    if (now.behind === 0 && now.event > event) return now.millis
    await pause(50)
  }
}

/** Trader's waiting time for stop changes, which also inform followers. */
async function changes({ positionNo }) {
  const times = []
  for (let index = 0; index < TRIES; index++) times.push(await ask('copy-stops', { trader: BARE, positionNo }))
  return median(times)
}

async function bareCalls(count) {
  const start = performance.now()
  await ask('copy-bare', { count, text: 'x'.repeat(1_000) })
  return performance.now() - start
}

const settled = async (trader) => {
  while ((await standing(trader)).behind > 0) await pause(100)
}

const joined = async (trader) => {
  while ((await standing(trader)).followers < counts[trader]) await pause(200)
}

/** Bare calls before and after, so that a temporarily busy machine affects one of them at most. */
async function beside(trader) {
  const bares = [await bareCalls(counts[trader])]
  const told = await tell(trader)
  bares.push(await bareCalls(counts[trader]))
  return { told, ratio: (2 * told) / (bares[0] + bares[1]), bares }
}

const sayTold = (who, { told, ratio, bares: [before, after] }) =>
  console.log(
    `${who}: told in ${told.toFixed(0)} ms, bare calls in ${before.toFixed(0)} and ${after.toFixed(0)} ms: ${ratio.toFixed(2)} times as long`,
  )

try {
  for (const trader of [BARE, REAL]) await ask('copy-open', { trader })
  const alone = await changes(await ask('copy-trade', { trader: BARE }))
  await inParts('copy-join', BARE)
  // Warm up existing rooms.
  await bareCalls(counts[BARE])
  await tell(BARE)
  const many = await beside(BARE)
  const meanwhile = await changes(await ask('copy-trade', { trader: BARE }))
  await settled(BARE)
  console.log(`the trader waits ${alone} ms with no follower, ${meanwhile} ms while ${counts[BARE]} are told`)
  sayTold(`${counts[BARE]} bare followers`, many)

  await inParts('copy-follow', REAL)
  await joined(REAL)
  const refused = await beside(REAL)
  await inParts('copy-fund', REAL)
  const opened = await beside(REAL)
  sayTold(`${counts[REAL]} accounts that cannot pay for a copy`, refused)
  sayTold(`${counts[REAL]} accounts that open one meanwhile`, opened)
  const rows = (await inParts('copy-count', REAL)).reduce((sum, count) => sum + count, 0)
  console.log(`${rows} rows of copies and reasons; ${2 * counts[REAL]} are right`)

  const isSlow = many.ratio > RATIO_MAX || many.told > (MILLIS_MAX * Math.max(counts[BARE], 10_000)) / 10_000
  if (isSlow || rows !== 2 * counts[REAL]) process.exitCode = 1
} finally {
  await stop()
}
