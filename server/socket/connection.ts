// One program's socket: reads its messages, carries them out and answers each by its id. Operations of the account run as the endpoints of
// /api/v1 run: the Account judges key, scope, address, time and weight of each.

import { RECV_WINDOW_PRESET_MS, readSignedHeaders, textToSign, KEY_HEADERS } from '#domain/api-key'
import { findPair } from '#domain/catalogue'
import { logError } from '#lib/log-line'
import { roundText } from '#domain/log/leaf'
import { refuseUnknownFields } from '#domain/order-fields'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { KeyProof, KeyUsage } from '#party/protocol/api-key'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import type { Fields } from '#services/operation'
import { newestRound } from '#services/quotes'
import { isKnownKeyId } from '#services/security/api-keys'
import type { Session } from '#session/session'
import { parseJson, readJsonFields } from '../api/input'
import { isOrder, judged } from '../api/respond'
import type { Route } from '../api/route'
import { AccountLink } from './account-link'
import type { Feeds, Listener } from './feeds'
import { accountEvent, answerTo, refusalTo } from './messages'
import { type Channel, type OwnOperation, ROUTES, SOCKET_PATH, type SocketRequest, besides } from './operations'
import type { ChannelInput, LoginInput, SubscribeInput } from './reading'
import { nameChannel, namesOf, readRequest, withInput } from './reading'
import type { SocketProgram } from './program'
import { type Visitor, asHttp } from './visitor'

/** Operations that wait for their answers at once. */
const WAITING_MAX = 100
const SUBSCRIPTIONS_MAX = 200
const WEIGHTS = { login: 5, channel: 5, resume: 50, command: 1 } as const

export interface ConnectionPorts {
  readonly env: Env
  readonly feeds: Feeds
  later(work: Promise<unknown>): void
  /** Opens the Account's socket for this program, or answers the refusal of its key. */
  openAccount(userId: number, proof: KeyProof): Promise<Outcome<WebSocket>>
  send(text: string): void
  /** The program has read as far as the question with this number. */
  answered(number: number): void
  /** The key is gone: the socket closes. */
  keyEnded(): void
  /** A message of the account cannot be told: the socket closes, and the program goes on from its last number. */
  failed(): void
}

interface Asked {
  readonly request?: SocketRequest
  readonly metered?: (usage: KeyUsage) => void
}

/** A program whose key the Account took. */
interface Login {
  readonly userId: number
  readonly keyId: string
  readonly link: AccountLink
}

export class ProgramConnection implements Listener, SocketProgram {
  /** Names this socket to the Account. */
  readonly name = crypto.randomUUID()
  readonly mayBeSilent = false
  readonly #ports: ConnectionPorts
  readonly #visitor: Visitor
  readonly #subscriptions = new Set<string>()
  #login: Login | null = null
  #waiting = 0
  /** The account whose orders go when this socket closes. */
  #carefulUserId: number | null = null
  #telling = Promise.resolve()
  #isGone = false

  constructor(ports: ConnectionPorts, visitor: Visitor) {
    this.#ports = ports
    this.#visitor = visitor
  }

  get userId(): number | null {
    return this.#login?.userId ?? null
  }

  tell(text: string): void {
    this.#ports.send(text)
  }

  /** Called every second. */
  keep(now: number): void {
    this.#login?.link.keep(now)
  }

  end(): void {
    this.#isGone = true
    this.#ports.feeds.leaveAll(this)
    if (this.#login) this.#logOut(this.#login)
  }

  async hear(text: string): Promise<void> {
    const message = parseJson(text)
    const read = readRequest(message)
    if (!read.ok) return this.#refuse(namesOf(message), read.refusal)
    if (this.#waiting >= WAITING_MAX)
      return this.#refuse(read.value, refuse('too_many_requests', { seconds: '1' }).refusal)
    this.#waiting += 1
    try {
      await this.#carryOut(read.value)
    } catch (failure) {
      logError('an operation of a program failed', failure)
      this.#refuse(read.value, refuse('internal_error').refusal)
    } finally {
      this.#waiting -= 1
      // Work under way as the socket closed may have placed orders after the switch fired.
      const isLast = this.#isGone && this.#waiting === 0
      if (isLast && this.#carefulUserId !== null) this.#sayGone(this.#carefulUserId, { wasOn: true })
    }
  }

  async #carryOut(request: SocketRequest): Promise<void> {
    const { id: _id, op: _op, params = {}, ...beside } = request
    const fields = readJsonFields(params) ?? {}
    const taken = refuseUnknownFields({ ...beside, lang: fields['lang'] }, besides(request.op))
    if (!taken.ok) return this.#refuse(request, taken.refusal)
    const route = ROUTES.get(request.op)
    if (route) return this.#runRoute(request, route, fields)
    const outcome = await this.#runOwn(request, request.op as OwnOperation, fields)
    if (outcome.ok) this.tell(answerTo(request, outcome.value))
    else this.#refuse(request, outcome.refusal)
  }

  async #runRoute(request: SocketRequest, route: Route, fields: Fields): Promise<void> {
    const { env } = this.#ports
    const used: { usage?: KeyUsage } = {}
    const session = this.#session(route, { request, metered: (usage) => void (used.usage = usage) })
    if (!session.ok) return this.#refuse(request, session.refusal)
    const byKey = { session: session.value }
    const facts = {
      ...{ fields, byKey, commandId: request.command_id ?? null },
      ...{ language: this.#visitor.language, setCookie: () => undefined },
      later: (work: Promise<unknown>) => this.#ports.later(work),
    }
    const http = asHttp(this.#visitor, route)
    // Read before the outcome exists, so that the caller holds it first.
    const round = isOrder(route, http) ? await newestRound(env) : null
    const outcome = await judged(env, byKey, await route.handle(http, env, facts))
    if (!outcome.ok) return this.#refuse(request, outcome.refusal, used.usage)
    this.tell(answerTo(request, outcome.value, { ...used, ...(round && { round: roundText(round) }) }))
  }

  #runOwn(request: SocketRequest, op: OwnOperation, fields: Fields): Promise<Outcome<unknown>> | Outcome<unknown> {
    switch (op) {
      case 'ping':
        return withInput(op, fields, ({ number }) => {
          if (number !== undefined) this.#ports.answered(number)
          return done({ server_time: Date.now() })
        })
      case 'login':
        return withInput(op, fields, (input) => this.#logIn(input))
      case 'subscribe':
        return withInput(op, fields, (input) => this.#subscribe(input))
      case 'unsubscribe':
        return withInput(op, fields, (input) => this.#unsubscribe(input))
      case 'cancel_on_disconnect':
        return withInput(op, fields, ({ enabled }) => this.#cancelOnDisconnect(request, enabled))
    }
  }

  async #logIn({ key, timestamp, recv_window: recvWindow, signature }: LoginInput): Promise<Outcome<unknown>> {
    const given: Readonly<Record<string, string | undefined>> = {
      [KEY_HEADERS.key]: key,
      [KEY_HEADERS.timestamp]: timestamp,
      [KEY_HEADERS.recvWindow]: recvWindow,
      [KEY_HEADERS.signature]: signature,
    }
    const headers = readSignedHeaders((name) => given[name] ?? null)
    if (!headers.ok) return headers
    const { userId, ...signed } = headers.value
    const { keyId } = signed
    if (!isKnownKeyId(this.#ports.env, keyId)) return refuse('key_unknown')
    const text = textToSign({ ...signed, method: 'GET', path: SOCKET_PATH, commandId: '', body: '' })
    const proof = { ...this.#proof(keyId, WEIGHTS.login), ...signed, text }
    const link = new AccountLink({
      open: (shown) => this.#ports.openAccount(userId, shown),
      prove: () => ({ ...this.#proof(keyId, 0), isProven: true }),
      hear: (message) => this.#tellAccount(message),
      ended: () => this.#ports.keyEnded(),
    })
    const opened = await link.open(proof)
    if (!opened.ok) return opened
    const before = this.#login
    this.#login = { userId, keyId, link }
    // The Account has the new socket under the same name, so its switch stays.
    if (before?.userId === userId) before.link.close()
    else if (before) this.#logOut(before)
    if (before?.userId !== userId) this.#carefulUserId = null
    this.#subscriptions.delete('account')
    if (this.#isGone) this.#logOut(this.#login)
    return done({ server_time: Date.now() })
  }

  /** The Account sees its socket close; a message says so when that socket was lost before. */
  #logOut({ userId, link }: Login): void {
    if (!link.isOpen) this.#sayGone(userId, { wasOn: false })
    link.close()
  }

  #sayGone(userId: number, { wasOn }: { readonly wasOn: boolean }): void {
    const gone = { type: 'program_gone', connection: this.name, wasOn } as const
    this.#ports.later(callAccountAsSystem(this.#ports.env, userId, gone))
  }

  async #subscribe({ channel, symbol, after }: SubscribeInput): Promise<Outcome<unknown>> {
    const named = nameChannel(channel, { symbol, after })
    if (!named.ok) return named
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX && !this.#subscriptions.has(named.value))
      return refuse('too_many_requests', { seconds: '1' })
    const begun = channel === 'account' ? await this.#hearAccount(after) : await this.#hearPublic(channel, symbol)
    if (!begun.ok) return begun
    this.#subscriptions.add(named.value)
    return done({ channel, symbol: symbol ?? null })
  }

  async #hearAccount(after: number | undefined): Promise<Outcome<null>> {
    const weight = after ? WEIGHTS.resume : WEIGHTS.channel
    const session = this.#session({ scope: 'read', weight }, {})
    if (!session.ok) return session
    const judgement = await callAccount(this.#ports.env, session.value, { type: 'profile_check' })
    if (!judgement.ok) return judgement
    // Another key was shown meanwhile, of which nobody has said that it may read.
    if (this.#login?.keyId !== session.value.sessionId) return refuse('session_ended')
    this.#login.link.listen(after || null)
    return done(null)
  }

  async #hearPublic(channel: Exclude<Channel, 'account'>, symbol: string | undefined): Promise<Outcome<null>> {
    const { env, feeds } = this.#ports
    const pair = symbol === undefined ? undefined : findPair(await loadCatalogue(env), symbol)
    if (symbol !== undefined && !pair) return refuse('pair_not_found')
    if (this.#isGone) return done(null)
    if (channel === 'quotes') feeds.hearQuotes(this, pair?.symbol ?? null, Date.now())
    else if (pair) feeds.hearMarket(channel, this, pair, Date.now())
    return done(null)
  }

  #unsubscribe({ channel, symbol }: ChannelInput): Outcome<unknown> {
    const named = nameChannel(channel, { symbol })
    if (!named.ok) return named
    this.#subscriptions.delete(named.value)
    if (channel === 'account') this.#login?.link.silence()
    else if (channel === 'quotes') this.#ports.feeds.leaveQuotes(this)
    else this.#ports.feeds.leaveMarket(channel, this, symbol ?? '')
    return done({ channel, symbol: symbol ?? null })
  }

  async #cancelOnDisconnect(request: SocketRequest, enabled: boolean): Promise<Outcome<unknown>> {
    const session = this.#session({ scope: 'trade', weight: WEIGHTS.command }, { request })
    if (!session.ok) return session
    const switched = await callAccount(this.#ports.env, session.value, {
      ...{ type: 'cancel_on_disconnect', commandId: crypto.randomUUID(), connection: this.name, isOn: enabled },
    })
    if (!switched.ok) return switched
    this.#carefulUserId = switched.value.isOn ? session.value.userId : null
    return done({ enabled: switched.value.isOn })
  }

  /** Sends messages in order: the first may have to wait for the catalogue. */
  #tellAccount(message: AccountSocketMessage): void {
    this.#telling = this.#telling
      .then(async () => this.tell(accountEvent(await loadCatalogue(this.#ports.env), message)))
      .catch((failure: unknown) => {
        logError('a program could not be told of its account', failure)
        this.#ports.failed()
      })
    this.#ports.later(this.#telling)
  }

  /** The key in the place of a session: its Account judges it within each call. */
  #session({ scope, weight }: Pick<Route, 'weight' | 'scope'>, { request, metered }: Asked): Outcome<Session> {
    const login = this.#login
    if (!login) return refuse('session_missing')
    const timed = {
      timestamp: request?.timestamp ?? Date.now(),
      recvWindow: request?.recv_window ?? RECV_WINDOW_PRESET_MS,
    }
    const key: KeyProof = { ...this.#proof(login.keyId, weight), scope: scope ?? null, ...timed, isProven: true }
    return done({ userId: login.userId, sessionId: login.keyId, key, ...(metered && { metered }) })
  }

  #proof(keyId: string, weight: number): KeyProof {
    return {
      ...{ keyId, weight, address: this.#visitor.address, scope: null, requestId: crypto.randomUUID() },
      ...{ timestamp: Date.now(), recvWindow: RECV_WINDOW_PRESET_MS, signature: '', text: '' },
    }
  }

  #refuse(named: Parameters<typeof refusalTo>[0], refusal: Refusal, usage?: KeyUsage): void {
    this.tell(refusalTo(named, refusal, { language: this.#visitor.language, ...(usage && { usage }) }))
  }
}
