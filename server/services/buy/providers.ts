// Payment providers of fiat orders, by configuration: cards (CARD_SOURCE) and a third party (RAMP_SOURCE). The embedded
// ones are pages of this site that imitate them, in development only.

import { hmacHex } from '#lib/digest'
import type { ProviderKind } from '#domain/buy/payment'
import { isSameText } from '#domain/same-text'

/** Documented by Stripe: https://docs.stripe.com/api/checkout/sessions */
const STRIPE_URL = 'https://api.stripe.com'
/** Maximum age of a signed webhook, as in Stripe's own libraries. */
const HOOK_TOLERANCE_MS = 5 * 60_000

type ProviderEnv = Pick<
  Env,
  | 'ENVIRONMENT'
  | 'SESSION_SECRET'
  | 'SITE_URL'
  | 'CARD_SOURCE'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_URL'
  | 'RAMP_SOURCE'
  | 'RAMP_URL'
  | 'RAMP_KEY'
  | 'RAMP_SECRET'
  | 'RAMP_WEBHOOK_SECRET'
  | 'RAMP_WALLET'
>

export interface CardProvider {
  readonly isEmbedded: boolean
  readonly url: string
  readonly key: string
  readonly hookSecret: string
  /** Origin of return URLs. */
  readonly site: string
}

export interface RampProvider {
  readonly isEmbedded: boolean
  readonly url: string
  /** Public key that identifies us. */
  readonly key: string
  readonly secret: string
  readonly hookSecret: string
  /** On-chain destination of purchases: always ours, because a user's address would be credited twice. */
  readonly wallet: string
  readonly site: string
}

const mayEmbed = ({ ENVIRONMENT }: ProviderEnv): boolean => ENVIRONMENT === 'development' || ENVIRONMENT === 'test'

/** Null when cards are disabled. */
export function cardProvider(env: ProviderEnv): CardProvider | null {
  if (env.CARD_SOURCE === 'embedded' && mayEmbed(env))
    return { isEmbedded: true, url: '', key: '', hookSecret: ownSecret(env, 'card hook'), site: '' }
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: hookSecret, SITE_URL: site } = env
  if (env.CARD_SOURCE !== 'stripe' || !key || !hookSecret || !site) return null
  return { isEmbedded: false, url: env.STRIPE_URL || STRIPE_URL, key, hookSecret, site }
}

/** Null when no third party is configured. */
export function rampProvider(env: ProviderEnv): RampProvider | null {
  if (env.RAMP_SOURCE === 'embedded' && mayEmbed(env))
    return {
      isEmbedded: true,
      url: '/buy/checkout',
      key: 'play',
      secret: ownSecret(env, 'ramp'),
      hookSecret: ownSecret(env, 'ramp hook'),
      wallet: 'play',
      site: '',
    }
  const { RAMP_URL: url, RAMP_KEY: key, RAMP_SECRET: secret, RAMP_WEBHOOK_SECRET: hookSecret } = env
  const { RAMP_WALLET: wallet, SITE_URL: site } = env
  if (env.RAMP_SOURCE !== 'signed' || !url || !key || !secret || !hookSecret || !wallet || !site) return null
  return { isEmbedded: false, url, key, secret, hookSecret, wallet, site }
}

export const hookSecretOf = (env: ProviderEnv, kind: ProviderKind): string | null =>
  (kind === 'card' ? cardProvider(env) : rampProvider(env))?.hookSecret ?? null

const ownSecret = ({ SESSION_SECRET }: ProviderEnv, use: string): string => hmacHex(SESSION_SECRET, `embedded ${use}`)

/** "t=1700000000,v1=…,v1=…": the time in seconds and every signature under `name`. */
export const signatureHeader = (secret: string, body: string, name: 'v1' | 's', now: number): string => {
  const seconds = Math.floor(now / 1000)
  return `t=${seconds},${name}=${hmacHex(secret, `${seconds}.${body}`)}`
}

/** Verifies a timestamped signature of the body. A header may carry several signatures during secret rotation. */
export function isSigned(secret: string, header: string, body: string, name: 'v1' | 's', now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const seconds = parts.find(([key]) => key === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(now - parseInt(seconds, 10) * 1000) > HOOK_TOLERANCE_MS) return false
  const expected = hmacHex(secret, `${seconds}.${body}`)
  return parts.some(([key, value = '']) => key === name && isSameText(value, expected))
}
