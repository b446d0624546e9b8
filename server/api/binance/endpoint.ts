// Endpoints of the Binance Spot dialect: caller, weight, parameters, then an answer without envelope.

import type { Context } from 'hono'
import type * as v from 'valibot'
import { type Catalogue, type Pair, tradingWallet } from '#domain/catalogue'
import type { KeyScope } from '#domain/api-key'
import type { Outcome } from '#domain/outcome'
import type { KeyUsage } from '#party/protocol/api-key'
import { checkSession } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import type { InputSchema } from '#services/operation'
import { refusalText } from '#services/words'
import { placeOf } from '#session/place'
import type { Session } from '#session/session'
import { weighAddress } from '../caller-weight'
import { type Fault, type FaultOr, type Want, faultOf, succeed } from './fault'
import { readParameters, readSent } from './parameters'
import { KEY_HEADER, type Question, readSigner } from './signed'

export interface Reply {
  readonly outcome: FaultOr<unknown>
  readonly usage: Partial<KeyUsage>
  /** Whose key it was; absent unless the Account took it. */
  readonly userId?: number
}
export type Endpoint = (question: Question) => Promise<Reply>

interface Asked<Input> {
  readonly env: Env
  readonly catalogue: Catalogue
  readonly input: Input
}
interface AskedBySigner<Input> extends Asked<Input> {
  readonly session: Session
  readonly commandId: string
  readonly country: string
}

/** Anybody may ask. */
export const open =
  <Schema extends InputSchema>(
    schema: Schema,
    { weight, answer }: { weight: number; answer: (asked: Asked<v.InferOutput<Schema>>) => Promise<FaultOr<unknown>> },
  ): Endpoint =>
  async ({ env, request, sent: read }) => {
    const weighed = weighAddress(env, request, { weight, now: Date.now() })
    if (!weighed.ok)
      return { outcome: { ok: false, fault: faultOf(weighed.refusal, { want: 'read', plain: '' }) }, usage: {} }
    const usage = { weight: weighed.value }
    const sent = await read()
    if (!sent.ok) return { outcome: sent, usage }
    const input = readParameters(schema, sent.value)
    if (!input.ok) return { outcome: input, usage }
    return { outcome: await answer({ env, catalogue: await loadCatalogue(env), input: input.value }), usage }
  }

/** Programs with a key of the scope may ask. `isOnce`: a copy is refused even though it only reads. */
export const signed =
  <Schema extends InputSchema>(
    schema: Schema,
    {
      answer,
      ...terms
    }: {
      scope: KeyScope
      weight: number
      isOnce?: boolean
      answer: (asked: AskedBySigner<v.InferOutput<Schema>>) => Promise<FaultOr<unknown>>
    },
  ): Endpoint =>
  async (question) => {
    const { env, request } = question
    const sent = await question.sent()
    if (!sent.ok) return { outcome: sent, usage: {} }
    const signer = await readSigner(question, { sent: sent.value, ...terms }, Date.now())
    if (!signer.ok) return { outcome: signer, usage: {} }
    const { session, commandId, used } = signer.value
    const input = readParameters(schema, sent.value)
    const catalogue = await loadCatalogue(env)
    const { country } = placeOf(request)
    const outcome = input.ok ? await answer({ env, catalogue, session, commandId, country, input: input.value }) : input
    // Only genuine senders learn why a request was refused.
    const check = outcome.ok ? outcome : await checkSession(env, session)
    const usage = used.usage ?? {}
    if (!check.ok) return { outcome: { ok: false, fault: toFault(check.refusal, 'read') }, usage }
    return { outcome, usage, userId: session.userId }
  }

/** An endpoint by HTTP. */
export const byHttp =
  (endpoint: Endpoint) =>
  async ({ env, req }: Context<{ Bindings: Env }>): Promise<Response> => {
    const request = req.raw
    const keyId = request.headers.get(KEY_HEADER)
    const { outcome, usage } = await endpoint({ env, request, keyId, sent: () => readSent(request) })
    return outcome.ok
      ? withUsage(Response.json(outcome.value, { headers: JSON_HEADERS }), usage)
      : answerFault(outcome.fault, usage)
  }

/** Converts an outcome to the dialect. */
export function toFaultOr<Value>(outcome: Outcome<Value>, want: Want): FaultOr<Value> {
  return outcome.ok ? succeed(outcome.value) : { ok: false, fault: toFault(outcome.refusal, want) }
}

export const toFault = (refusal: Parameters<typeof faultOf>[0], want: Want): Fault =>
  faultOf(refusal, { want, plain: refusalText('en', refusal) })

/** "BTCUSDT" of a pair. */
export const nameOf = ({ base, quote }: Pair): string => `${base.code}${quote.code}`

/** Pairs of the spot wallet. Shares trade from another wallet, which the dialect lacks. */
export const pairsOf = ({ pairs }: Catalogue): readonly Pair[] =>
  pairs.filter((pair) => tradingWallet(pair) === 'change')

export function findNamed(catalogue: Catalogue, name: string): FaultOr<Pair> {
  const pair = pairsOf(catalogue).find((each) => nameOf(each) === name)
  return pair ? succeed(pair) : { ok: false, fault: toFault({ code: 'pair_not_found', facts: {} }, 'read') }
}

const JSON_HEADERS = { 'Cache-Control': 'no-store' }

export function answerFault({ status, code, msg, retryAfter }: Fault, usage: Partial<KeyUsage> = {}): Response {
  const headers = { ...JSON_HEADERS, ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) }
  return withUsage(Response.json({ code, msg }, { status, headers }), usage)
}

function withUsage(response: Response, { weight, orders }: Partial<KeyUsage>): Response {
  if (weight !== undefined) response.headers.set('X-MBX-USED-WEIGHT-1M', String(weight))
  if (orders !== undefined) response.headers.set('X-MBX-ORDER-COUNT-1M', String(orders))
  return response
}
