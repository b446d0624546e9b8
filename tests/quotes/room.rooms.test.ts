import { runInDurableObject } from 'cloudflare:test'
import { createHash } from 'node:crypto'
import { env, exports } from 'cloudflare:workers'
import type { Connection } from 'partyserver'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'
import { formatSteps } from '#domain/quotes/steps'
import { ADDRESS_HEADER } from '#party/protocol/door'
import type { QuotesPollAnswer, QuotesRpc, QuotesSocketMessage } from '#party/protocol/quotes'
import { feedHealth, listCandles, listQuotes } from '#services/quotes'
import { findBrokenTick } from './broken-tick'
import { waitFor } from '../kit/wait-for'

const ROOM = 'https://cm.example/parties/quotes/main'
const bitcoin = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
})

const room: QuotesRpc = env.Quotes.get(env.Quotes.idFromName('main'))

const findQuote = async (symbol: string) => (await listQuotes(env)).find((quote) => quote.symbol === symbol)

const simulatedPrice = (at: number): string => {
  const pair = simulatePair(bitcoin)
  return pair ? formatSteps(priceStepsAt(pair, at), bitcoin.priceDecimals) : ''
}

async function poll(after?: number): Promise<readonly QuotesSocketMessage[]> {
  const query = after === undefined ? '' : `?after=${after}`
  const response = await exports.default.fetch(`${ROOM}/poll${query}`)
  expect(response.status).toBe(200)
  return (await response.json<QuotesPollAnswer>()).messages
}

/** Polls until there is an answer, for at most ten seconds. */
async function eventually<Answer>(ask: () => Promise<Answer | null | undefined | false>): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never happened')
}

/** A client of the room's socket and all messages it received. */
async function listen(response?: Response): Promise<{ socket: WebSocket; heard: QuotesSocketMessage[] }> {
  const { webSocket } = response ?? (await exports.default.fetch(ROOM, { headers: { Upgrade: 'websocket' } }))
  if (!webSocket) throw new Error('no socket')
  const heard: QuotesSocketMessage[] = []
  webSocket.addEventListener('message', (event) => {
    // The room sends no other types.
    heard.push(JSON.parse(String(event.data)) as QuotesSocketMessage)
  })
  webSocket.accept()
  return { socket: webSocket, heard }
}

describe('the market list', () => {
  test('has a simulated price of this second for every listed pair', async () => {
    const quotes = await listQuotes(env)
    const rows = await env.DB.prepare('SELECT symbol FROM pair ORDER BY sort, id').all<{ symbol: string }>()
    expect(quotes.map((quote) => quote.symbol)).toEqual(rows.results.map((row) => row.symbol))
    const quote = quotes.find(({ symbol }) => symbol === 'BTC-USDT')
    expect(quote?.price).toBe(simulatedPrice(quote?.at ?? 0))
    expect(quote?.change).toMatch(/^[+-]\d+\.\d\d$/)
    expect(quote?.isStale).toBe(false)
    for (const { low, high, bid, ask, price } of quotes) {
      expect(Number(low)).toBeLessThanOrEqual(Number(price))
      expect(Number(high)).toBeGreaterThanOrEqual(Number(price))
      expect(Number(bid)).toBeLessThan(Number(ask))
    }
  })

  test('one symbol can be asked for, an unlisted one has nothing', async () => {
    expect((await findQuote('ETH-BTC'))?.price).toMatch(/^0\.\d{5}$/)
    expect(await findQuote('NO-SUCH')).toBeUndefined()
    expect(await room.latestTick('NO-SUCH')).toBeNull()
    expect(await listCandles(env, { symbol: 'NO-SUCH', period: '1D', from: 0, to: Date.now() })).toBeNull()
  })

  test('says that its feed is well', async () => {
    const health = await feedHealth(env)
    expect(health).toContainEqual(
      expect.objectContaining({ source: 'simulator', symbol: 'BTC-USDT', isConnected: true, isStale: false }),
    )
  })
})

describe('listening', () => {
  test('Alice hears a snapshot and then numbered changes without a gap', async () => {
    const { socket, heard } = await listen()
    await eventually(async () => heard.filter((message) => message.type === 'delta').length >= 3)
    const start = heard.findIndex((message) => message.type === 'snapshot')
    const [snapshot, ...deltas] = heard.slice(start)
    expect(snapshot?.quotes.length).toBeGreaterThan(12)
    expect(deltas.map((message) => message.seq)).toEqual(deltas.map((_, index) => (snapshot?.seq ?? 0) + index + 1))
    socket.close()
  })

  test('Bob missed a message, asks for a snapshot and goes on from its number', async () => {
    const { socket, heard } = await listen()
    await eventually(async () => heard.some((message) => message.type === 'delta'))
    heard.length = 0
    socket.send('{"type":"snapshot"}')
    const snapshot = await eventually(async () => heard.find((message) => message.type === 'snapshot'))
    const next = await eventually(async () =>
      heard.find((message) => message.type === 'delta' && message.seq > snapshot.seq),
    )
    expect(next.seq).toBe(snapshot.seq + 1)
    socket.close()
  })

  test.each([
    ['', 1008],
    ['null', 1008],
    ['[]', 1008],
    ['{"type":"price","price":"1"}', 1008],
    ['x'.repeat(5_000), 1008],
    ['x'.repeat(65_537), 1009],
  ])('a first frame that is no request closes the socket (%#)', async (text, code) => {
    const { socket } = await listen()
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)))
    socket.send(text)
    expect(await closed).toBe(code)
  })

  test('a flood from one address is closed, over however many sockets, while another address is answered', async () => {
    const from = async (address: string) => {
      const stub = env.Quotes.get(env.Quotes.idFromName('main'))
      const opened = await listen(
        await stub.fetch(ROOM, { headers: { Upgrade: 'websocket', [ADDRESS_HEADER]: address } }),
      )
      const codes: number[] = []
      opened.socket.addEventListener('close', (event) => codes.push(event.code))
      return { ...opened, codes }
    }
    const [first, second, other] = [await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.2')]
    for (let frame = 0; frame < 100; frame += 1) first.socket.send('{"type":"snapshot"}')
    for (let frame = 0; frame < 100; frame += 1) second.socket.send('{"type":"snapshot"}')
    await eventually(async () => second.codes.includes(4429))
    other.heard.length = 0
    other.socket.send('{"type":"snapshot"}')
    await eventually(async () => other.heard.find((message) => message.type === 'snapshot'))
    expect(other.codes).toEqual([])
    other.socket.close()
  })

  test('a frame that was under way when the socket was closed is dropped', async () => {
    const sent: string[] = []
    const closed = { readyState: WebSocket.CLOSED, send: (text: string) => sent.push(text) } as unknown as Connection
    await runInDurableObject(env.Quotes.get(env.Quotes.idFromName('main')), (room) =>
      room.onMessage(closed, '{"type":"snapshot"}'),
    )
    expect(sent).toEqual([])
  })

  test('Carol without a socket polls the same messages with the same numbers', async () => {
    const { socket, heard } = await listen()
    const [first] = await poll()
    expect(first?.type).toBe('snapshot')
    const news = await eventually(async () => {
      const messages = await poll(first?.seq)
      return messages.length >= 2 && messages
    })
    expect(news.map((message) => message.seq)).toEqual(news.map((_, index) => (first?.seq ?? 0) + index + 1))
    const second = news[0]
    expect(heard.find((message) => message.type === 'delta' && message.seq === second?.seq)).toEqual(second)
    socket.close()
  })

  test('whoever was away too long, or numbers from elsewhere, gets a snapshot', async () => {
    const [first] = await poll()
    expect((await poll((first?.seq ?? 0) - 1000))[0]?.type).toBe('snapshot')
    expect((await poll((first?.seq ?? 0) + 1_000_000))[0]?.type).toBe('snapshot')
  })

  test('Dave hears changes although the room failed when it was first woken', async () => {
    const stub = env.Quotes.get(env.Quotes.idFromName('unlucky'))
    await runInDurableObject(stub, async (room, { storage }) => {
      storage.sql.exec('ALTER TABLE round RENAME TO away')
      await expect(room.quotes()).rejects.toThrow('no such table')
      storage.sql.exec('ALTER TABLE away RENAME TO round')
    })
    const { socket, heard } = await listen(await stub.fetch(ROOM, { headers: { Upgrade: 'websocket' } }))
    await eventually(async () => heard.filter((message) => message.type === 'delta').length >= 2)
    socket.close()
  })

  test('nothing else is served, and nothing can be set', async () => {
    expect((await exports.default.fetch(`${ROOM}/price`)).status).toBe(404)
    expect((await exports.default.fetch(`${ROOM}/poll`, { method: 'POST', body: '{"price":"1"}' })).status).toBe(404)
  })
})

describe('ticks and settlements', () => {
  test('two ticks of bitcoin follow each other in the chain', async () => {
    let before = await room.latestTick('BTC-USDT')
    const after = await eventually(async () => {
      const tick = await room.latestTick('BTC-USDT')
      // A busy machine may miss a moment; then the next two will do.
      const isNext = tick && before && tick.seq === before.seq + 1
      if (!isNext && tick?.seq !== before?.seq) before = tick
      return isNext ? tick : null
    })
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
    expect(before && findBrokenTick([before, after], digest)).toBeNull()
    expect(await room.priceAt('BTC-USDT', after.at)).toEqual(after)
  })

  test('a price of last week, when nobody watched, is the simulator’s and is published once', async () => {
    const at = Date.now() - 7 * 24 * 60 * 60 * 1000
    const tick = await room.priceAt('BTC-USDT', at)
    expect(tick?.at).toBe(Math.floor(at / 1000) * 1000)
    expect(tick?.price).toBe(simulatedPrice(at))
    expect(await room.priceAt('BTC-USDT', at)).toEqual(tick)
    expect((await room.verifyChain()).brokenRound).toBeNull()
  })

  test('there is no price of the future', async () => {
    expect(await room.priceAt('BTC-USDT', Date.now() + 60_000)).toBeNull()
  })

  test('a chart made in the Worker and one made in the room are the same', async () => {
    const to = Date.parse('2026-11-20T12:00:00Z')
    const request = { symbol: 'BTC-USDT', period: '5min', from: to - 3_600_000, to } as const
    const charted = await listCandles(env, request)
    const asked = await listCandles({ ...env, DB: env.DB, Quotes: env.Quotes, QUOTES_SOURCE: 'ask the room' }, request)
    expect(charted).toHaveLength(13)
    expect(asked).toEqual(charted)
  })

  test('the chart’s last price is the last tick', async () => {
    const [quote, candles] = await eventually(async () => {
      const list = await findQuote('BTC-USDT')
      const chart = await listCandles(env, {
        symbol: 'BTC-USDT',
        period: '1D',
        from: Date.now() - 86_400_000,
        to: Date.now(),
      })
      return list && list.at >= Math.floor(Date.now() / 1000) * 1000 && ([list, chart] as const)
    })
    expect(candles?.at(-1)?.close).toBe(quote.price)
  })
})

describe('seconds that the process was too busy to publish', () => {
  const at = (second: number) => Date.UTC(2031, 0, 1, 12) + second * 1_000
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

  /** A room with a stopped clock; `story` advances it. */
  async function atNoon(name: string, story: (room: QuotesRpc) => Promise<void>): Promise<void> {
    try {
      vi.useFakeTimers({ now: at(0), toFake: ['Date'] })
      await story(env.Quotes.get(env.Quotes.idFromName(name)))
    } finally {
      vi.useRealTimers()
    }
  }

  test('are published in order and once while a Watch follows, and the chain goes on through them', () =>
    atNoon('busy', async (busy) => {
      await busy.follow('BTC-USDT', true)
      vi.setSystemTime(at(11))
      const rounds = await busy.roundsAfter(at(0))
      expect(rounds.map((round) => round.at)).toEqual(Array.from({ length: 11 }, (_, second) => at(second + 1)))
      const ticks = rounds.map((round) => round.ticks.find(({ symbol }) => symbol === 'BTC-USDT'))
      expect(ticks.map((tick) => tick?.price)).toEqual(rounds.map((round) => simulatedPrice(round.at)))
      expect(ticks.map((tick) => tick?.seq)).toEqual(rounds.map((_, index) => index + 2))
      expect(
        findBrokenTick(
          ticks.flatMap((tick) => tick ?? []),
          digest,
        ),
      ).toBeNull()
      expect(await busy.roundsAfter(at(0))).toEqual(rounds)
      expect((await busy.verifyChain()).brokenRound).toBeNull()
      await busy.follow('BTC-USDT', false)
    }))

  test('are those since it was followed, a quarter of an hour at most', () =>
    atNoon('rested', async (rested) => {
      await rested.latestTick('BTC-USDT')
      vi.setSystemTime(at(3_600))
      await rested.follow('BTC-USDT', true)
      vi.setSystemTime(at(3_602))
      expect((await rested.roundsAfter(at(0))).map((round) => round.at)).toEqual([at(3_600), at(3_601), at(3_602)])
      vi.setSystemTime(at(9_000))
      expect((await rested.roundsAfter(at(4_500))).map((round) => round.at)).toEqual([at(4_501), at(9_000)])
      expect((await rested.verifyChain(2_000)).brokenRound).toBeNull()
      await rested.follow('BTC-USDT', false)
    }))
})

test('in the window of a fixing ticks are made though nobody listens or asks', async () => {
  const asleep: QuotesRpc = env.Quotes.get(env.Quotes.idFromName('main'))
  const day = Date.UTC(2031, 0, 1)
  try {
    // The loop sleeps until the next second of a stopped clock: one millisecond.
    vi.useFakeTimers({ now: day + 7 * 3_600_000 + 29 * 60_000 + 999, toFake: ['Date'] })
    await asleep.latestTick('BTC-USDT')
    const later = Date.now() + 25_000
    vi.setSystemTime(later)
    const missed = Math.floor(later / 1_000) * 1_000 - 1_000
    await waitFor(
      async () => expect((await asleep.roundsAfter(missed - 1)).map((round) => round.at)).toContain(missed),
      {
        timeout: 5_000,
      },
    )
  } finally {
    vi.useRealTimers()
  }
})
