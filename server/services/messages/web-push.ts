// Web Push through @block65/webcrypto-web-push: the message is encrypted for one browser (RFC 8291, aes128gcm) and signed with this site's
// VAPID keys (RFC 8292). Nothing is sent unless the keys are configured.

import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { PushSubscription } from '#party/protocol/message'

/** What the service worker shows (app/pwa/service-worker.mjs). */
export interface PushContent {
  readonly title: string
  readonly body: string
  /** Replaces an earlier notification of the same tag. */
  readonly tag: string
  /** Path on this site. */
  readonly url: string
}

export interface VapidKeys {
  /** 65 bytes of the uncompressed point, base64url: browsers subscribe with it. */
  readonly publicKey: string
  /** 32 bytes, base64url. */
  readonly privateKey: string
  /** "mailto:…" or "https:…": the contact for operators of push services. */
  readonly subject: string
}

/** gone: the browser has unsubscribed; failed: with a reason for the log. */
export type PushResult = { readonly kind: 'sent' | 'gone' } | { readonly kind: 'failed'; readonly why: string }

type Bindings = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'>

/** VAPID keys; null when unconfigured, which disables push on all pages. */
export function vapidKeys(env: Bindings): VapidKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null
}

const TIMEOUT_MS = 10_000
/** Storage time of the message at the push service, in seconds, for an offline browser. */
const TTL_SECONDS = 24 * 60 * 60

export async function sendPush(
  keys: VapidKeys,
  { endpoint, p256dh, auth }: PushSubscription,
  { title, body, tag, url }: PushContent,
): Promise<PushResult> {
  try {
    const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
    const message = { data: { title, body, tag, url }, options: { ttl: TTL_SECONDS } }
    const request = await buildPushPayload(message, subscription, keys)
    // Redirects are refused, since they would send the signed request to another host.
    const response = await fetch(endpoint, { ...request, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return { kind: 'gone' }
    return response.ok ? { kind: 'sent' } : { kind: 'failed', why: `the push service answered ${response.status}` }
  } catch (error) {
    // No connection, a timeout, or malformed keys.
    return { kind: 'failed', why: `no push was sent (${error instanceof Error ? error.name : 'unknown'})` }
  }
}
