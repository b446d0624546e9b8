// Hono handler of a declared endpoint: caller, weight, fields, then an answer in the caller's frame and language.

import type { Context } from 'hono'
import { roundText } from '#domain/log/leaf'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import type { KeyUsage } from '#party/protocol/api-key'
import { checkSession } from '#services/account-room'
import { newestRound } from '#services/quotes'
import { readSession } from '#session/session'
import { weighCaller } from './caller-weight'
import { answerOk, answerRefusal, frameFor } from './envelope'
import { type Fields, isMultipart, readFields, readFileFields, languageOf, readQueryLanguage } from './input'
import { isByKey, readKeyCaller } from './key-request'
import { type ApiEnv, type LargeFile, type Later, type RequestFacts, type Route, isForged } from './route'

/** Hono handler of a route. */
export const respond =
  (route: Route) =>
  async (context: Context<ApiEnv>): Promise<Response> => {
    const request = context.req.raw
    if (!route.path.startsWith('/v1/')) return (await answer(route, context)).response
    if (route.isPrivate && isByKey(request)) {
      const { response, usage } = await answer(route, context)
      if (usage) writeUsage(response, usage)
      return response
    }
    const weighed = await weighCaller(context.env, request, { weight: route.weight, now: Date.now() })
    // A client that retries too fast must see the status, whichever frame it reads.
    if (!weighed.ok) return answerRefusal('problem', readQueryLanguage(request.url), weighed.refusal)
    const { response } = await answer(route, context)
    if (weighed.value !== null) writeUsage(response, { weight: weighed.value })
    return response
  }

/** Headers of /v1: what the caller has used up in the running minute; /v1/info says how much there is. */
export const USAGE_HEADERS = { weight: 'Api-Used-Weight', orders: 'Api-Order-Count' } as const

function writeUsage({ headers }: Response, { weight, orders }: Partial<KeyUsage>): void {
  if (weight !== undefined) headers.set(USAGE_HEADERS.weight, String(weight))
  if (orders !== undefined) headers.set(USAGE_HEADERS.orders, String(orders))
}

interface Answered {
  readonly response: Response
  readonly usage?: KeyUsage | undefined
}

async function answer(route: Route, context: Context<ApiEnv>): Promise<Answered> {
  const request = context.req.raw
  const frame = frameFor(request, isByKey(request), route.frame)
  const sentId = request.headers.get('Idempotency-Key')
  const caller =
    route.isPrivate && isByKey(request)
      ? await readKeyCaller(context.env, request, route, sentId, Date.now())
      : done(null)
  // Large bodies are read only for known senders.
  const isKnown =
    route.takesPicture && ((await readSession(request, context.env)) !== null || route.knows?.(request, context.env))
  const read =
    route.takesFile && isMultipart(request)
      ? await readLargeForm(request, context.env, route.takesFile)
      : await readFields(request, isKnown ? 'picture' : 'form')
  // Picture uploads have no `lang` field: clients send their language only in the header.
  const accepted = route.takesPicture || route.takesFile ? request.headers.get('Accept-Language') : null
  const language = read.ok ? languageOf(read.value, accepted) : readQueryLanguage(request.url, accepted)
  context.set('language', language)
  context.set('frame', frame)
  const refused = (refusal: Refusal): Answered => ({
    response: answerRefusal(frame, language, refusal),
    usage: caller.ok ? caller.value?.used.usage : undefined,
  })
  if (!caller.ok) return refused(caller.refusal)
  if (!read.ok) {
    const isTooLong = route.takesPicture && !isKnown && read.refusal.code === 'body_too_large'
    return refused(isTooLong ? refuse('session_missing').refusal : read.refusal)
  }
  const later: Later = (work) => context.executionCtx.waitUntil(work)
  const cookies: string[] = []
  const facts = {
    fields: read.value,
    byKey: caller.value,
    commandId: caller.value?.commandId ?? sentId,
    language,
    later,
    setCookie: (line: string) => void cookies.push(line),
  }
  // Read before the outcome exists, so that the caller holds it first.
  const round = isOrder(route, request) ? await newestRound(context.env) : null
  const outcome = await judged(context.env, caller.value, await route.handle(request, context.env, facts))
  if (!outcome.ok) return refused(outcome.refusal)
  const response = answerOk(frame, outcome.value)
  for (const line of cookies) response.headers.append('Set-Cookie', line)
  if (round) response.headers.set(ROUND_HEADER, roundText(round))
  return { response, usage: caller.value?.used.usage }
}

/** Header of an accepted order: the newest round of prices, as the log hashes it (see /v1/log/round). */
export const ROUND_HEADER = 'CM-Round'

/** Whether the route trades, so that a later price may decide about its request. */
export const isOrder = ({ scope, path }: Route, { method }: { readonly method: string }): boolean =>
  scope === 'trade' && method !== 'GET' && path.startsWith('/v1/')

/** Refusals made before the Account check the key are shown to genuine requests only; other requests get the refusal of their key. */
export async function judged(
  env: Env,
  byKey: RequestFacts['byKey'],
  outcome: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  if (outcome.ok || !byKey) return outcome
  const check = await checkSession(env, byKey.session)
  return check.ok ? outcome : check
}

async function readLargeForm(request: Request, env: Env, { mbMax, field, admit }: LargeFile): Promise<Outcome<Fields>> {
  const session = await readSession(request, env)
  if (!session) return refuse('session_missing')
  if (isForged(request)) return refuse('origin_refused')
  const admitted = await admit(session, env)
  return admitted.ok ? readFileFields(request, { mbMax, field }) : admitted
}
