// Simulated checkout page (/buy/checkout) of both providers. Its webhooks use the normal signed endpoint.

import { formatMinor } from '#domain/buy/terms'
import type { ProviderKind } from '#domain/buy/payment'
import { type PlaySession, playSessionEvent, readPlaySession } from './embedded-card'
import { takeMessage } from './payments'
import { cardProvider, rampProvider, signatureHeader } from './providers'
import { isSignedSearch, playRampEvent } from './ramp'

export interface PlayCheckout {
  readonly kind: ProviderKind
  readonly reference: string
  readonly currency: string
  /** Amount in display form. */
  readonly paid: string
  /** Return URL. */
  readonly back: string
  readonly session: PlaySession | null
  readonly query: URLSearchParams
}

/** Simulated checkout of a URL; null when forged, `closed` without embedded providers. */
export async function readPlayCheckout(env: Env, search: string): Promise<PlayCheckout | null | 'closed'> {
  const query = new URLSearchParams(search)
  const [card, ramp] = [cardProvider(env), rampProvider(env)]
  if (!card?.isEmbedded && !ramp?.isEmbedded) return 'closed'
  const token = query.get('session')
  if (card?.isEmbedded && token !== null) {
    const session = await readPlaySession(env, token)
    if (!session) return null
    const { reference, currency, amount, successUrl: back } = session
    return { kind: 'card', reference, currency, paid: formatMinor(currency, amount), back, session, query }
  }
  if (!ramp?.isEmbedded || !isSignedSearch(ramp, search)) return null
  return {
    kind: 'ramp',
    reference: query.get('externalTransactionId') ?? '',
    currency: (query.get('baseCurrencyCode') ?? '').toUpperCase(),
    paid: query.get('baseCurrencyAmount') ?? '',
    back: query.get('redirectURL') ?? '',
    session: null,
    query,
  }
}

interface Played {
  readonly isPaid: boolean
  /** Payer name as typed on the page. */
  readonly name: string
}

/** Sends the webhook of a simulated payment. A card session pays once; a third party accepts repeated payments. */
export async function sendPlayMessage(
  env: Env,
  play: PlayCheckout,
  { isPaid, name }: Played,
  now: number,
): Promise<void> {
  const provider = play.kind === 'card' ? cardProvider(env) : rampProvider(env)
  if (!provider?.isEmbedded) return
  const body = play.session
    ? playSessionEvent(play.session, isPaid ? 'completed' : 'expired', name)
    : playRampEvent(play.query, { id: crypto.randomUUID(), status: isPaid ? 'completed' : 'failed', name })
  const signature = signatureHeader(provider.hookSecret, body, play.kind === 'card' ? 'v1' : 's', now)
  const answer = await takeMessage(env, { kind: play.kind, body, signature }, now)
  if (answer !== 'taken') throw new Error(`an embedded provider was answered: ${answer}`)
}
