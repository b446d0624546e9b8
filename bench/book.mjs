// How fast the books are: 1,000,000 operations of the standard flow on the fast book, the plain book and npm's nodejs-order-book, in turns,
// each answer checked. Ratios are medians over the rounds, because the machine's own speed wanders.
//
//   node bench/book.mjs [--rounds 5]
//
// Fails when an answer is wrong, when the fast book is below 40 times nodejs-order-book, or not faster than the plain book.

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { OrderBook } from 'nodejs-order-book'
import { median } from './load.mjs'
import {
  BUY,
  CANCEL,
  MARKET,
  STANDARD_ANSWER,
  TAPE_HASH_START,
  assertStandard,
  hashTrade,
  makeFlow,
} from './workload.mjs'

const RATIO_MIN = 40
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })

async function loadBooks() {
  const result = await build({
    stdin: {
      contents: `export { FastBook } from '#party/market/fast-book'; export { PlainBook } from '#party/market/plain-book'`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString('base64')}`)
}

/** Runs the flow on one of our books. Every order has another owner, so self-trade prevention looks at each match and finds nothing. */
function runOurs(flow, book, tape) {
  const place = (at) => {
    const isMarket = flow.kind[at] === MARKET
    const isBuy = flow.side[at] === BUY
    book.submit(
      {
        id: flow.id[at],
        owner: flow.id[at],
        side: isBuy ? 'buy' : 'sell',
        ticks: isMarket ? (isBuy ? Number.MAX_SAFE_INTEGER : 0) : flow.ticks[at],
        lots: flow.lots[at],
        budgetTickLots: null,
        isMarket,
        timeInForce: isMarket ? 'ioc' : 'gtc',
        isPostOnly: false,
        selfTrade: 'cancel_newest',
      },
      tape,
    )
  }
  return timed(flow, tape, (at) => (flow.kind[at] === CANCEL ? book.cancel(flow.id[at]) : place(at)))
}

function runNodejsOrderBook(flow, book, tape) {
  const count = (result, takerId) => {
    for (const order of result.done) {
      if (order.id === takerId) continue
      tape.trades++
      tape.volume += order.size
    }
    if (result.partial !== null && result.partial.id !== takerId) {
      tape.trades++
      tape.volume += result.partialQuantityProcessed
    }
  }
  const place = (at) => {
    const side = flow.side[at] === BUY ? 'buy' : 'sell'
    const id = String(flow.id[at])
    if (flow.kind[at] === MARKET) count(book.market({ side, size: flow.lots[at] }), id)
    else count(book.limit({ id, side, size: flow.lots[at], price: flow.ticks[at] }), id)
  }
  return timed(flow, tape, (at) => (flow.kind[at] === CANCEL ? book.cancel(String(flow.id[at])) : place(at)))
}

/** Operations a second of the timed part. */
function timed(flow, tape, operate) {
  for (let at = 0; at < flow.prefill; at++) operate(at)
  tape.clear()
  const start = process.hrtime.bigint()
  for (let at = flow.prefill; at < flow.length; at++) operate(at)
  return (flow.count * 1e9) / Number(process.hrtime.bigint() - start)
}

class CountingTape {
  trades = 0
  volume = 0
  /** The few trades among the orders laid first do not count. */
  clear() {
    this.trades = 0
    this.volume = 0
  }
  trade(_maker, _taker, _ticks, lots) {
    this.trades++
    this.volume += lots
  }
  selfTradeCancelled() {
    throw new Error('nobody in the flow trades with himself')
  }
}

class HashingTape extends CountingTape {
  hash = TAPE_HASH_START
  notional = 0
  clear() {
    super.clear()
    this.notional = 0
    this.hash = TAPE_HASH_START
  }
  trade(maker, taker, ticks, lots) {
    super.trade(maker, taker, ticks, lots)
    this.notional += ticks * lots
    this.hash = hashTrade(this.hash, maker, taker, ticks, lots)
  }
}

function expectSame(name, answer, expected) {
  for (const [field, value] of Object.entries(answer)) {
    if (value !== expected[field]) throw new Error(`${name} answers ${field} ${value}, not ${expected[field]}`)
  }
}

/** Once, untimed: the whole tape by hash and what is left in the book. */
function checkWhole(name, flow, makeBook) {
  const book = makeBook()
  const tape = new HashingTape()
  runOurs(flow, book, tape)
  const left = [...book.orders()]
  expectSame(
    name,
    {
      trades: tape.trades,
      volume: tape.volume,
      notional: tape.notional,
      hash: tape.hash,
      resting: book.size,
      restingQty: left.reduce((sum, order) => sum + order.lotsLeft, 0),
      bestBid: book.best('buy'),
      bestAsk: book.best('sell'),
    },
    flow.expected,
  )
  return book.stateHash()
}

const flow = makeFlow()
assertStandard(flow)
const { FastBook, PlainBook } = await loadBooks()

const contenders = [
  { name: 'fast book', passes: 5, makeBook: () => new FastBook(), run: runOurs },
  { name: 'plain book', passes: 1, makeBook: () => new PlainBook(), run: runOurs },
  { name: 'nodejs-order-book', passes: 1, makeBook: () => new OrderBook(), run: runNodejsOrderBook },
].map((contender) => ({ ...contender, rates: [] }))

function measure({ name, passes, makeBook, run }) {
  const rates = []
  for (let pass = 0; pass < passes; pass++) {
    const tape = new CountingTape()
    rates.push(run(flow, makeBook(), tape))
    expectSame(name, { trades: tape.trades, volume: tape.volume }, STANDARD_ANSWER)
  }
  return median(rates)
}

for (let seed = 2; seed <= 3; seed++)
  checkWhole(`fast book, seed ${seed}`, makeFlow({ seed, count: 200_000 }), () => new FastBook())
const hashes = [FastBook, PlainBook].map((Book) => checkWhole(Book.name, flow, () => new Book()))
if (hashes[0] !== hashes[1]) throw new Error('the books are left in different states')

for (const contender of contenders.slice(0, 2)) measure(contender)
for (let round = 0; round < Number(options.rounds); round++) {
  for (const contender of contenders) contender.rates.push(measure(contender))
}

const [fast, plain, npm] = contenders
const ratios = (over) => fast.rates.map((rate, round) => rate / over.rates[round])
console.log(
  `${flow.count.toLocaleString('en')} operations, ${flow.expected.trades.toLocaleString('en')} trades, ${options.rounds} rounds; all answers right`,
)
for (const { name, rates } of contenders) {
  const range = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`
  console.log(`${name.padEnd(18)} ${median(rates).toFixed(0).padStart(10)} ops/s  (${range})`)
}
const overNpm = median(ratios(npm))
const overPlain = median(ratios(plain))
console.log(
  `fast / nodejs-order-book ${overNpm.toFixed(1)} (at least ${RATIO_MIN}); fast / plain ${overPlain.toFixed(1)} (above 1)`,
)
if (overNpm < RATIO_MIN || overPlain <= 1) process.exitCode = 1
