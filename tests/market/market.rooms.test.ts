// Stories of a real Market room: numbered streams, group commit, restarts, delivery, the house and the public feed.

import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { type Receipt, checkReceipt } from '#domain/receipt'
import type { MarketParts } from '#party/market/turn'
import type { MarketRpc, MarketSocketMessage } from '#party/protocol/market'
import { HASHING } from '../kit/hashing'
import { BTC_USDT, HOUSE_OFF, HOUSE_ON } from './btc-usdt'
import { MarketStage, eventually } from './stage'
import { ALICE, BOB, CAROL, order, textsOf } from './story'

const TICKS = 600_000
const buy = (orderNo: number, terms = {}) => order(orderNo, { side: 'buy', ticks: TICKS, lots: 10, ...terms })
const sell = (orderNo: number, terms = {}) => order(orderNo, { side: 'sell', ticks: TICKS, lots: 10, ...terms })

let opened = 0
/** A separate market for each story. */
const open = () => MarketStage.open(`STORY-${(opened += 1)}`)

describe('orders of two people', () => {
  it('match by time: Alice was first, so Carol buys from her and then from Bob', async () => {
    const stage = await open()
    await stage.send(ALICE, sell(1))
    await stage.send(BOB, sell(1))
    await stage.send(CAROL, buy(1, { lots: 15 }))
    expect(stage.person(CAROL).story(1)).toEqual(['accepted', 'filled', 'filled', 'closed'])
    await eventually(
      'Alice and Bob hear of it',
      () => stage.person(ALICE).story(1).length + stage.person(BOB).story(1).length === 5,
    )
    expect(stage.person(ALICE).story(1)).toEqual(['accepted', 'filled', 'closed'])
    expect(stage.person(BOB).messages.at(-1)).toMatchObject({ type: 'filled', role: 'maker', lots: 5 })
  })

  it('that arrive in one turn are matched in order and share one commit', async () => {
    const stage = await open()
    await stage.send(ALICE, sell(1, { lots: 100 }))
    const before = await stage.rpc.stats()
    const requests = Array.from({ length: 20 }, (_, index) => ({
      account: 20_000 + index,
      received: 0,
      commands: [{ ...buy(1, { lots: 4 }), seq: 1 }],
    }))
    await runInDurableObject(stage.stub, (room) => {
      const market = room as unknown as MarketRpc
      return Promise.all(requests.map((request) => market.submit(...textsOf(request))))
    })
    const after = await stage.rpc.stats()
    expect(after.commands - before.commands).toBe(20)
    expect(after.commits - before.commits).toBe(1)
    expect(after.openOrders).toBe(1)
  })
})

describe('the numbered streams', () => {
  it('carry out a repeated command once, and answer it as before', async () => {
    const stage = await open()
    const request = { account: ALICE, received: 0, commands: [{ ...sell(1), seq: 1 }] }
    const first = await stage.ask(request)
    expect(await stage.ask(request)).toEqual(first)
    expect(await stage.rpc.stats()).toMatchObject({ openOrders: 1 })
  })

  it('ask for what is missing when a command is ahead of its time', async () => {
    const stage = await open()
    await stage.send(ALICE, sell(1))
    const ahead = await stage.ask({ account: ALICE, received: 0, commands: [{ ...sell(3), seq: 3 }] })
    expect(ahead).toMatchObject({ commandSeq: 1, isGap: true })
    const both = await stage.ask({ account: ALICE, received: 0, commands: [{ ...sell(2), seq: 2 }, { ...sell(3), seq: 3 }] }) // prettier-ignore
    expect(both).toMatchObject({ commandSeq: 3, isGap: false })
    expect(both.messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('give the messages of a lost answer again, and drop them once they are acknowledged', async () => {
    const stage = await open()
    await stage.ask({ account: ALICE, received: 0, commands: [{ ...sell(1), seq: 1 }] })
    const again = await stage.ask({ account: ALICE, received: 0, commands: [{ ...sell(2), seq: 2 }] })
    expect(again.messages.map(({ seq, orderNo }) => [seq, orderNo])).toEqual([[1, 1], [2, 2]]) // prettier-ignore
    const next = await stage.ask({ account: ALICE, received: 2, commands: [] })
    expect(next.messages).toEqual([])
    expect(await stage.rpc.stats()).toMatchObject({ undeliveredMessages: 0 })
  })

  it('stop a request that no Account would send before it touches anything', async () => {
    const stage = await open()
    await stage.send(ALICE, sell(1))
    const wrong = { account: ALICE, received: 0, commands: [{ ...sell(2, { lots: 0.5 }), seq: 2 }] }
    await expect(stage.ask(wrong)).rejects.toThrow('a request has commands')
    expect((await stage.send(ALICE, sell(2))).commandSeq).toBe(2)
  })
})

describe('a restart', () => {
  it('in the middle leaves the book, the numbers, the house and the undelivered messages as they were', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    stage.person(ALICE).isAway = true
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await stage.send(ALICE, sell(1), sell(2, { ticks: TICKS + 100 }), buy(3, { ticks: TICKS - 100 }))
    await stage.send(BOB, buy(1, { lots: 4 }), buy(2, { ticks: TICKS + 300, lots: 100 }))
    await stage.send(BOB, { type: 'amend', orderNo: 1, ticks: TICKS - 200, lots: 9 }, { type: 'cancel', orderNo: 9 })
    const before = await stage.rpc.stats()
    await stage.restart()
    const after = await stage.rpc.stats()
    expect(after.stateHash).toBe(before.stateHash)
    expect(after).toMatchObject({
      openOrders: before.openOrders,
      undeliveredMessages: before.undeliveredMessages,
      commands: 0,
    })
    expect(before.undeliveredMessages).toBeGreaterThan(0)
    expect((await stage.send(BOB, sell(3, { ticks: TICKS - 100 }))).commandSeq).toBe(5)
    stage.person(ALICE).isAway = false
    vi.restoreAllMocks()
  })

  it('keeps a turn that is too long for one row: two thousand orders in one request', async () => {
    const stage = await open()
    await stage.send(ALICE, ...Array.from({ length: 2_000 }, (_, index) => sell(index + 1, { ticks: TICKS + index })))
    await stage.send(BOB, buy(1, { ticks: TICKS + 1_500, lots: 15_000 }))
    const parts = await runInDurableObject(stage.stub, (_, { storage }) =>
      storage.sql.exec('SELECT turn, count(*) AS parts FROM turn_part GROUP BY turn HAVING parts > 1').toArray(),
    )
    expect(parts.length).toBeGreaterThan(0)
    const before = await stage.rpc.stats()
    await stage.restart()
    expect((await stage.rpc.stats()).stateHash).toBe(before.stateHash)
    expect(before.openOrders).toBe(500)
  })

  it('after a snapshot remembers accounts that have not traded since', async () => {
    const stage = await open()
    await stage.send(ALICE, sell(1))
    await stage.send(BOB, buy(1, { lots: 3 }))
    await stage.ask({ account: BOB, received: stage.person(BOB).received, commands: [] })
    await runInDurableObject(stage.stub, (room) => {
      // The threshold of the room's own journal, lowered so that the next turn writes a snapshot.
      const { parts } = room as unknown as { parts: { journal: object } }
      Object.assign(parts.journal, { snapshotAfterLength: 0 })
    })
    await stage.send(ALICE, sell(2))
    const rows = await runInDurableObject(
      stage.stub,
      (_, { storage }) => storage.sql.exec('SELECT id FROM turn_part').toArray().length,
    )
    expect(rows).toBe(0)
    const before = await stage.rpc.stats()
    await stage.restart()
    expect((await stage.rpc.stats()).stateHash).toBe(before.stateHash)
    expect((await stage.ask({ account: BOB, received: 3, commands: [] })).commandSeq).toBe(1)
    expect((await stage.send(BOB, buy(2, { lots: 3 }))).commandSeq).toBe(2)
    expect(stage.person(BOB).story(2)).toEqual(['accepted', 'filled', 'closed'])
  })

  it('after a snapshot with more accounts than one text may hold finds the number of each', async () => {
    const stage = await open()
    const [first, count, commandSeq] = [1_000_000, 40_000, 1_000_000_000]
    await runInDurableObject(stage.stub, (room) => {
      const { parts } = room as unknown as { parts: MarketParts }
      Object.assign(parts.journal, { snapshotAfterLength: 0 })
      for (let index = 0; index < count; index += 1) parts.state.advance(first + index, commandSeq)
    })
    await stage.send(ALICE, sell(1))
    await stage.restart()
    for (const account of [first, first + count - 1]) {
      expect((await stage.ask({ account, received: 0, commands: [] })).commandSeq).toBe(commandSeq)
    }
    expect((await stage.ask({ account: ALICE, received: 1, commands: [] })).commandSeq).toBe(1)
  })

  it('follows a turn that could not be written: nobody got an answer, and the room is as it was before', async () => {
    const stage = await open()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await stage.send(ALICE, sell(1))
    const before = await stage.rpc.stats()
    await runInDurableObject(stage.stub, (_, { storage }) => {
      storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON turn_part BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    })
    const request = { account: BOB, received: 0, commands: [{ ...buy(1, { lots: 4 }), seq: 1 }] }
    await expect(stage.ask(request)).rejects.toThrow()
    await stage.restart()
    await runInDurableObject(stage.stub, (_, { storage }) => storage.sql.exec('DROP TRIGGER full').toArray())
    expect((await stage.rpc.stats()).stateHash).toBe(before.stateHash)
    const answer = await stage.ask(request)
    expect(answer.messages.map(({ type }) => type)).toEqual(['accepted', 'filled', 'closed'])
    stage.person(ALICE).isAway = false
    vi.restoreAllMocks()
  })
})

describe('a Market that cannot reach the directory', () => {
  it('answers nobody until it knows what is listed: a command is neither refused nor lost', async () => {
    const stage = await open()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    stage.isDirectoryAway = true
    const request = { account: ALICE, received: 0, commands: [{ ...sell(1), seq: 1 }] }
    await expect(stage.ask(request)).rejects.toThrow('the directory cannot be read')
    stage.isDirectoryAway = false
    expect((await stage.ask(request)).messages.map(({ type }) => type)).toEqual(['accepted'])
    vi.restoreAllMocks()
  })

  it('leaves none waiting of more requests than one turn takes', async () => {
    const stage = await open()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    stage.isDirectoryAway = true
    const crowd = Array.from({ length: 600 }, (_, index) => ({ account: 20_000 + index, received: 0, commands: [] }))
    const refused = await runInDurableObject(stage.stub, async (room) => {
      let count = 0
      const market = room as unknown as MarketRpc
      for (const request of crowd) market.submit(...textsOf(request)).catch(() => (count += 1))
      await eventually('all are refused', () => count === crowd.length).catch(() => undefined)
      return count
    })
    expect(refused).toBe(600)
    vi.restoreAllMocks()
  })
})

describe('delivery', () => {
  it('comes again by alarm until Alice is back, in order and once each, while Bob trades on', async () => {
    const stage = await open()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await stage.send(ALICE, sell(1, { lots: 100 }))
    const alice = stage.person(ALICE)
    alice.isAway = true
    await stage.send(BOB, buy(1, { lots: 3 }))
    await stage.send(BOB, buy(2, { lots: 4 }))
    expect(stage.person(BOB).story(2)).toEqual(['accepted', 'filled', 'closed'])
    expect(alice.story(1)).toEqual(['accepted'])
    await stage.restart()
    alice.isAway = false
    await eventually('Alice hears of both fills', async () => {
      await stage.ring()
      return alice.story(1).length === 3
    })
    expect(alice.messages.map(({ seq }) => seq)).toEqual([1, 2, 3])
    await eventually('nothing is owed', async () => {
      await stage.ring()
      return (await stage.rpc.stats()).undeliveredMessages === 0
    })
    stage.person(ALICE).isAway = false
    vi.restoreAllMocks()
  })
})

describe('the house', () => {
  it('quotes both sides around the index price, moves with it, and fills a limit that the price has crossed', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    const { bids, asks, indexTicks } = await stage.rpc.depth(1)
    expect([bids, asks, indexTicks]).toEqual([[[599_700, 10_000]], [[600_300, 10_000]], TICKS])
    await stage.send(ALICE, buy(1, { ticks: 599_900 }))
    stage.price = '59950.0'
    await eventually('the price has come to Alice', async () => {
      await stage.ring()
      return stage.person(ALICE).story(1).includes('closed')
    })
    expect(stage.person(ALICE).messages[1]).toMatchObject({ type: 'filled', ticks: 599_900, role: 'maker' })
  })

  it('books what it trades, zero-sum, so that market and accounts balance', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.send(ALICE, buy(1, { ticks: 600_300, lots: 1_000 }), sell(2, { ticks: 599_700, lots: 400 }))
    const market = `@market:${stage.symbol}`
    await eventually('both have met the house', () => stage.person(ALICE).story(2).includes('closed'))
    const report = await stage.rpc.report()
    // It sold 0.01 BTC at 60,030 USDT and bought 0.004 at 59,970.
    expect(report).toMatchObject({ isHouseLedgerSound: true, undelivered: [], undeliveredMessages: 0 })
    expect(report.house).toEqual(
      expect.arrayContaining([
        { account: '@house', assetId: 1, amount: '-600000' },
        { account: market, assetId: 1, amount: '600000' },
        { account: '@house', assetId: 3, amount: '360420000' },
        { account: market, assetId: 3, amount: '-360420000' },
      ]),
    )
  })

  it('publishes a receipt of each of its trades once, also when it died before the directory had it', async () => {
    const stage = await open()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.send(ALICE, buy(1, { ticks: 600_300, lots: 1_000 }), sell(2, { ticks: 599_700, lots: 400 }))
    await eventually('both have met the house', () => stage.person(ALICE).story(2).includes('closed'))
    expect(stage.person(ALICE).messages.filter(({ type }) => type === 'filled')).toMatchObject([
      { tradeNo: 1, isOfHouse: true },
      { tradeNo: 2, isOfHouse: true },
    ])
    stage.isDirectoryAway = true
    await stage.restart()
    await stage.ring()
    expect(stage.receipts.size).toBe(0)
    stage.isDirectoryAway = false
    await eventually('the directory has it', async () => {
      await stage.ring()
      return stage.receipts.size > 0
    })
    const published = [...stage.receipts.values()]
    expect(published.map(({ firstTradeNo, lastTradeNo }) => [firstTradeNo, lastTradeNo])).toEqual([[1, 2]])
    for (const { id, body } of published) {
      expect(id).toBe(HASHING.sha256(body))
      expect(checkReceipt(JSON.parse(body) as Receipt, HASHING)).toEqual([])
    }
    await eventually('the room knows it', () =>
      runInDurableObject(
        stage.stub,
        (room) => (room as unknown as { parts: MarketParts }).parts.state.houseRounds.isEmpty,
      ),
    )
    await stage.restart()
    await stage.ring()
    expect([...stage.receipts.values()].map(({ sent }) => sent)).toEqual([1])
    vi.restoreAllMocks()
  })

  it('counts as undelivered what an account that is away has not heard of', async () => {
    const stage = await open()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await stage.send(ALICE, sell(1, { lots: 1_000 }))
    stage.person(ALICE).isAway = true
    await stage.send(BOB, buy(1, { lots: 1_000 }))
    const { undelivered } = await stage.rpc.report()
    expect(undelivered).toEqual(expect.arrayContaining([{ assetId: 1, amount: '1000000' }, { assetId: 3, amount: '-600000000' }])) // prettier-ignore
    stage.person(ALICE).isAway = false
    vi.restoreAllMocks()
  })

  it('withdraws when it is switched off in the catalogue, and leaves a market of users alone', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.send(ALICE, buy(1, { ticks: 599_900 }))
    expect((await stage.rpc.depth(9)).bids).toHaveLength(4)
    stage.pair = { ...BTC_USDT, house: HOUSE_OFF }
    await stage.rpc.sweep()
    await eventually('only Alice is left', async () => (await stage.rpc.depth(9)).bids.length === 1)
    expect((await stage.rpc.depth(9)).asks).toEqual([])
    await stage.send(BOB, sell(1, { ticks: 599_900 }))
    expect(stage.person(BOB).story(1)).toEqual(['accepted', 'filled', 'closed'])
  })

  it('withdraws while there is no index price: market orders are refused, limits meet each other', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    stage.price = null
    await stage.send(ALICE, sell(1))
    expect(await stage.rpc.reference()).toBeNull()
    await stage.send(BOB, buy(1, { kind: 'market', timeInForce: 'ioc' }), buy(2))
    expect(stage.person(BOB).messages[0]).toMatchObject({ type: 'closed', refusal: 'no_reference_price' })
    expect(stage.person(BOB).story(2)).toEqual(['accepted', 'filled', 'closed'])
  })
})

describe('the sweep of every minute', () => {
  it('neither asks for a price nor has the house quote in a market that nobody looks at', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.rpc.sweep()
    await stage.restart()
    await stage.rpc.sweep()
    await stage.rpc.sweep()
    expect(stage.pricesAsked).toBe(0)
    expect(await stage.rpc.stats()).toMatchObject({ commits: 0 })
    expect((await stage.rpc.depth(1)).asks).toEqual([[600_300, 10_000]])
  })

  it('has a market in which an order of Alice rests follow the price again', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.send(ALICE, buy(1, { ticks: 599_900 }))
    await stage.restart()
    stage.price = '59950.0'
    await stage.rpc.sweep()
    await eventually('the price has come to Alice', () => stage.person(ALICE).story(1).includes('closed'))
  })
})

describe('the house while the price feed is silent', () => {
  /** Ages the last index price until it is too old to serve as a reference. */
  const loseIndex = (stage: MarketStage) =>
    runInDurableObject(stage.stub, (room) => {
      const { inputs } = room as unknown as { inputs: { indexReadAt: number } }
      inputs.indexReadAt -= 60_000
    })

  it('is out of the book before an order of Alice could meet its old price', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    expect((await stage.rpc.depth(1)).asks).toEqual([[600_300, 10_000]])
    stage.isFeedSilent = true
    await loseIndex(stage)
    await stage.send(ALICE, buy(1, { ticks: 600_300 }))
    expect(stage.person(ALICE).story(1)).toEqual(['accepted'])
  })

  it('is not shown to anybody who looks', async () => {
    const stage = await open()
    stage.pair = { ...BTC_USDT, house: HOUSE_ON }
    await stage.rpc.depth(1)
    stage.isFeedSilent = true
    await loseIndex(stage)
    expect(await stage.rpc.depth(1)).toMatchObject({ bids: [], asks: [], indexTicks: 0 })
  })
})

describe('the price band', () => {
  it('refuses a price beyond it with the nearest one inside, and tells where it lies', async () => {
    const stage = await open()
    await stage.send(ALICE, buy(1, { ticks: 539_999 }))
    expect(stage.person(ALICE).messages[0]).toMatchObject({
      refusal: 'price_out_of_band',
      facts: { bound: '54000', nearest: '54000', asset: 'USDT' },
    })
    expect(await stage.rpc.reference()).toEqual({ indexTicks: TICKS, lowTicks: 540_000, highTicks: 660_000 })
  })
})

describe('the public feed', () => {
  it('starts a socket with a snapshot and goes on with numbered deltas; a client may ask for a fresh snapshot', async () => {
    const stage = await open()
    const response = await stage.stub.fetch(`http://market/parties/market/${stage.symbol}`, {
      headers: { Upgrade: 'websocket' },
    })
    const socket = response.webSocket
    if (!socket) throw new Error('no socket')
    const heard: MarketSocketMessage[] = []
    socket.addEventListener('message', ({ data }) => {
      heard.push(JSON.parse(String(data)) as MarketSocketMessage)
    })
    socket.accept()
    await eventually('a snapshot came', () => heard.length > 0)
    await stage.send(ALICE, sell(1))
    await stage.send(BOB, buy(1, { lots: 3 }))
    await eventually('the trade was told', () => heard.some(({ trades }) => trades.length === 1))
    expect(heard[0]).toMatchObject({ type: 'snapshot' })
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => (heard[0]?.seq ?? 0) + index))
    expect(heard.at(-1)).toMatchObject({ type: 'delta', trades: [{ tradeNo: 1, ticks: TICKS, lots: 3, side: 'buy' }] })
    socket.send(JSON.stringify({ type: 'snapshot' }))
    await eventually('a second snapshot came', () => heard.filter(({ type }) => type === 'snapshot').length === 2)
    expect(heard.at(-1)).toMatchObject({ type: 'snapshot', seq: heard.at(-2)?.seq, asks: [[TICKS, 7]] })
    socket.close()
  })

  it('is the same by polling', async () => {
    const stage = await open()
    const [snapshot] = await stage.poll(0)
    await stage.send(ALICE, sell(1))
    let messages: MarketSocketMessage[] = []
    await eventually('there is a delta', async () => {
      messages = await stage.poll(snapshot?.seq ?? 0)
      return messages.some(({ asks }) => asks.length > 0)
    })
    expect(messages.at(-1)).toMatchObject({ type: 'delta', asks: [[TICKS, 10]] })
    expect(await stage.poll(messages.at(-1)?.seq ?? 0)).toEqual([])
  })

  it('does not exist for a market that is not listed', async () => {
    const stage = await open()
    stage.pair = null
    const response = await stage.stub.fetch(`http://market/parties/market/${stage.symbol}/poll?after=0`)
    expect(response.status).toBe(404)
  })
})
