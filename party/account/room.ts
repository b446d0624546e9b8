// The Account room: one per user, named by the user's id. It wires the desk to the runtime: storage, alarm, sockets, RPC, Markets.
// Nothing here decides about money, orders or sessions.

import type { Connection, ConnectionContext } from 'partyserver'
import { type Catalogue, findPair } from '#domain/catalogue'
import { refuse } from '#domain/outcome'
import { loadCatalogue } from '#db/platform/catalogue'
import { TokenBucket, type TokenBucketTerms } from '#party/lib/token-bucket'
import { migrate } from '#party/lib/migrations'
import { NamedRoom, TOO_MANY_REQUESTS, crowded } from '#party/lib/named-room'
import { CallTimeout } from '#party/lib/call-timeout'
import { isPoll, readAfter } from '#party/lib/client-request'
import { openStore } from '#party/lib/store'
import type { AccountRequest, AccountRpc, AccountSocketMessage, SystemRequest } from '#party/protocol/account'
import { parseSocketRequest, readAnswerId } from '#party/protocol/account-schema'
import type { PeerPost } from '#party/protocol/account-peer'
import { PROVEN_SESSION_HEADER } from '#party/protocol/door'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import migrations from '../../db/account/migrations/migrations'
import type { Market } from '../market/room'
import { AccountEngine } from './engine'
import { priceMarketOrders } from './spot/market-prices'
import { remotesOf } from './remotes'

const CATALOGUE_KEPT_MS = 60_000
/** A call that hangs longer is given up, so that what waits behind it goes on. */
const MARKET_PATIENCE_MS = 10_000
/** Close code of a socket whose session is over: the client must log in again, not reconnect. */
const SESSION_ENDED = 4401
/** A snapshot of everything may be the answer. */
const RESUME_COST = 10

/** Tabs and devices of one person. Whoever finds no place polls. */
const SOCKETS_MAX = 40
/** Far beyond what a person or a modest program does. An order counts by itself, however many come in one command. */
const COMMANDS: TokenBucketTerms = { atOnceMax: 1_000, perSecond: 100 }

interface SocketState {
  readonly sessionId: string
}

export class Account extends NamedRoom implements AccountRpc {
  static override options = { hibernate: true }

  readonly #desk: AccountEngine
  readonly #patience = new CallTimeout(MARKET_PATIENCE_MS)
  readonly #markets = new Map<string, DurableObjectStub<Market>>()
  readonly #allowance: TokenBucket

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const terms = env.COMMANDS_PER_SECOND ? { ...COMMANDS, perSecond: parseInt(env.COMMANDS_PER_SECOND, 10) } : COMMANDS
    this.#allowance = new TokenBucket({ ...terms, atOnceMax: Math.max(terms.atOnceMax, terms.perSecond) }, Date.now())
    const store = openStore(ctx.storage)
    migrate(store, migrations)
    this.#desk = new AccountEngine(store, {
      account: parseInt(this.name, 10),
      now: () => Date.now(),
      catalogue: () => listed(env),
      askMarket: (symbol, request) => this.#askMarket(symbol, request),
      ...remotesOf(env),
      setAlarm: (at) => void ctx.storage.setAlarm(at),
      later: (delayMs, work) => void setTimeout(work, delayMs),
      tell: (message, isLive) => this.#tell(message, isLive),
      isHeard: () => ctx.getWebSockets().length > 0,
      closeSockets: (sessionId) => this.#closeSockets(sessionId),
      report: (text) => console.warn(`account ${this.name}: ${text}`),
    })
  }

  async asUser(sessionId: string, text: string): Promise<string> {
    // The Worker's services build this text, typed.
    const request = JSON.parse(text) as AccountRequest
    // Questions are cheap, and the pages ask them; a socket's are counted as well.
    const refused = 'commandId' in request ? await this.#refuse(sessionId, request) : null
    return refused ?? this.#desk.ask(sessionId, request)
  }

  async asSystem(request: string): Promise<string> {
    // Only the Worker's services reach this method; they build the text, typed.
    return JSON.stringify(await this.#desk.tell(JSON.parse(request) as SystemRequest))
  }

  deliver(symbol: string, answer: string): Promise<number> {
    // Only a Market reaches this method; it builds the text, typed.
    return this.#desk.deliver(symbol, JSON.parse(answer) as MarketAnswer)
  }

  async post(message: string): Promise<string> {
    // Only another Account reaches this method; it builds the text, typed.
    return JSON.stringify(await this.#desk.receive(JSON.parse(message) as PeerPost))
  }

  override onAlarm(): Promise<void> {
    return this.#desk.ring()
  }

  override async onConnect(connection: Connection<SocketState>, { request }: ConnectionContext): Promise<void> {
    const sessionId = sessionOf(request)
    // Before the snapshot is made: an event in between is heard twice rather than not at all.
    connection.setState({ sessionId })
    await this.#catchUp(connection, sessionId, null)
  }

  override async onMessage(connection: Connection<SocketState>, text: string | ArrayBuffer): Promise<void> {
    const sessionId = connection.state?.sessionId ?? ''
    const asked = parseSocketRequest(text)
    if (!asked) {
      const refused = { ok: false, refusal: { code: 'request_malformed', facts: {} } } as const
      return say(connection, { type: 'answer', id: readAnswerId(text), outcome: refused })
    }
    if (asked.type === 'resume') {
      if (!(await this.#desk.isLive(sessionId))) return connection.close(SESSION_ENDED, 'session_ended')
      // No answer belongs to it: its client comes again by itself.
      if (this.#allowance.take(RESUME_COST, Date.now()) > 0)
        return connection.close(TOO_MANY_REQUESTS, 'too_many_requests')
      return this.#catchUp(connection, sessionId, asked.after)
    }
    const outcome = await this.#ask(sessionId, asked.request)
    // The outcome is text already; wrapping it spares a parse of every answer.
    connection.send(`{"type":"answer","id":${JSON.stringify(asked.id)},"outcome":${outcome}}`)
    if (outcome === SESSION_ENDED_OUTCOME) connection.close(SESSION_ENDED, 'session_ended')
  }

  /** The polled channel: the same messages with the same numbers. */
  override async onRequest(request: Request): Promise<Response> {
    if (!isPoll(request)) return new Response('Not found', { status: 404 })
    const messages = await this.#desk.catchUp(sessionOf(request), readAfter(request.url))
    if (!messages) return loggedOut()
    return Response.json({ messages }, { headers: { 'Cache-Control': 'no-store' } })
  }

  /** Who is logged out takes no place from who is not. */
  protected override async refuseSocket(request: Request): Promise<Response | null> {
    if (!(await this.#desk.isLive(sessionOf(request)))) return loggedOut()
    if (this.openSockets() < SOCKETS_MAX) return null
    await this.#closeEnded()
    return this.openSockets() >= SOCKETS_MAX ? crowded() : null
  }

  /** Those whose session ran out while nothing was told. */
  async #closeEnded(): Promise<void> {
    for (const connection of this.getConnections<SocketState>()) {
      if (!(await this.#desk.isLive(connection.state?.sessionId ?? '')))
        connection.close(SESSION_ENDED, 'session_ended')
    }
  }

  /** The outcome for whose session is over, which uses up nothing, and for who asks too fast, as text; null for everybody else. */
  async #refuse(sessionId: string, request: AccountRequest): Promise<string | null> {
    if (!(await this.#desk.isLive(sessionId))) return SESSION_ENDED_OUTCOME
    const cost = request.type === 'place_spot_orders' ? Math.max(1, request.orders.length) : 1
    const seconds = this.#allowance.take(cost, Date.now())
    return seconds === 0 ? null : JSON.stringify(refuse('too_many_requests', { seconds: String(seconds) }))
  }

  /** A socket's order as the Worker would have made it: how far a market order may go is this house's rule, and nobody's choice. */
  async #priced(request: AccountRequest): Promise<AccountRequest> {
    if (request.type !== 'place_spot_orders' || request.orders.every(({ kind }) => kind === 'limit')) return request
    const catalogue = await listed(this.env)
    return priceMarketOrders(request, (symbol) =>
      // A room comes to be by being named.
      findPair(catalogue, symbol) ? this.#market(symbol).reference() : Promise.resolve(null),
    )
  }

  #market(symbol: string): DurableObjectStub<Market> {
    const market = this.#markets.get(symbol) ?? this.env.Market.get(this.env.Market.idFromName(symbol))
    this.#markets.set(symbol, market)
    return market
  }

  async #catchUp(connection: Connection<SocketState>, sessionId: string, after: number | null): Promise<void> {
    const messages = await this.#desk.catchUp(sessionId, after)
    if (!messages) return connection.close(SESSION_ENDED, 'session_ended')
    for (const message of messages) say(connection, message)
  }

  /** An outcome as text, whatever happens: a socket's request is always answered. */
  async #ask(sessionId: string, request: AccountRequest): Promise<string> {
    try {
      const refused = await this.#refuse(sessionId, request)
      return refused ?? (await this.#desk.ask(sessionId, await this.#priced(request)))
    } catch (failure) {
      console.error(`account ${this.name}: a ${request.type} by socket failed`, failure)
      return INTERNAL_ERROR_OUTCOME
    }
  }

  async #askMarket(symbol: string, request: MarketRequest): Promise<MarketAnswer> {
    const market = this.#market(symbol)
    try {
      // The Market answers every MarketRequest with a MarketAnswer as text.
      const { lines, ...lease } = request.lease
      const text = JSON.stringify({ ...request, lease })
      const answer = await this.#patience.limit('the market', market.submit(text, lines.join('\n')))
      return JSON.parse(answer) as MarketAnswer
    } catch (failure) {
      // A stub whose room restarted stays broken; and an answer that comes too late is asked for again.
      this.#markets.delete(symbol)
      throw failure
    }
  }

  /** A socket that is not proven yet hears nothing; one whose session ran out is closed instead of told. */
  #tell(message: AccountSocketMessage, isLive: (sessionId: string) => boolean): void {
    const text = JSON.stringify(message)
    for (const connection of this.getConnections<SocketState>()) {
      if (!connection.state) continue
      if (isLive(connection.state.sessionId)) connection.send(text)
      else connection.close(SESSION_ENDED, 'session_ended')
    }
  }

  #closeSockets(sessionId: string | null): void {
    for (const connection of this.getConnections<SocketState>()) {
      if (sessionId === null || connection.state?.sessionId === sessionId)
        connection.close(SESSION_ENDED, 'session_ended')
    }
  }
}

const SESSION_ENDED_OUTCOME = JSON.stringify({ ok: false, refusal: { code: 'session_ended', facts: {} } })

const INTERNAL_ERROR_OUTCOME = JSON.stringify({ ok: false, refusal: { code: 'internal_error', facts: {} } })

/** As the door has proven it; it may be over. */
const sessionOf = (request: Request): string => request.headers.get(PROVEN_SESSION_HEADER) ?? ''

const loggedOut = (): Response => new Response('Log in first', { status: 401 })

function say(connection: Connection<SocketState>, message: AccountSocketMessage): void {
  connection.send(JSON.stringify(message))
}

let kept: { readonly catalogue: Catalogue; readonly at: number } | undefined

/** What is listed, read once a minute for all rooms of this isolate. A stale list is better than none when the directory fails. */
function listed(env: Env): Catalogue | Promise<Catalogue> {
  const now = Date.now()
  if (kept && kept.at > now - CATALOGUE_KEPT_MS) return kept.catalogue
  return loadCatalogue(env.DB).then(
    (catalogue) => {
      // A directory that is not seeded yet must not be remembered as one that lists nothing.
      if (catalogue.pairs.length > 0) kept = { catalogue, at: now }
      return catalogue
    },
    (failure: unknown) => {
      if (!kept) throw failure
      console.warn('the catalogue could not be read again', failure)
      return kept.catalogue
    },
  )
}
