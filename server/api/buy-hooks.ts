// Webhook endpoints of payment providers, in the providers' wire format; the status code requests or stops retries.

import { logError } from '#lib/log-line'
import type { Context } from 'hono'
import type { ProviderKind } from '#domain/buy/payment'
import { type MessageAnswer, takeMessage } from '#services/buy/payments'
import { count } from '#lib/counters'
import { readBoundedBody } from '#session/bounded-body'
import type { ApiEnv } from './route'

const HEADERS: Readonly<Record<ProviderKind, string>> = {
  card: 'Stripe-Signature',
  ramp: 'Moonpay-Signature-V2',
}
const STATUS: Readonly<Record<MessageAnswer, number>> = { taken: 200, closed: 404, forged: 400, malformed: 400 }
const countRefusal = (provider: ProviderKind, reason: string): void => count('cm_hook_refusals', { provider, reason })
const RETRY_SECONDS = 30

/** Provider webhook. Answers 2xx only after the event is stored; on any other failure the provider retries. */
export const answerHook =
  (kind: ProviderKind) =>
  async ({ env, req }: Context<ApiEnv>): Promise<Response> => {
    try {
      const bytes = await readBoundedBody(req.raw)
      if (!bytes) return Response.json({ received: false }, { status: 413 })
      const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      const message = { kind, body, signature: req.header(HEADERS[kind]) ?? '' }
      const answer = await takeMessage(env, message, Date.now())
      if (answer === 'forged' || answer === 'malformed') countRefusal(kind, answer)
      return Response.json({ received: answer === 'taken' }, { status: STATUS[answer] })
    } catch (error) {
      countRefusal(kind, 'failed')
      logError(`a message of a ${kind} provider was not stored:`, error)
      const headers = { 'Retry-After': String(RETRY_SECONDS) }
      return Response.json({ received: false }, { status: 503, headers })
    }
  }
