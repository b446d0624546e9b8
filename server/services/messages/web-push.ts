// Web Push: a message encrypted for one browser (RFC 8291, aes128gcm) and signed for by this site (VAPID, RFC 8292). Only with keys bound.

import type { PushSubscription } from '#party/protocol/message'

/** What the service worker shows (app/pwa/service-worker.mjs). */
export interface PushContent {
  readonly title: string
  readonly body: string
  /** A later one with the same tag takes its place. */
  readonly tag: string
  /** A path of this site. */
  readonly url: string
}

export interface VapidKeys {
  /** 65 bytes of the uncompressed point, base64url: what browsers subscribe with. */
  readonly publicKey: string
  /** 32 bytes, base64url. */
  readonly privateKey: string
  /** "mailto:…" or "https:…": whom a push service may ask. */
  readonly subject: string
}

/** sent; gone: the browser has unsubscribed; failed: in words for the log. */
export type PushResult = { readonly kind: 'sent' | 'gone' } | { readonly kind: 'failed'; readonly why: string }

type Bindings = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'>

/** Null where the site has no keys: then nothing is pushed, and no page offers it. */
export function vapidKeys(env: Bindings): VapidKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null
}

const TIMEOUT_MS = 10_000
/** How long a push service keeps it for a browser that is away. */
const KEPT_SECONDS = 24 * 60 * 60
const SIGNED_FOR_SECONDS = 12 * 60 * 60

export async function sendPush(
  keys: VapidKeys,
  subscription: PushSubscription,
  content: PushContent,
  now: number,
): Promise<PushResult> {
  try {
    const response = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        Authorization: await signFor(keys, new URL(subscription.endpoint).origin, now),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(KEPT_SECONDS),
      },
      body: await encryptFor(subscription, JSON.stringify(content)),
      // A push service that leads elsewhere is none.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return { kind: 'gone' }
    return response.ok ? { kind: 'sent' } : { kind: 'failed', why: `the push service answered ${response.status}` }
  } catch (error) {
    // The outside world: no connection, too slow, or keys that are none.
    return { kind: 'failed', why: `no push was sent (${error instanceof Error ? error.name : 'unknown'})` }
  }
}

const encoder = new TextEncoder()
const RECORD_BYTES = 4096
const POINT = { name: 'ECDH', namedCurve: 'P-256' } as const

/** What the encryption draws by itself; a test brings its own. */
export interface Drawn {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly keys: CryptoKeyPair
}

async function draw(): Promise<Drawn> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, keys: await crypto.subtle.generateKey(POINT, true, ['deriveBits']) }
}

/** One record: header with salt, record size and our point, then the text under a key that only that browser can derive. */
export async function encryptFor(
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  text: string,
  drawn?: Drawn,
): Promise<Uint8Array<ArrayBuffer>> {
  const { salt, keys } = drawn ?? (await draw())
  const [theirs, secret] = [fromBase64Url(p256dh), fromBase64Url(auth)]
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const point = await crypto.subtle.importKey('raw', theirs, POINT, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, keys.privateKey, 256)
  const info = join(encoder.encode('WebPush: info\0'), theirs, ours)
  const material = await hkdf(secret, shared, info, 32)
  const key = await hkdf(salt, material, encoder.encode('Content-Encoding: aes128gcm\0'), 16)
  const nonce = await hkdf(salt, material, encoder.encode('Content-Encoding: nonce\0'), 12)
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  // 2 ends the last record.
  const plain = join(encoder.encode(text), Uint8Array.of(2))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, cipher, plain))
  const head = new Uint8Array(5)
  new DataView(head.buffer).setUint32(0, RECORD_BYTES)
  head[4] = ours.byteLength
  return join(salt, head, ours, sealed)
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  material: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8)
}

/** "vapid t=…, k=…": a token for this push service alone, for half a day. */
export async function signFor(
  { publicKey, privateKey, subject }: VapidKeys,
  audience: string,
  now: number,
): Promise<string> {
  const point = fromBase64Url(publicKey)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: toBase64Url(point.slice(1, 33)),
    y: toBase64Url(point.slice(33, 65)),
    d: privateKey,
  }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const part = (value: unknown) => toBase64Url(encoder.encode(JSON.stringify(value)))
  const claims = { aud: audience, exp: Math.floor(now / 1000) + SIGNED_FOR_SECONDS, sub: subject }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, encoder.encode(signed))
  return `vapid t=${signed}.${toBase64Url(new Uint8Array(signature))}, k=${publicKey}`
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'))
