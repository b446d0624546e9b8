// Verifies the signature of a request by an API key, and decides on it: key, replay, and the scope of the requested command. Repeated at
// each call of one HTTP request.

import { asksOwner } from '#domain/agent'
import { hexOfBase64 } from '#domain/api-key'
import { ACCOUNT_WEIGHT_MAX, MinuteSum, secondsToNextMinute } from '#domain/request-weight'
import { isSameText } from '#domain/same-text'
import { type Outcome, done, refuse } from '#domain/outcome'
import { FIRST_ANSWER } from '#party/protocol/account'
import { type KeyProof, type KeyRefusal, type KeyUsage, withUsage } from '#party/protocol/api-key'
import { type StoredKey, checkKey } from './api-keys'
import type { EnginePorts } from './engine-ports'
import { type Begun, beginAct, endAct } from './agents'
import { type CheckedCommand, isRepeated } from './commands'
import type { AnyCommand, AskingAgent } from './feature'
import type { Registry } from './registry'
import type { LiveSession } from './session'
import { SignedRequests } from './signed-requests'
import type { Turns } from './turns'

/** A request by its type; `of`: the command whose first answer it asks for. */
interface KeyedRequest {
  readonly type: string
  readonly of?: unknown
}

interface Admitted {
  readonly command: CheckedCommand
  readonly begun: Begun | null
}

/** The same command, run in an agent's way under its name, so that a retry gets the first answer. */
function asAgent(command: CheckedCommand, agent: AskingAgent): CheckedCommand {
  const { definition } = command
  const { forAgent } = definition
  if (!forAgent) return command
  const run: AnyCommand['run'] = (state, input, turn) => forAgent(state, input, { ...turn, ...agent })
  return { ...command, definition: { ...definition, commit: 'tables', run } }
}

type Ports = Pick<EnginePorts, 'admit' | 'later' | 'now' | 'digest' | 'hmac' | 'keySecret' | 'isSignedWithEd25519'>

/** Days of keys are written this long after a count. */
const DAYS_WRITTEN_AFTER_MS = 5_000
const REFUSED = '{"ok":false'
const FORGED = JSON.stringify(refuse('signature_wrong'))

export class KeyVerifier {
  readonly #turns: Turns
  readonly #registry: Registry
  readonly #ports: Ports
  readonly #signed = new SignedRequests()
  readonly #weight = new MinuteSum()
  readonly #orders = new MinuteSum()
  /** Requests that were refused lately: the calls of one request count once. */
  readonly #refused = new Set<string>()
  #isWriteDue = false

  constructor(turns: Turns, registry: Registry, ports: Ports) {
    this.#turns = turns
    this.#registry = registry
    this.#ports = ports
  }

  /** The key in the place of a session. The account is open. */
  verify(proof: KeyProof, request: KeyedRequest): Outcome<LiveSession, KeyRefusal> {
    const verified = this.#verifyProof(proof)
    if (!verified.ok) return verified
    // A key runs commands of its scope only, regardless of the endpoint.
    const command = this.#registry.commands.get(request.type === FIRST_ANSWER ? String(request.of) : request.type)
    if (command && command.definition.byKey !== proof.scope) return refuse('key_not_taken')
    return done({ sessionId: verified.value.id, expiresAt: verified.value.expiresAt })
  }

  /** Adds the minute's usage to an answer, and counts the key's refusals by day. */
  counted({ keyId, requestId }: KeyProof, answer: string): string {
    // A stranger who knows the key's id gets this answer: it counts nothing against the owner, and tells nothing of the owner's use.
    if (answer === FORGED) return withUsage(answer, { weight: 0, orders: 0 })
    const isKnown = this.#turns.account?.apiKeys.find(keyId) !== undefined
    if (isKnown && answer.startsWith(REFUSED) && !this.#refused.has(requestId)) {
      this.#refused.add(requestId)
      this.#count(keyId, 'refusals', 1)
    }
    return withUsage(answer, this.#usage())
  }

  /** The key of a socket about to open. */
  verifySocket(proof: KeyProof): Outcome<null, KeyRefusal> {
    const verified = this.#verifyProof(proof)
    return verified.ok ? done(null) : verified
  }

  #usage(): KeyUsage {
    const now = this.#ports.now()
    return { weight: this.#weight.at(now), orders: this.#orders.at(now) }
  }

  /** Counts a command, or refuses it. Returns the command to run and an agent's note; a repetition has no note. */
  admit({ sessionId }: LiveSession, command: CheckedCommand): Outcome<Admitted> {
    const { type, feature, definition, commandId, input } = command
    const cost = definition.cost?.(input) ?? 1
    const seconds = this.#ports.admit(cost)
    if (seconds > 0) return refuse('too_many_requests', { seconds: String(seconds) })
    const now = this.#ports.now()
    const account = this.#turns.opened
    const key = account.apiKeys.find(sessionId)
    if (definition.byKey === 'trade') {
      this.#orders.add(cost, now)
      this.#count(sessionId, 'orders', cost)
    }
    if (key?.kind !== 'agent' || isRepeated(account, commandId, now)) return done({ command, begun: null })
    const values = definition.agentValues?.(account.stateOf(feature), input, key.id) ?? null
    const begun = beginAct(account.store, account.apiKeys, { key, command: type, values }, now)
    if (!begun.ok) return begun
    const mustAsk = key.limits !== null && asksOwner(key.limits, values ?? [])
    const agent = { key, value: begun.value.act.value, mustAsk }
    const isWatched = mustAsk || key.limits?.lossMax !== undefined
    return done({ command: isWatched ? asAgent(command, agent) : command, begun: begun.value })
  }

  /** The same answer, with its entry in the agent's activity log. */
  noted({ begun }: Admitted, answer: string | Promise<string>): string | Promise<string> {
    if (!begun) return answer
    return Promise.resolve(answer).then((text) => {
      // Closed after a failure elsewhere: the note stays without an outcome, and the orders stay counted.
      const { account } = this.#turns
      if (account) endAct(account.store, account.apiKeys, begun, JSON.parse(text) as Outcome<unknown>)
      return text
    })
  }

  #count(keyId: string, kind: 'requests' | 'orders' | 'refusals', added: number): void {
    const { account } = this.#turns
    if (!account?.apiKeys.find(keyId)) return
    account.apiKeys.days.count(keyId, kind, added, this.#ports.now())
    if (this.#isWriteDue) return
    this.#isWriteDue = true
    this.#ports.later(DAYS_WRITTEN_AFTER_MS, () => {
      this.#isWriteDue = false
      this.#refused.clear()
      this.#turns.account?.apiKeys.days.write()
    })
  }

  #verifyProof(proof: KeyProof): Outcome<StoredKey, KeyRefusal> {
    const hashOf = (id: string, text: string) => this.#ports.digest(`${proof.keyId}\n${id}\n${text}`)
    // What a login proved has no text of its own.
    const hash = proof.isProven ? proof.requestId : hashOf(proof.isRepeatable ? proof.requestId : '', proof.text)
    const isGenuine = proof.isProven || this.#signed.has(hash, proof) || this.#isGenuine(proof)
    const { apiKeys } = this.#turns.opened
    const key = apiKeys.find(proof.keyId)
    if (!key) return refuse('key_unknown')
    // Agents do not sign, and a token is valid for its own key only.
    if (!isGenuine || (key.kind === 'agent') !== (proof.isAgent ?? false)) return refuse('signature_wrong')
    if (this.#signed.has(hash, proof)) return done(key)
    const now = this.#ports.now()
    const checked = checkKey(key, proof, now)
    if (!checked.ok) return checked
    const isOver = this.#weight.at(now) + proof.weight > ACCOUNT_WEIGHT_MAX
    if (isOver) return refuse('too_many_requests', { seconds: String(secondsToNextMinute(now)) })
    const taken = this.#signed.take(hash, proof, now)
    if (!taken.ok) return taken
    // A replayed question must not execute an order.
    if (proof.isRepeatable) this.#signed.take(hashOf('', proof.text), proof, now)
    this.#weight.add(proof.weight, now)
    apiKeys.used(proof, now)
    this.#count(key.id, 'requests', 1)
    return done(key)
  }

  #isGenuine({ keyId, text, signature }: KeyProof): boolean {
    const key = this.#turns.opened.apiKeys.find(keyId)
    if (!key) return false
    if (key.kind === 'hmac')
      return isSameText(this.#ports.hmac(this.#ports.keySecret(keyId), text), signature.toLowerCase())
    const hex = hexOfBase64(signature)
    return hex !== null && this.#ports.isSignedWithEd25519(key.publicKey, text, hex)
  }
}
