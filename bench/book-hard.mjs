// Fast order book under adversarial flows (wide, one price, deep), each measured alternately with the standard flow.
// Prints rate ratios, and memory per resting order at the end of a flow.

import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CountingTape, checkWhole, expectSame, runOurs } from './book-runs.mjs'
import { median } from './load.mjs'
import { HARD_FLOWS, makeFlow } from './workload.mjs'

const COUNT = 500_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** Prints one line per flow; false when a flow runs below its share of the standard rate. */
export async function measureHardFlows({ FastBook, standard, rounds }) {
  const flows = []
  for (const [name, { share, ...settings }] of Object.entries(HARD_FLOWS)) {
    const flow = makeFlow({ ...settings, count: COUNT })
    checkWhole(name, flow, () => new FastBook())
    flows.push({ name, share, flow, bytes: await bytesHeld(flow, new FastBook()), rates: [], ratios: [] })
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name, flow, rates, ratios } of flows) {
      const limit = rateOf('standard', standard, FastBook)
      rates.push(rateOf(name, flow, FastBook))
      ratios.push(rates.at(-1) / limit)
    }
  }
  for (const { name, share, flow, bytes, rates, ratios } of flows) {
    const { resting } = flow.expected
    const memory = `${(bytes / 1e6).toFixed(0)} MB, ${(bytes / resting).toFixed(0)} bytes an order`
    console.log(
      `${name.padEnd(10)} ${median(rates).toFixed(0).padStart(10)} ops/s, ${median(ratios).toFixed(2)} of standard (at least ${share}); ` +
        `${resting.toLocaleString('en')} resting: ${memory}`,
    )
  }
  return flows.every(({ share, ratios }) => median(ratios) >= share)
}

/** Median of three runs, because one run of the standard flow is short. */
function rateOf(name, flow, Book) {
  return median([1, 2, 3].map(() => runOnce(name, flow, new Book())))
}

function runOnce(name, flow, book) {
  const tape = new CountingTape()
  const rate = runOurs(flow, book, tape)
  expectSame(name, { trades: tape.trades, volume: tape.volume, resting: book.size }, flow.expected)
  return rate
}

async function bytesHeld(flow, book) {
  const before = await bytesUsed()
  runOnce('memory', flow, book)
  const held = (await bytesUsed()) - before
  // Read after the measurement, so that the book is not garbage collected before.
  return book.size > 0 ? held : 0
}

/** Array buffers are freed by another thread shortly after the collection. */
async function bytesUsed() {
  collectGarbage()
  await wait(100)
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
