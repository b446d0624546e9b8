// The Account room: one per user, named by the user's id. It wires the engine to the runtime: storage, alarm, sockets, RPC, Markets.
// Nothing here decides about money, orders or sessions.

import { tracedRoom } from '#lib/room-call'
import { logWarning } from '#lib/log-line'
import { randomBytes } from 'node:crypto'
import type { Connection, ConnectionContext } from 'partyserver'
import { keySecret } from '#domain/api-key'
import type { Catalogue } from '#domain/catalogue'
import type { Outcome } from '#domain/outcome'
import { loadCatalogue } from '#db/platform/catalogue'
import { hmacHex, sha256 } from '#lib/digest'
import { isSignedWithEd25519 } from '#lib/ed25519'
import { commandTerms } from '#domain/request-weight'
import { TokenBucket } from '#domain/token-bucket'
import { NamedRoom, TOO_MANY_REQUESTS, crowded } from '#party/lib/named-room'
import { CallTimeout } from '#party/lib/call-timeout'
import { IsolateCache } from '#domain/isolate-cache'
import { isPoll, readAfter } from '#party/lib/client-request'
import type { AccountRpc } from '#party/protocol/account'
import type { KeyProof } from '#party/protocol/api-key'
import { parseResume } from '#party/protocol/account-schema'
import type { PeerPost } from '#party/protocol/account-peer'
import type { WakeMessage } from '#party/protocol/watch'
import { KEY_PROOF_HEADER, PROVEN_SESSION_HEADER } from '#party/protocol/door'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { Market } from '../market/room'
import type { UncheckedRequest } from './commands'
import { AccountEngine } from './engine'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import { FEATURES } from './features'
import { TABLES_AT_WAKE, accountMigrations } from './open-store'
import { remotesOf } from './remotes'

const CATALOGUE_TTL_MS = 60_000
/** A call that hangs longer is given up, so that what waits behind it goes on. */
const MARKET_PATIENCE_MS = 10_000
/** Close code after a session's end: the client must log in again instead of reconnecting. */
const SESSION_ENDED = 4401
/** Close code after a malformed message. */
const MALFORMED = 4400
/** A resume may be answered with a full snapshot. */
const RESUME_COST = 10

/** Open tabs and devices of one person. Further clients poll. */
const SOCKETS_MAX = 40

interface SocketState {
  /** Of a session, or of an API key. */
  readonly sessionId: string
  readonly isProgram?: true
  /** True for a program without a subscription to events: the room sends it no event and speeds up no save. */
  readonly isSilent?: boolean
}

export class Account extends NamedRoom implements AccountRpc {
  static override options = { hibernate: true }

  readonly #engine: AccountEngine
  readonly #patience = new CallTimeout(MARKET_PATIENCE_MS)
  readonly #markets = new Map<string, DurableObjectStub<Market>>()
  readonly #allowance: TokenBucket

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#allowance = new TokenBucket(commandTerms(env.COMMANDS_PER_SECOND), Date.now())
    const store = this.openStore(accountMigrations, TABLES_AT_WAKE)
    const ports: EnginePorts = {
      account: parseInt(this.name, 10),
      now: () => Date.now(),
      catalogue: () => listed(env),
      askMarket: (symbol, request) => this.#askMarket(symbol, request),
      ...remotesOf(env, parseInt(this.name, 10)),
      setAlarm: (at) => void ctx.storage.setAlarm(at),
      later: (delayMs, work) => void setTimeout(work, delayMs),
      publish: (event, isLive) => this.#tell(event, isLive),
      hasListeners: () => this.#hasListeners(),
      isConnected: (name) => this.openSockets(programTag(name)) > 0,
      closeSockets: (sessionId) => this.#closeSockets(sessionId),
      admit: (cost) => this.#allowance.take(cost, Date.now()),
      digest: sha256,
      hmac: hmacHex,
      keySecret: (keyId) => keySecret(hmacHex, env.SESSION_SECRET, keyId),
      isSignedWithEd25519,
      salt: () => randomBytes(16).toString('hex'),
      report: (text) => logWarning(`account ${this.name}: ${text}`),
    }
    this.#engine = new AccountEngine(store, ports, FEATURES)
  }

  asUser(sessionId: string, request: string): Promise<string> {
    // The engine checks all fields, including the type.
    return this.#engine.ask(sessionId, JSON.parse(request) as UncheckedRequest)
  }

  asKey(proof: string, request: string): Promise<string> {
    // The Worker builds the proof, typed; the engine judges it.
    return this.#engine.askSigned(JSON.parse(proof) as KeyProof, JSON.parse(request) as UncheckedRequest)
  }

  /** Restored messages stay in the inbox and are not mailed or pushed again. */
  protected override afterRestore(now: number): readonly string[] {
    return [`INSERT OR REPLACE INTO counter (name, value) VALUES ('restored', ${now})`]
  }

  async asSystem(request: string): Promise<string> {
    // Only the Worker's services reach this method; they build the text, typed.
    return JSON.stringify(await this.#engine.tell(JSON.parse(request) as UncheckedRequest))
  }

  deliver(symbol: string, answer: string): Promise<number> {
    // Only a Market reaches this method; it builds the text, typed.
    return this.#engine.deliver(symbol, JSON.parse(answer) as MarketAnswer)
  }

  async post(message: string): Promise<string> {
    // Only another Account reaches this method; it builds the text, typed.
    return JSON.stringify(await this.#engine.receive(JSON.parse(message) as PeerPost))
  }

  async wake(message: string): Promise<string> {
    // Only a Watch reaches this method; it builds the text, typed.
    return JSON.stringify(await this.#engine.wake(JSON.parse(message) as WakeMessage))
  }

  /** An account with a switch rings every few seconds: a program whose key expired is gone. */
  override async onAlarm(): Promise<void> {
    await this.#engine.ring()
    await this.#closeEnded()
  }

  override async onConnect(connection: Connection<SocketState>, { request }: ConnectionContext): Promise<void> {
    const sessionId = sessionOf(request)
    // A program says where it goes on.
    if (proofOf(request)) return void connection.setState({ sessionId, isProgram: true, isSilent: true })
    // The state is set before the snapshot: an event in between arrives twice instead of being lost.
    connection.setState({ sessionId })
    await this.#catchUp(connection, sessionId, null)
  }

  override async onMessage(connection: Connection<SocketState>, text: string | ArrayBuffer): Promise<void> {
    const sessionId = connection.state?.sessionId ?? ''
    const resume = parseResume(text)
    // `resume` is the only valid message; a client that sends another is not ours.
    if (!resume) return connection.close(MALFORMED, 'request_malformed')
    if (!(await this.#engine.isLive(sessionId))) return connection.close(SESSION_ENDED, 'session_ended')
    // Before the missed events are read, so that the next ones follow.
    if (connection.state?.isSilent) connection.setState({ ...connection.state, isSilent: false })
    // The close needs no reply: the client reconnects by itself.
    if (this.#allowance.take(RESUME_COST, Date.now()) > 0)
      return connection.close(TOO_MANY_REQUESTS, 'too_many_requests')
    await this.#catchUp(connection, sessionId, resume.after)
  }

  /** A program's socket may carry its switch. */
  override async onClose(connection: Connection<SocketState>): Promise<void> {
    // If another socket has this name, the program has already reconnected.
    if (!connection.state?.isProgram || this.openSockets(programTag(connection.id)) > 0) return
    await this.asSystem(JSON.stringify({ type: 'program_gone', connection: connection.id, wasOn: false }))
  }

  override getConnectionTags(connection: Connection, context: ConnectionContext): string[] {
    const tags = super.getConnectionTags(connection, context)
    return proofOf(context.request) ? [...tags, programTag(connection.id)] : tags
  }

  /** Polling channel with the same messages and numbers as the socket. */
  override async onRequest(request: Request): Promise<Response> {
    if (!isPoll(request)) return new Response('Not found', { status: 404 })
    const messages = await this.#engine.catchUp(sessionOf(request), readAfter(request.url))
    if (!messages) return loggedOut()
    return Response.json({ messages }, { headers: { 'Cache-Control': 'no-store' } })
  }

  /** Sockets of ended sessions must not use up places of live ones. */
  protected override async refuseSocket(request: Request): Promise<Response | null> {
    const proof = proofOf(request)
    const verified = proof && (await this.#engine.verifySocket(proof))
    if (verified ? !verified.ok : !(await this.#engine.isLive(sessionOf(request)))) return loggedOut(verified)
    if (this.openSockets() < SOCKETS_MAX) return null
    await this.#closeEnded()
    return this.openSockets() >= SOCKETS_MAX ? crowded() : null
  }

  /** Closes sockets whose session expired while no event was sent. */
  async #closeEnded(): Promise<void> {
    for (const connection of this.getConnections<SocketState>()) {
      if (!(await this.#engine.isLive(connection.state?.sessionId ?? '')))
        connection.close(SESSION_ENDED, 'session_ended')
    }
  }

  #market(symbol: string): DurableObjectStub<Market> {
    const market =
      this.#markets.get(symbol) ?? tracedRoom(this.env.Market.get(this.env.Market.idFromName(symbol)), 'market')
    this.#markets.set(symbol, market)
    return market
  }

  async #catchUp(connection: Connection<SocketState>, sessionId: string, after: number | null): Promise<void> {
    const tell = (message: unknown) => this.sendTo(connection, JSON.stringify(message))
    if (!(await this.#engine.catchUp(sessionId, after, tell))) connection.close(SESSION_ENDED, 'session_ended')
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
      // A stub of a restarted room stays broken, and a request that timed out is sent again.
      this.#markets.delete(symbol)
      throw failure
    }
  }

  /** Unproven sockets get no events; sockets of expired sessions are closed. */
  #tell(event: AccountEvent, isLive: (sessionId: string) => boolean): void {
    const text = JSON.stringify(event)
    for (const connection of this.getConnections<SocketState>()) {
      if (!connection.state) continue
      if (!isLive(connection.state.sessionId)) connection.close(SESSION_ENDED, 'session_ended')
      else if (!connection.state.isSilent) this.sendTo(connection, text)
    }
  }

  #hasListeners(): boolean {
    for (const { state } of this.getConnections<SocketState>()) if (!state?.isSilent) return true
    return false
  }

  #closeSockets(sessionId: string | null): void {
    for (const connection of this.getConnections<SocketState>()) {
      if (sessionId === null || connection.state?.sessionId === sessionId)
        connection.close(SESSION_ENDED, 'session_ended')
    }
  }
}

/** Session id proven by the Worker; the session may have ended. */
const sessionOf = (request: Request): string =>
  proofOf(request)?.keyId ?? request.headers.get(PROVEN_SESSION_HEADER) ?? ''

/** Set by the door only, which builds it, typed. */
function proofOf(request: Request): KeyProof | null {
  const text = request.headers.get(KEY_PROOF_HEADER)
  return text === null ? null : (JSON.parse(text) as KeyProof)
}

const programTag = (connection: string): string => `program:${connection}`

/** A program's own refusal goes on to it. */
const loggedOut = (verified: Outcome<null> | null = null): Response =>
  verified ? Response.json(verified, { status: 401 }) : new Response('Log in first', { status: 401 })

const catalogueCache = new IsolateCache<D1Database, Catalogue>(CATALOGUE_TTL_MS)

/** Listings, read once a minute for all rooms of this isolate. When the directory fails, the last listings are used. */
function listed(env: Env): Catalogue | Promise<Catalogue> {
  const found = catalogueCache.get(env.DB, Date.now())
  if (found) return found
  return loadCatalogue(env.DB).then(
    (catalogue) => {
      // An unseeded directory lists nothing, and that must not be cached.
      if (catalogue.pairs.length > 0) catalogueCache.set(env.DB, catalogue, Date.now())
      return catalogue
    },
    (failure: unknown) => {
      const last = catalogueCache.last(env.DB)
      if (!last) throw failure
      logWarning('the catalogue could not be read again', failure)
      return last
    },
  )
}
