// One program on the WebSocket API of the Binance Spot dialect: /binance/ws-api/v3. Its methods are the dialect's endpoints.

import { RECV_WINDOW_PRESET_MS } from '#domain/api-key'
import { logError } from '#lib/log-line'
import { ACCOUNT_WEIGHT_MAX, ADDRESS_WEIGHT_MAX } from '#domain/request-weight'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { KeyProof } from '#party/protocol/api-key'
import { loadCatalogue } from '#services/catalogue'
import { listFillsBefore } from '#services/spot'
import { type Reply, toFault } from '../../api/binance/endpoint'
import { type FaultOr, failed, succeed } from '../../api/binance/fault'
import { METHODS, type MethodCall, UNKNOWN_METHOD, logOn, readCall, readSentBy } from '../../api/binance/methods'
import type { Login, Question } from '../../api/binance/signed'
import { parseJson } from '../../api/input'
import { AccountLink } from '../account-link'
import type { ConnectionPorts } from '../connection'
import type { SocketProgram } from '../program'
import { type Visitor, asHttp } from '../visitor'
import { type NumberedFill, UserEvents } from './user-stream'

const WAITING_MAX = 100
const STREAM_WEIGHT = 5
const FILLS_MAX = 500

type Ports = Pick<ConnectionPorts, 'env' | 'later' | 'openAccount' | 'send'>

interface Subscription {
  readonly login: Login
  readonly link: AccountLink
  /** Of the session, with which it ends. */
  readonly isOfSession: boolean
}

const reply = (outcome: FaultOr<unknown>): Reply => ({ outcome, usage: {} })

export class ApiConnection implements SocketProgram {
  readonly name = crypto.randomUUID()
  readonly #ports: Ports
  readonly #visitor: Visitor
  readonly #showsLimits: boolean
  readonly #connectedAt = Date.now()
  #session: (Login & { readonly since: number }) | null = null
  #waiting = 0
  #userId: number | null = null
  #lastSubscription = -1
  readonly #subscriptions = new Map<number, Subscription>()
  #telling = Promise.resolve()
  #isGone = false

  constructor(ports: Ports, visitor: Visitor, { showsLimits }: { readonly showsLimits: boolean }) {
    this.#ports = ports
    this.#visitor = visitor
    this.#showsLimits = showsLimits
  }

  /** Of the first key that was taken. */
  get userId(): number | null {
    return this.#userId
  }

  get mayBeSilent(): boolean {
    return this.#userId !== null
  }

  keep(now: number): void {
    for (const { link } of this.#subscriptions.values()) link.keep(now)
  }

  end(): void {
    this.#isGone = true
    for (const { link } of this.#subscriptions.values()) link.close()
    this.#subscriptions.clear()
  }

  async hear(text: string): Promise<void> {
    const read = readCall(parseJson(text))
    if (!read.ok) return this.#answer(null, reply(read))
    const call = read.value
    if (this.#waiting >= WAITING_MAX)
      return this.#answer(call, reply(failed(-1003, 'Too many requests are waiting for their answers.', 429)))
    this.#waiting += 1
    try {
      this.#answer(call, await this.#carryOut(call))
    } catch (failure) {
      logError('a method of a program failed', failure)
      this.#answer(call, reply(failed(-1000, 'An unknown error occurred while processing the request.', 500)))
    } finally {
      this.#waiting -= 1
    }
  }

  #answer(call: MethodCall | null, { outcome, usage, userId }: Reply): void {
    const isShown = this.#showsLimits && call?.params['returnRateLimits'] !== false && usage.weight !== undefined
    const limit = userId === undefined ? ADDRESS_WEIGHT_MAX : ACCOUNT_WEIGHT_MAX
    const minute = { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit, count: usage.weight }
    const shown = outcome.ok
      ? { status: 200, result: outcome.value }
      : { status: outcome.fault.status, error: { code: outcome.fault.code, msg: outcome.fault.msg } }
    this.#ports.send(JSON.stringify({ id: call?.id ?? null, ...shown, ...(isShown && { rateLimits: [minute] }) }))
  }

  async #carryOut(call: MethodCall): Promise<Reply> {
    const sent = readSentBy(call)
    if (!sent.ok) return reply(sent)
    const { keyId, ...parameters } = sent.value
    const isByKey = keyId !== null || parameters.signature !== null
    const question: Question = {
      ...{ env: this.#ports.env, keyId, login: isByKey ? null : this.#session },
      request: asHttp(this.#visitor, { method: 'GET', path: '/binance/ws-api/v3' }),
      sent: () => Promise.resolve(succeed(parameters)),
    }
    const endpoint = METHODS.get(call.method)
    if (endpoint) {
      const answered = await endpoint(question)
      this.#userId ??= answered.userId ?? null
      return answered
    }
    if (call.method === 'session.logon') return this.#logOn(question, parameters.signature)
    if (call.method === 'userDataStream.subscribe.signature') return this.#subscribeBySignature(question)
    const [given] = parameters.parameters.keys()
    const takes = call.method === 'userDataStream.unsubscribe' ? 'subscriptionId' : undefined
    if (given !== undefined && given !== takes && OWN.has(call.method))
      return reply(failed(-1104, `Not all sent parameters were read: '${given}'.`))
    return this.#runOwn(call)
  }

  async #runOwn({ method, params }: MethodCall): Promise<Reply> {
    switch (method) {
      case 'session.status':
        return reply(succeed(this.#status()))
      case 'session.logout':
        this.#session = null
        for (const [id, { isOfSession }] of this.#subscriptions) if (isOfSession) this.#leave(id)
        return reply(succeed(this.#status()))
      case 'session.subscriptions':
        return reply(succeed(Array.from(this.#subscriptions.keys(), (subscriptionId) => ({ subscriptionId }))))
      case 'userDataStream.subscribe':
        return this.#session ? reply(await this.#subscribe(this.#session, true)) : reply(NOT_LOGGED_ON)
      case 'userDataStream.unsubscribe': {
        const named = params['subscriptionId']
        const ids = [...this.#subscriptions.keys()].filter((id) => named === undefined || named === id)
        if (named !== undefined && ids.length === 0) return reply(NO_SUBSCRIPTION)
        for (const id of ids) this.#leave(id)
        return reply(succeed({}))
      }
      default:
        return reply({ ok: false, fault: UNKNOWN_METHOD })
    }
  }

  #status() {
    return {
      apiKey: this.#session?.keyId ?? null,
      authorizedSince: this.#session?.since ?? null,
      connectedSince: this.#connectedAt,
      returnRateLimits: this.#showsLimits,
      serverTime: Date.now(),
      userDataStream: this.#subscriptions.size > 0,
    }
  }

  async #logOn(question: Question, signature: string | null): Promise<Reply> {
    if (signature !== null && /^[0-9a-f]{64}$/i.test(signature))
      return reply(failed(-4056, 'HMAC_SHA256 API key is not supported.'))
    const { login, answered } = await this.#judge(question)
    if (!login) return answered
    this.#session = { ...login, since: Date.now() }
    return { ...answered, outcome: succeed(this.#status()) }
  }

  async #subscribeBySignature(question: Question): Promise<Reply> {
    const { login, answered } = await this.#judge(question)
    return login ? { ...answered, outcome: await this.#subscribe(login, false) } : answered
  }

  /** The key of a request that shows one. */
  async #judge(question: Question): Promise<{ readonly login: Login | null; readonly answered: Reply }> {
    const answered = await logOn({ ...question, login: null })
    this.#userId ??= answered.userId ?? null
    return { login: answered.outcome.ok ? (answered.outcome.value as Login) : null, answered }
  }

  /** One subscription of an account at a time. */
  async #subscribe(login: Login, isOfSession: boolean): Promise<FaultOr<unknown>> {
    // The program left while its key was judged: nothing would close the Account's socket.
    if (this.#isGone) return failed(-1130, 'The connection is closed.')
    const known = [...this.#subscriptions].find(([, each]) => each.login.userId === login.userId)
    if (known) return failed(-1130, 'This account is subscribed to already.')
    const subscriptionId = (this.#lastSubscription += 1)
    const events = new UserEvents()
    let isBegun = false
    const link = new AccountLink({
      open: (proof) => this.#ports.openAccount(login.userId, proof),
      prove: () => this.#proof(login, 0),
      hear: (message) => {
        if (message.type === 'event') return this.#later(() => this.#tell(subscriptionId, { login, events, message }))
        // A second snapshot stands for messages that are lost, of which the dialect has no word: the program must subscribe again.
        if (isBegun) return this.#later(() => this.#terminate(subscriptionId))
        isBegun = true
        events.begin(message)
      },
      ended: () => this.#later(() => this.#terminate(subscriptionId)),
    })
    this.#subscriptions.set(subscriptionId, { login, link, isOfSession })
    const opened = await link.open(this.#proof(login, STREAM_WEIGHT))
    if (!opened.ok) {
      this.#subscriptions.delete(subscriptionId)
      return { ok: false, fault: toFault(opened.refusal, 'read') }
    }
    link.listen(null)
    return succeed({ subscriptionId })
  }

  #leave(subscriptionId: number): void {
    this.#subscriptions.get(subscriptionId)?.link.close()
    this.#subscriptions.delete(subscriptionId)
  }

  /** Serialized, because an event may need a list read first. */
  #later(work: () => Promise<void> | void): void {
    this.#telling = this.#telling
      .then(work)
      .catch((failure: unknown) => logError('a program could not be told of its account', failure))
    this.#ports.later(this.#telling)
  }

  #terminate(subscriptionId: number): void {
    if (!this.#subscriptions.has(subscriptionId)) return
    this.#leave(subscriptionId)
    this.#send(subscriptionId, { e: 'eventStreamTerminated', E: Date.now() })
  }

  async #tell(
    subscriptionId: number,
    { login, events, message }: { login: Login; events: UserEvents; message: Event },
  ): Promise<void> {
    const fills = await this.#numbered(login, message)
    if (fills === null) return this.#terminate(subscriptionId)
    const catalogue = await loadCatalogue(this.#ports.env)
    if (!this.#subscriptions.has(subscriptionId)) return
    for (const event of events.read(catalogue, message, fills)) this.#send(subscriptionId, event)
  }

  #send(subscriptionId: number, event: object): void {
    this.#ports.send(JSON.stringify({ subscriptionId, event }))
  }

  /** Looks up list ids of a message's fills; null if any is missing. */
  async #numbered(login: Login, { spot }: Event): Promise<readonly NumberedFill[] | null> {
    const told = spot?.fills ?? []
    const session = { userId: login.userId, sessionId: login.keyId, key: this.#proof(login, 0) }
    const found: NumberedFill[] = []
    for (const orderNo of new Set(told.map((fill) => fill.orderNo))) {
      const walk = { symbol: null, orderNo, before: null, limit: FILLS_MAX }
      const rows = await listFillsBefore(this.#ports.env, session, walk)
      if (!rows.ok) return null
      const isTold = ({ tradeNo }: NumberedFill) =>
        told.some((each) => each.orderNo === orderNo && each.tradeNo === tradeNo)
      found.push(...rows.value.filter(isTold))
    }
    // An order had more fills than one list page.
    return found.length < told.length ? null : found
  }

  #proof({ keyId }: Login, weight: number): KeyProof {
    return {
      ...{ keyId, weight, address: this.#visitor.address, scope: 'read', requestId: crypto.randomUUID() },
      ...{ timestamp: Date.now(), recvWindow: RECV_WINDOW_PRESET_MS, signature: '', text: '', isProven: true },
    }
  }
}

type Event = Extract<AccountSocketMessage, { type: 'event' }>

const OWN: ReadonlySet<string> = new Set([
  'session.status',
  'session.logout',
  'session.subscriptions',
  'userDataStream.subscribe',
  'userDataStream.unsubscribe',
])
const NO_SUBSCRIPTION = failed(-1130, "Data sent for parameter 'subscriptionId' is not valid.")
const NOT_LOGGED_ON = failed(-2014, 'API-key format invalid.', 401)
