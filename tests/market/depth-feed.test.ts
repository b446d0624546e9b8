import { describe, expect, it } from 'vitest'
import { DepthFeed } from '#party/market/depth-feed'
import { DEPTH_LEVELS, type MarketSocketMessage } from '#party/protocol/market'
import { ALICE, BOB, MarketStory, order } from './story'

const NOW = 1_000

/** A client's state: rows by price, built from messages. */
class Client {
  seq = 0
  bids = new Map<number, number>()
  asks = new Map<number, number>()

  hears(text: string): void {
    // The feed wrote it.
    const message = JSON.parse(text) as MarketSocketMessage
    if (message.type === 'snapshot') [this.bids, this.asks] = [new Map(), new Map()]
    else expect(message.seq).toBe(this.seq + 1)
    this.seq = message.seq
    for (const [rows, changes] of [[this.bids, message.bids], [this.asks, message.asks]] as const) {
      for (const [ticks, lots] of changes) {
        if (lots === 0) rows.delete(ticks)
        else rows.set(ticks, lots)
      }
    } // prettier-ignore
  }

  rows() {
    return { bids: [...this.bids].sort(([a], [b]) => b - a), asks: [...this.asks].sort(([a], [b]) => a - b) }
  }
}

function open(options = {}) {
  const market = new MarketStory(options)
  const feed = new DepthFeed(market.state.book, { now: NOW, tape: [] })
  const client = new Client()
  client.hears(feed.snapshot())
  const tick = () => {
    const text = feed.next(NOW, 1_000, [])
    if (text !== null) client.hears(text)
    return text
  }
  const seen = () => ({
    bids: market.state.book.depth('buy', DEPTH_LEVELS),
    asks: market.state.book.depth('sell', DEPTH_LEVELS),
  })
  return { market, feed, client, tick, seen }
}

describe('the public feed of a book', () => {
  it('lets a client that applies each delta see exactly the best levels, however deep the book is', () => {
    const { market, client, tick, seen } = open({ indexTicks: 10_000 })
    for (let level = 0; level < DEPTH_LEVELS + 10; level += 1)
      market.does(ALICE, order(level + 1, { ticks: 9_900 - level }))
    tick()
    expect(client.rows()).toEqual(seen())
    for (let level = 0; level < 5; level += 1) market.does(ALICE, { type: 'cancel', orderNo: level + 1 })
    market.does(BOB, order(1, { side: 'sell', ticks: 9_895, lots: 1 }))
    market.does(BOB, order(2, { side: 'sell', ticks: 10_000, lots: 9 }))
    tick()
    expect(client.rows()).toEqual(seen())
    expect(client.bids.size).toBe(DEPTH_LEVELS)
  })

  it('says nothing when nothing that is shown has changed', () => {
    const { market, tick } = open()
    market.does(ALICE, order(1, { ticks: 990 }))
    expect(tick()).not.toBeNull()
    expect(tick()).toBeNull()
    market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 990, lots: 1 })
    expect(tick()).toBeNull()
  })

  it('gives a client that polls the deltas it missed, and a snapshot when they are gone', () => {
    const { market, feed, tick } = open()
    for (let no = 1; no <= 3; no += 1) {
      market.does(ALICE, order(no, { ticks: 980 + no }))
      tick()
    }
    expect(feed.since(NOW + 3)).toEqual([])
    expect(feed.since(NOW + 1).map((text) => (JSON.parse(text) as MarketSocketMessage).seq)).toEqual([NOW + 2, NOW + 3])
    for (const after of [0, NOW - 1, NOW + 4]) expect(feed.since(after)).toEqual([feed.snapshot()])
  })
})
