// Shared code of order book benches: the books, a flow runner, and answer checks.

import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BUY, CANCEL, MARKET, TAPE_HASH_START, hashTrade } from './workload.mjs'

export async function loadBooks() {
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

/** Runs the flow on one of our books. Every order has its own owner, so that self-trade prevention checks each match without effect. */
export function runOurs(flow, book, tape) {
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

/** Operations a second of the timed part. */
export function timed(flow, tape, operate) {
  for (let at = 0; at < flow.prefill; at++) operate(at)
  tape.clear()
  const start = process.hrtime.bigint()
  for (let at = flow.prefill; at < flow.length; at++) operate(at)
  return (flow.count * 1e9) / Number(process.hrtime.bigint() - start)
}

export class CountingTape {
  trades = 0
  volume = 0
  /** Discards trades of the prefill orders. */
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

export function expectSame(name, answer, expected) {
  for (const [field, value] of Object.entries(answer)) {
    if (value !== expected[field]) throw new Error(`${name} answers ${field} ${value}, not ${expected[field]}`)
  }
}

/** Untimed run: checks the hash of all trades, and the remaining book. */
export function checkWhole(name, flow, makeBook) {
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
