// Parsed signed request of a program: its key, and the text that its signature covers. The key's Account verifies it within the call that does
// the work. Key data in the URL or the body is ignored.

import { type KeyScope, checkRequestTime, isSignedRequest, readSignedHeaders, textToSign } from '#domain/api-key'
import { type Outcome, done, refuse } from '#domain/outcome'
import { isKnownKeyId } from '#services/security/api-keys'
import { clientAddress } from '#session/client-ip'
import { BODY_KB_MAX, readBoundedBody } from '#session/bounded-body'
import type { KeyUsage } from '#party/protocol/api-key'
import type { Session } from '#session/session'

/** Whether a request carries any API key header. */
export const isByKey = (request: Request): boolean => isSignedRequest((name) => request.headers.get(name))

interface KeyCaller {
  readonly session: Session
  /** The id that the caller sent; without one a name of the signed text, so that a copy is a repetition. */
  readonly commandId: string
  /** Filled by the first call of the key's Account. */
  readonly used: { readonly usage?: KeyUsage }
}

/** `sentId`: the `Idempotency-Key`. Reads a copy of the body, so the request itself stays unread. */
export async function readKeyCaller(
  env: Env,
  request: Request,
  { scope, weight }: { readonly scope?: KeyScope; readonly weight: number },
  sentId: string | null,
  now: number,
): Promise<Outcome<KeyCaller>> {
  if (scope === undefined) return refuse('key_not_taken')
  const headers = readSignedHeaders((name) => request.headers.get(name))
  if (!headers.ok) return headers
  const { userId, ...signed } = headers.value
  if (!isKnownKeyId(env, signed.keyId)) return refuse('key_unknown')
  const inTime = checkRequestTime(signed, now)
  if (!inTime.ok) return inTime
  const body = await readBody(request)
  if (!body.ok) return body
  const { pathname, search } = new URL(request.url)
  const commandId = sentId ?? ''
  const { timestamp, recvWindow } = signed
  const text = textToSign({
    timestamp,
    recvWindow,
    method: request.method,
    path: pathname + search,
    commandId,
    body: body.value,
  })
  const key = { ...signed, text, address: clientAddress(request), scope, weight, requestId: crypto.randomUUID() }
  const used: { usage?: KeyUsage } = {}
  const metered = (usage: KeyUsage) => void (used.usage = usage)
  const session = { userId, sessionId: signed.keyId, key, metered }
  return done({ session, used, commandId: commandId || (await nameOf(text)) })
}

async function readBody(request: Request): Promise<Outcome<string, 'body_too_large' | 'body_malformed'>> {
  if (request.body === null) return done('')
  const bytes = await readBoundedBody(request.clone(), BODY_KB_MAX)
  if (!bytes) return refuse('body_too_large', { bound: String(BODY_KB_MAX) })
  try {
    // Exact: every other body has another text.
    return done(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    // No UTF-8.
    return refuse('body_malformed')
  }
}

async function nameOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `signed:${Buffer.from(hash).toString('base64url')}`
}
