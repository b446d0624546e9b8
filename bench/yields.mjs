// Daily cost of lock mining: 50,000 yields in 5,000 accounts, each in its own room, all durable; compared with bare
// calls to equally many rooms, each writing one row of an account's daily length.
//
//   node bench/yields.mjs [--accounts 5000] [--deposits 10] [--days 3]
//
// Fails when an account's day takes more than twice a bare durable call. Ledgers of every twentieth part are checked at
// the end.

import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { median } from './load.mjs'
import { serve } from './served.mjs'

const RATIO_MAX = 2
const CONNECTIONS = 8
const SLICE = 100
const DAY = 86_400_000
const START = Date.UTC(2026, 10, 21, 12)
const { values: options } = parseArgs({
  options: {
    accounts: { type: 'string', default: '5000' },
    deposits: { type: 'string', default: '10' },
    days: { type: 'string', default: '3' },
  },
})
const accounts = Number(options.accounts)
const deposits = Number(options.deposits)
const days = Number(options.days)

/** Runs `work` for every account of a slice, several concurrently; returns seconds. */
async function everyAccount(count, work) {
  let next = 1
  const start = performance.now()
  const drive = async () => {
    for (let account = next++; account <= count; account = next++) await work(account)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, drive))
  return (performance.now() - start) / 1000
}

/** One Worker per slice, because one process can hold only a limited number of rooms. */
async function measureSlice(count) {
  const served = await serve()
  const room = async (what, account, body) => {
    const send = () => fetch(`http://127.0.0.1:${served.port}/bench/${what}/${account}`, { method: 'POST', body })
    // One retry for a connection closed as idle at the moment of reuse; every call is repeatable.
    const response = await send().catch(send)
    if (!response.ok) throw new Error(`${what} of ${account}: ${await response.text()}`)
    return response.text()
  }
  try {
    await everyAccount(count, (account) => room('yield-open', account, JSON.stringify({ now: START, deposits })))
    // Text of a daily log row's length.
    const text = 'x'.repeat(700 * deposits)
    const bareDay = () => everyAccount(count, (account) => room('yield-bare', `bare-${account}`, text))
    await bareDay()
    const results = []
    for (let day = 1; day <= days; day++) {
      const bare = await bareDay()
      const own = await everyAccount(count, (account) => room('yield-day', account, String(START + day * DAY)))
      results.push({ bare, own })
    }
    for (let account = 1; account <= count; account += Math.ceil(count / 20)) await check(room, account)
    return results
  } finally {
    await served.stop()
  }
}

async function check(room, account) {
  const report = JSON.parse(await room('yield-verify', account, String(START + days * DAY)))
  if (report.problems.length > 0) throw new Error(report.problems.join('; '))
  const house = report.accounts.find((each) => each.account === '@house:mining')
  const expected = -BigInt(deposits) * BigInt(days) * 300_000n
  if (BigInt(house?.amount ?? 0) !== expected)
    throw new Error(`the house paid ${house?.amount}, and should have paid ${expected}`)
}

const results = []
for (let left = accounts; left > 0; left -= SLICE) results.push(...(await measureSlice(Math.min(left, SLICE))))
const total = (field) => results.reduce((sum, each) => sum + each[field], 0) / days
const ratio = median(results.map(({ bare, own }) => own / bare))
console.log(
  `${accounts * deposits} yields of ${accounts} accounts: ${total('own').toFixed(1)} s a day, ${((accounts * deposits) / total('own')).toFixed(0)} yields/s`,
)
console.log(`${accounts} bare durable calls: ${total('bare').toFixed(1)} s`)
console.log(
  `an account's day of ${deposits} yields takes ${ratio.toFixed(2)} times as long as a bare durable call (at most ${RATIO_MAX})`,
)
console.log(`a yield takes ${(ratio / deposits).toFixed(2)} times as long`)
if (ratio > RATIO_MAX) process.exitCode = 1
