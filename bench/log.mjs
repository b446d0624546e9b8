// The log's share of a round: an hour of the simulated feed, logged minute by minute with checkpoints; and an hour with a receipt every ten seconds,
// so that each pass has leaves of its own and a checkpoint.
//
//   node bench/log.mjs [--symbols 33] [--minutes 60]
//
// A round's processor time is all that it costs in the feed's room (making prices, chaining and storing ticks, candles, board) and in the log's
// (reading rounds, leaves, tree, signature). Fails when the log's room takes more than a twentieth of both, or more than 200 bytes a minute. Printed
// beside, without a limit: what storing a round costs by itself, and the hour with receipts, whose leaves and checkpoints are no round's.

import { createHash, createHmac, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { SESSION_SECRET, loadModule } from './served.mjs'

const SHARE_MAX = 0.05
const BYTES_MAX = 200
const START = Date.UTC(2026, 10, 21)
const { values: options } = parseArgs({
  options: { symbols: { type: 'string', default: '33' }, minutes: { type: 'string', default: '60' } },
})
const minutes = Number(options.minutes)

const { openRounds } = await loadModule('party/quotes/rounds')
const { openStoredCandles } = await loadModule('party/quotes/stored-candles')
const { makeSource } = await loadModule('party/quotes/make-source')
const { Board } = await loadModule('party/quotes/board')
const { TransparencyLog } = await loadModule('party/log/transparency-log')
const { collect } = await loadModule('party/log/collect')
const { formatSteps } = await loadModule('server/domain/quotes/steps')
const { SIMULATED_ASSETS } = await loadModule('server/domain/quotes/simulated-assets')
const { NOTE_KEY, publicKeyOf } = await loadModule('server/domain/log/note')

const symbols = SIMULATED_ASSETS.slice(1, 1 + Number(options.symbols)).map(({ code }) => `${code}-USDT`)
const digest = (text) => createHash('sha256').update(text).digest('base64url')
const sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())

/** A room's store over Node's SQLite, in memory: what is measured is the processor. */
function openStore(name) {
  const database = new DatabaseSync(':memory:')
  const folder = new URL(`../db/${name}/migrations/`, import.meta.url)
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.sql')))
    database.exec(readFileSync(new URL(file, folder), 'utf8').replaceAll('--> statement-breakpoint', ''))
  const statements = new Map()
  const prepared = (text) => {
    const known = statements.get(text) ?? database.prepare(text)
    statements.set(text, known)
    return known
  }
  const bound = (values) => values.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value))
  // A room's storage answers blobs as buffers.
  const rows = (text, ...values) => {
    const found = prepared(text).all(...bound(values))
    for (const row of found) if (row.hash) row.hash = new Uint8Array(row.hash).buffer
    return found
  }
  const store = {
    has: () => true,
    make: () => undefined,
    rows,
    first: (text, ...values) => rows(text, ...values)[0],
    values: (text, ...values) => rows(text, ...values).map((row) => Object.values(row)),
    firstValues: (text, ...values) => rows(text, ...values).map((row) => Object.values(row))[0],
    run: (text, ...values) => void prepared(text).run(...bound(values)),
    runInTransaction(work) {
      database.exec('SAVEPOINT work')
      try {
        const result = work()
        database.exec('RELEASE work')
        return result
      } catch (failure) {
        database.exec('ROLLBACK TO work; RELEASE work')
        throw failure
      }
    },
  }
  const bytes = () => {
    const [{ page_count: pages }] = database.prepare('PRAGMA page_count').all()
    const [{ page_size: size }] = database.prepare('PRAGMA page_size').all()
    return pages * size
  }
  return { store, bytes }
}

function signer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  const key = publicKeyOf(sha256, { name: 'cm.example/log', key: raw, kind: NOTE_KEY })
  return { publicKey, now: { key, sign: (message) => new Uint8Array(sign(null, message, privateKey)) } }
}

const quotes = openStore('quotes')
const log = openStore('log')
const { publicKey, now } = signer()
const rounds = openRounds(quotes.store, digest)
const crypto = { sha256, verify: (_key, message, signature) => verify(null, message, publicKey, signature) }
const transparencyLog = new TransparencyLog(log.store, crypto, { now, before: null })
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const source = makeSource(
  { QUOTES_SOURCE: 'simulator', SIMULATOR_SEED: SESSION_SECRET },
  openStoredCandles(quotes.store),
  hmac,
)
source.list(symbols.map((symbol) => ({ symbol, priceDecimals: 2, quantityDecimals: 4 })))
const board = new Board(START)
const sources = {
  rounds: (after, limit) => Promise.resolve(rounds.logged(after, limit)),
  receipts: () => Promise.resolve([]),
  ticksOf: () => Promise.resolve([]),
  proveTicks: () => Promise.resolve([]),
  liabilities: () => Promise.resolve([]),
  desk: () => Promise.resolve([]),
}

const spent = { rounds: 0, storing: 0, log: 0 }
async function timed(what, work) {
  const from = process.cpuUsage()
  await work()
  add(what, from)
}

function add(what, from) {
  const { user, system } = process.cpuUsage(from)
  spent[what] += (user + system) / 1000
}

function publish(minute, from, until) {
  for (let second = from; second < until; second += 1) {
    const at = START + (minute * 60 + second) * 1000
    source.beat(at)
    const readings = source.readings(at)
    const prices = readings.map(({ listing, priceSteps, source: from }) => {
      return { symbol: listing.symbol, price: formatSteps(priceSteps, listing.priceDecimals), source: from }
    })
    const from = process.cpuUsage()
    const ticks = rounds.append(at, prices)
    add('storing', from)
    source.published(
      at,
      readings.map(({ listing, priceSteps }) => ({ symbol: listing.symbol, priceSteps })),
    )
    board.update(at, readings, ticks)
  }
}

/** Minutes from one on, each logged in as many passes; answers the log's share of their rounds. */
async function measure(first, passes, receipts) {
  Object.assign(spent, { rounds: 0, storing: 0, log: 0 })
  for (let minute = first; minute < first + minutes; minute += 1)
    for (let pass = 0; pass < passes; pass += 1) {
      const [from, until] = [pass, pass + 1].map((part) => (part * 60) / passes)
      await timed('rounds', () => publish(minute, from, until))
      const now = START + (minute * 60 + until) * 1000
      await timed('log', () => collect(transparencyLog, { ...sources, receipts }, { sha256, now }))
    }
  return spent.log / (spent.rounds + spent.log)
}

function tell(what, share) {
  console.log(
    `${minutes} minutes of rounds of ${symbols.length} symbols, ${what}: ${spent.rounds.toFixed(0)} ms in the feed (${spent.storing.toFixed(0)} ms of it to store them), ${spent.log.toFixed(0)} ms in the log`,
  )
  console.log(`the log takes ${(share * 100).toFixed(2)} % of the rounds' processor time`)
}

// Some minutes in advance, so that neither side pays for compiling.
await measure(0, 1, sources.receipts)
const share = await measure(minutes, 1, sources.receipts)
tell('logged minute by minute', share)
let receiptNo = 0
const nameOf = (no) => createHash('sha256').update(String(no)).digest('hex')
const noReceipt = () => Promise.resolve([{ no: receiptNo, text: nameOf(receiptNo) }])
const nextReceipt = () => {
  receiptNo += 1
  return Promise.resolve([receiptNo - 1, receiptNo].map((no) => ({ no, text: nameOf(no) })).filter(({ no }) => no > 0))
}
tell('with a receipt and a checkpoint every ten seconds', await measure(2 * minutes, 6, nextReceipt))

// Bytes need longer than whole pages: further minutes have rounds without prices.
const LONGER = 1_000
const before = log.bytes()
for (let minute = 3 * minutes; minute < 3 * minutes + LONGER; minute += 1) {
  const first = minute * 60 + 1
  const made = Array.from({ length: 60 }, (_, index) => ({
    ...{ no: first + index, at: START + (first + index) * 1000, lateSymbol: null, digest: digest(String(index)) },
  }))
  await collect(
    transparencyLog,
    { ...sources, receipts: noReceipt, rounds: () => Promise.resolve(made) },
    { sha256, now: START + (minute + 1) * 60_000 },
  )
}
const bytes = (log.bytes() - before) / LONGER
console.log(
  `limits, minute by minute: ${SHARE_MAX * 100} % (${(share * 100).toFixed(2)} %), ${BYTES_MAX} bytes a minute (${bytes.toFixed(0)})`,
)
if (share > SHARE_MAX || bytes > BYTES_MAX) process.exitCode = 1
