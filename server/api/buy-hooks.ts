// Where providers of payments send their signed messages. Their wire, not ours: a status says whether to send one again.

import type { Context } from 'hono'
import type { ProviderKind } from '#domain/buy/payment'
import { type MessageAnswer, takeMessage } from '#services/buy/payments'
import { readBoundedBody } from '#session/bounded-body'
import type { ApiEnv } from './route'

const HEADERS: Readonly<Record<ProviderKind, string>> = {
  card: 'Stripe-Signature',
  ramp: 'Moonpay-Signature-V2',
}
const STATUS: Readonly<Record<MessageAnswer, number>> = { taken: 200, closed: 404, forged: 400, malformed: 400 }

/** After a failure of ours the provider sends it again, and the sweep does it besides. */
export const answerHook =
  (kind: ProviderKind) =>
  async ({ env, req }: Context<ApiEnv>): Promise<Response> => {
    const bytes = await readBoundedBody(req.raw)
    if (!bytes) return Response.json({ received: false }, { status: 413 })
    const message = { kind, body: new TextDecoder().decode(bytes), signature: req.header(HEADERS[kind]) ?? '' }
    const answer = await takeMessage(env, message, Date.now())
    return Response.json({ received: answer === 'taken' }, { status: STATUS[answer] })
  }
