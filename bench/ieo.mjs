// Cost of a token sale allocation: applications of real accounts are allotted in slices, the list is published, and
// each account is informed and settles. With 1,000, 10,000 and 100,000 applications, 200 per account.
//
//   node bench/ieo.mjs [--sizes 1000,10000,100000] [--told 10000]
//
// Sizes above `--told` are allotted only, with applications in the directory alone. Fails when 100,000 take longer than
// 60 s, or when one application costs more than twice one of 10,000. Prints Worker memory before and at peak.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serve } from './served.mjs'

const SECONDS_MAX = 60
const PER_ACCOUNT = 200
const AT_ONCE = 4
const FIRST_ACCOUNT = 10_001
const { values: options } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, told: { type: 'string', default: '10000' } },
})
const sizes = options.sizes.split(',').map(Number)
const toldMax = Number(options.told)

const { port, database, stop } = await serve()
const ask = async (path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}/bench/${path}`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

/** Memory of the Workers runtime in MB, current or peak; NaN if unavailable. */
function memory(field) {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const server = children.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd')
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server}/status`, 'utf8'))
    return Number(kilobytes) / 1024
  } catch {
    return NaN
  }
}

async function addSale(id, size) {
  const statement = `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days)
    VALUES (?, 9001, 'pro_rata', '50000', ?, 1, 1000000, 'USDT', 1, 2, 3, 30)`
  await database
    .prepare(statement)
    .bind(id, size * 3 + 7)
    .run()
}

let accounts = 0
/** Applications of accounts that hold their payments. */
async function applyForReal(id, size) {
  const waiting = Array.from({ length: size / PER_ACCOUNT }, () => FIRST_ACCOUNT + accounts++).values()
  const work = async () => {
    for (const userId of waiting)
      await ask(`ieo-apply/${userId}`, JSON.stringify({ projectId: id, count: PER_ACCOUNT }))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Applications that only the directory knows. */
async function applyOnPaper(id, size) {
  await database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
      INSERT INTO supply_claim (ref, product, item, user_id, quantity, at) SELECT 'paper:' || ? || ':' || i, 'ieo', ?, 900000 + i, 1 + i % 19, 1 FROM n`,
    )
    .bind(size, id, String(id))
    .run()
}

const timed = async (work) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const costs = new Map()
try {
  for (const [index, size] of sizes.entries()) {
    const id = 100 + index
    const isTold = size <= toldMax
    await addSale(id, size)
    if (isTold) await applyForReal(id, size)
    else await applyOnPaper(id, size)
    const before = memory('VmRSS')
    const seconds = await timed(() => ask(`ieo-share/${id}`, ''))
    costs.set(size, (seconds * 1e6) / size)
    const high = memory('VmHWM')
    console.log(
      `${size} applications allotted and listed in ${seconds.toFixed(2)} s, ${costs.get(size).toFixed(0)} µs each; memory ${before.toFixed(0)} MB before, ${high.toFixed(0)} MB at its highest`,
    )
    if (!isTold) continue
    const telling = await timed(() => ask(`ieo-tell/${id}`, ''))
    console.log(
      `${size} applications of ${size / PER_ACCOUNT} accounts told and paid in ${telling.toFixed(2)} s, ${((telling * 1e6) / size).toFixed(0)} µs each`,
    )
  }
  const [many, some] = [costs.get(100_000), costs.get(10_000)]
  if (many !== undefined && ((many * 100_000) / 1e6 > SECONDS_MAX || (some !== undefined && many > some * 2)))
    process.exitCode = 1
} finally {
  await stop()
}
