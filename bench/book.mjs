// Order book speed: 1,000,000 operations of the standard flow on the fast book, the plain book and npm's
// nodejs-order-book, alternately, with checked answers; then the adversarial flows. Ratios are medians over rounds,
// because the machine's speed varies.
//
//   node bench/book.mjs [--rounds 5]
//
// Fails on a wrong answer, when the fast book is below 40 times nodejs-order-book or slower than the plain book, or
// when an adversarial flow is below its share of the standard rate.

import { parseArgs } from 'node:util'
import { OrderBook } from 'nodejs-order-book'
import { measureHardFlows } from './book-hard.mjs'
import { CountingTape, checkWhole, expectSame, loadBooks, runOurs, timed } from './book-runs.mjs'
import { median } from './load.mjs'
import { BUY, CANCEL, MARKET, STANDARD_ANSWER, assertStandard, makeFlow } from './workload.mjs'

const RATIO_MIN = 40
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })

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
if (!(await measureHardFlows({ FastBook, standard: flow, rounds: Number(options.rounds) }))) process.exitCode = 1
