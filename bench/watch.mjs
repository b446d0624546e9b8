// Cost of a price round in a Watch: 10,000 bands with none reached, rounds of 16 symbols as text, as sent by Quotes;
// then one band in 1,000 reached per round, whose accounts answer at once.
//
//   node bench/watch.mjs [--bands 10000] [--rounds 20000]
//
// Fails when a round without reached bands takes longer than 0.1 ms. Storage is excluded: it is written every ten
// seconds and once per registration.

import { parseArgs } from 'node:util'
import { median } from './load.mjs'
import { loadModule } from './served.mjs'

const MILLIS_MAX = 0.1
const SYMBOLS = 16
const { values: options } = parseArgs({
  options: { bands: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '20000' } },
})
const bandCount = Number(options.bands)
const roundCount = Number(options.rounds)

const { SymbolWatch } = await loadModule('party/watch/watch')
const NOTHING = { long: '0', short: '0', house: '0', fees: '0', insurance: '0' }
const MIDDLE = 600_000
const HASH = 'f'.repeat(64)
const START = 1_790_000_000_000

const emptyStore = { rows: () => [], values: () => [], first: () => undefined, firstValues: () => undefined, run() {} }

function openWatch(wake) {
  return new SymbolWatch(emptyStore, {
    symbol: 'S0-USDT',
    now: () => START,
    wake,
    roundsAfter: async () => [],
    caps: async () => new Map(),
    follow: async () => undefined,
    soon: (work) => void setTimeout(work, 0),
    later: () => undefined,
    report: console.error,
  })
}

const registration = (account, revision, band) => ({
  feature: 'futures',
  account,
  revision,
  band: { low: null, high: null, next: null, after: 0, ...band },
  exposure: NOTHING,
})

/** Price round as text; the watched symbol has the given price. */
function roundText(second, steps) {
  const at = START + second * 1000
  const ticks = Array.from({ length: SYMBOLS }, (_, index) => ({
    symbol: `S${index}-USDT`,
    seq: second,
    at,
    price: index === 0 ? `${Math.floor(steps / 10)}.${steps % 10}` : '1234.56',
    source: 'simulator',
    previousHash: HASH,
    hash: HASH,
  }))
  return JSON.stringify({ at, ticks, beforeAt: at - 1000 })
}

async function measure(watch, { from, priceOf, bandOf }) {
  for (let account = 1; account <= bandCount; account++)
    await watch.register(registration(account, from, { ...bandOf(account), after: START + from * 1000 - 1 }))
  const texts = Array.from({ length: roundCount }, (_, index) => roundText(from + index, priceOf(index)))
  const times = []
  const start = performance.now()
  for (const text of texts) {
    const before = performance.now()
    await watch.round(JSON.parse(text))
    times.push(performance.now() - before)
  }
  const elapsed = performance.now() - start
  return { perSecond: (roundCount * 1000) / elapsed, millis: elapsed / roundCount, median: median(times) }
}

const say = (name, { perSecond, millis, median: middle }) =>
  console.log(
    `${name}: ${perSecond.toFixed(0)} rounds/s, ${millis.toFixed(4)} ms a round, median ${middle.toFixed(4)} ms`,
  )

let woken = 0
const never = openWatch(() => {
  throw new Error('nobody is reached')
})
const wide = (account) => ({ low: 500_000 - account, high: 700_000 + account })
const drift = (index) => MIDDLE + (index % 1000)
await measure(never, { from: 1, priceOf: drift, bandOf: wide })
const quiet = await measure(never, { from: roundCount + 1, priceOf: drift, bandOf: wide })
say(`${bandCount} bands, none reached (at most ${MILLIS_MAX} ms)`, quiet)

// Each round one band in 1,000 is reached and moves to the end of the range.
let line = MIDDLE + bandCount
const busy = openWatch((account, { round }) => {
  woken += 1
  line += 1
  return Promise.resolve(registration(account, round.at, { high: line, after: round.at }))
})
const share = Math.ceil(bandCount / 1000)
say(
  `${bandCount} bands, ${share} reached each round`,
  await measure(busy, {
    from: 1,
    priceOf: (index) => MIDDLE + (index + 1) * share,
    bandOf: (account) => ({ high: MIDDLE + account }),
  }),
)
console.log(`${woken} accounts were woken`)
if (quiet.millis > MILLIS_MAX) process.exitCode = 1
