// Local fakes of Binance and Kraken with the documented protocols that our feeds use: subscription and acknowledgement, streams, heartbeats
// and pings, errors, REST candles and tickers. The test controls data and failures.

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A market of a test exchange: "BTC/USDT" at a price, with the last 24 hours around it. */
export interface TestMarket {
  readonly price: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** Start (milliseconds), open, high, low, close, volume. */
export type TestCandle = readonly [number, string, string, string, string, string]

export abstract class TestExchange {
  readonly markets = new Map<string, TestMarket>()
  readonly candles: TestCandle[] = []
  readonly heard: string[] = []
  readonly restPaths: string[] = []
  /** Sockets opened since the start. */
  connections = 0
  isRefusing = false
  /** Greets whoever connects, and answers nothing. */
  isSilent = false
  readonly #server: Server
  readonly #sockets: WebSocketServer

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
    this.#sockets = new WebSocketServer({ noServer: true })
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.isRefusing || request.url !== this.socketPath) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#welcome(client))
    })
  }

  abstract readonly socketPath: string
  protected abstract greet(client: WebSocket): void
  protected abstract hear(
    client: WebSocket,
    message: { method?: string; params?: unknown; id?: unknown; req_id?: unknown },
  ): void
  protected abstract ticker(symbol: string, market: TestMarket): string
  protected abstract rest(url: URL): { status: number; body: unknown }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.drop()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get port(): number {
    // A listening TCP server has an address of this form.
    return (this.#server.address() as AddressInfo).port
  }

  get socketUrl(): string {
    return `ws://127.0.0.1:${this.port}${this.socketPath}`
  }

  get restUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get listeners(): number {
    return this.#sockets.clients.size
  }

  /** Sends the current prices to all sockets. */
  say(): void {
    for (const [symbol, market] of this.markets) this.sayText(this.ticker(symbol, market))
  }

  sayText(text: string): void {
    for (const client of this.#sockets.clients) client.send(text)
  }

  /** Cuts every connection without a goodbye. */
  drop(): void {
    for (const client of this.#sockets.clients) client.terminate()
  }

  #welcome(client: WebSocket): void {
    this.connections += 1
    client.on('message', (data: Buffer) => {
      const text = data.toString()
      this.heard.push(text)
      if (this.isSilent) return
      // Our feeds send JSON objects only; anything else fails the test here.
      this.hear(client, JSON.parse(text) as { method?: string })
    })
    this.greet(client)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.restUrl)
    this.restPaths.push(url.pathname + url.search)
    const { status, body } = this.rest(url)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** Symbols as Binance writes them: "BTCUSDT". */
export class TestBinance extends TestExchange {
  readonly socketPath = '/stream'

  protected greet(): void {
    // Says nothing until asked.
  }

  protected hear(client: WebSocket, message: { method?: string; params?: unknown; id?: unknown }): void {
    if (message.method !== 'SUBSCRIBE' || !Array.isArray(message.params)) {
      client.send(JSON.stringify({ error: { code: 2, msg: 'Invalid request' }, id: message.id }))
      return
    }
    client.send(JSON.stringify({ result: null, id: message.id }))
    client.ping(String(Date.now()))
  }

  protected ticker(symbol: string, { price, open, high, low, volume }: TestMarket): string {
    const text = (value: number): string => value.toFixed(8)
    return JSON.stringify({
      stream: `${symbol.toLowerCase()}@ticker`,
      data: {
        e: '24hrTicker',
        E: Date.now(),
        s: symbol,
        p: text(price - open),
        P: '1.000',
        w: text(price),
        x: text(open),
        c: text(price),
        Q: '0.01000000',
        b: text(price - 0.01),
        B: '1.00000000',
        a: text(price + 0.01),
        A: '1.00000000',
        o: text(open),
        h: text(high),
        l: text(low),
        v: text(volume),
        q: text(volume * price),
        O: Date.now() - 86_400_000,
        C: Date.now(),
        F: 1,
        L: 2,
        n: 2,
      },
    })
  }

  sayMinute(symbol: string, at: number, volume: string): void {
    const k = {
      t: at,
      T: at + 59_999,
      s: symbol,
      i: '1m',
      f: 1,
      L: 2,
      o: '1',
      c: '1',
      h: '1',
      l: '1',
      v: volume,
      n: 2,
      x: false,
    }
    const data = { e: 'kline', E: Date.now(), s: symbol, k: { ...k, q: '1', V: '1', Q: '1', B: '0' } }
    this.sayText(JSON.stringify({ stream: `${symbol.toLowerCase()}@kline_1m`, data }))
  }

  protected rest(url: URL): { status: number; body: unknown } {
    if (url.pathname === '/api/v3/klines') {
      const [start, limit] = [Number(url.searchParams.get('startTime')), Number(url.searchParams.get('limit'))]
      const rows = this.candles.filter(([at]) => at >= start).slice(0, limit)
      return { status: 200, body: rows.map((row) => [...row, row[0] + 59_999, '0', 1, '0', '0', '0']) }
    }
    if (url.pathname === '/api/v3/ticker/24hr') {
      const asked = JSON.parse(url.searchParams.get('symbols') ?? '[]') as string[]
      const unknown = asked.some((symbol) => !this.markets.has(symbol))
      if (unknown) return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }
      return { status: 200, body: asked.map((symbol) => this.#restTicker(symbol)) }
    }
    return { status: 404, body: {} }
  }

  #restTicker(symbol: string) {
    const { price = 0, open = 0, high = 0, low = 0, volume = 0 } = this.markets.get(symbol) ?? {}
    return {
      symbol,
      lastPrice: String(price),
      bidPrice: String(price),
      askPrice: String(price),
      openPrice: String(open),
      highPrice: String(high),
      lowPrice: String(low),
      volume: String(volume),
    }
  }
}

/** Symbols as Kraken's WebSocket v2 writes them: "BTC/USDT". */
export class TestKraken extends TestExchange {
  readonly socketPath = '/v2'

  protected greet(client: WebSocket): void {
    client.send(
      JSON.stringify({
        channel: 'status',
        type: 'update',
        data: [{ api_version: 'v2', system: 'online', version: '2.0.0' }],
      }),
    )
  }

  protected hear(client: WebSocket, message: { method?: string; params?: unknown; req_id?: unknown }): void {
    if (message.method === 'ping') {
      client.send(JSON.stringify({ method: 'pong', time_in: 'now', time_out: 'now' }))
      return
    }
    // Our feeds subscribe with a channel and a list of symbols.
    const { channel, symbol } = message.params as { channel: string; symbol: string[] }
    for (const name of symbol) this.#subscribe(client, channel, name, message.req_id)
  }

  heartbeat(): void {
    this.sayText('{"channel":"heartbeat"}')
  }

  #subscribe(client: WebSocket, channel: string, symbol: string, requestId: unknown): void {
    const market = this.markets.get(symbol)
    if (!market) {
      const error = `Currency pair not supported ${symbol}`
      client.send(JSON.stringify({ error, method: 'subscribe', req_id: requestId, success: false, symbol }))
      return
    }
    const result = { channel, snapshot: channel === 'ticker', symbol }
    client.send(JSON.stringify({ method: 'subscribe', req_id: requestId, result, success: true }))
    if (channel === 'ticker') client.send(this.ticker(symbol, market))
  }

  protected ticker(symbol: string, { price, open, high, low, volume }: TestMarket): string {
    const data = {
      symbol,
      bid: price - 0.1,
      bid_qty: 1,
      ask: price + 0.1,
      ask_qty: 1,
      last: price,
      volume,
      vwap: price,
      low,
      high,
      change: price - open,
      change_pct: 1,
    }
    return JSON.stringify({ channel: 'ticker', type: 'update', data: [data] })
  }

  protected rest(url: URL): { status: number; body: unknown } {
    if (url.pathname !== '/0/public/OHLC') return { status: 404, body: { error: ['EGeneral:Unknown method'] } }
    const since = Number(url.searchParams.get('since'))
    const rows = this.candles.filter(([at]) => at / 1000 > since).slice(-720)
    const pair = url.searchParams.get('pair') ?? ''
    const lists = rows.map(([at, open, high, low, close, volume]) => [
      at / 1000,
      open,
      high,
      low,
      close,
      close,
      volume,
      2,
    ])
    return { status: 200, body: { error: [], result: { [pair]: lists, last: 0 } } }
  }
}
