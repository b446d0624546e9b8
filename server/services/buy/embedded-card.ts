// Simulated card provider for development: answers like the real one, and its page (/buy/checkout) sends signed
// webhooks. Charges no one.

import * as v from 'valibot'
import { seal, unseal } from '../security/seal'

const OWNER = { use: 'play_checkout', userId: 0 } as const

const playSession = v.object({
  reference: v.string(),
  currency: v.string(),
  /** In the currency's smallest unit. */
  amount: v.number(),
  successUrl: v.string(),
  cancelUrl: v.string(),
  expiresAt: v.number(),
})
export type PlaySession = v.InferOutput<typeof playSession>

/** Simulated provider API at `path`. The checkout URL contains the session, so no state is stored. */
export async function answerEmbedded(
  env: Env,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly id: string; readonly url?: string | null; readonly status?: string }> {
  if (path.endsWith('/refunds')) return { id: `re_play_${form['payment_intent'] ?? ''}`, status: 'succeeded' }
  if (path.endsWith('/expire')) return { id: path.split('/').at(-2) ?? '', url: null }
  const content: PlaySession = {
    reference: form['client_reference_id'] ?? '',
    currency: (form['line_items[0][price_data][currency]'] ?? '').toUpperCase(),
    amount: Number(form['line_items[0][price_data][unit_amount]']),
    successUrl: form['success_url'] ?? '',
    cancelUrl: form['cancel_url'] ?? '',
    expiresAt: Number(form['expires_at']) * 1000,
  }
  const token = await seal(env, OWNER, JSON.stringify(content))
  return { id: `cs_play_${content.reference}`, url: `/buy/checkout?session=${token}` }
}

export async function readPlaySession(env: Env, token: string): Promise<PlaySession | null> {
  const text = await unseal(env, OWNER, token)
  return text === null ? null : v.parse(playSession, JSON.parse(text))
}

/** Webhook of a session. A session pays once, regardless of open tabs. */
export const playSessionEvent = (play: PlaySession, kind: 'completed' | 'expired', name: string): string =>
  JSON.stringify({
    id: `evt_play_${kind}_${play.reference}`,
    object: 'event',
    type: `checkout.session.${kind}`,
    data: {
      object: {
        id: `cs_play_${play.reference}`,
        object: 'checkout.session',
        client_reference_id: play.reference,
        payment_intent: kind === 'completed' ? `pi_play_${play.reference}` : null,
        payment_status: kind === 'completed' ? 'paid' : 'unpaid',
        amount_total: play.amount,
        currency: play.currency.toLowerCase(),
        customer_details: { name },
        metadata: { order: play.reference },
      },
    },
  })
