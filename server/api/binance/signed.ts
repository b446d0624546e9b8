// Reads signed requests of the Binance Spot dialect for the Account to judge: X-MBX-APIKEY, on a socket `apiKey`, names the key, and
// `signature` covers query and body, neither method nor path: a text that was shown once is good for no act after that.

import {
  type KeyScope,
  KEY_HEADERS,
  RECV_WINDOW_MAX_MS,
  RECV_WINDOW_PRESET_MS,
  checkRequestTime,
  readSignedHeaders,
} from '#domain/api-key'
import type { Refusal } from '#domain/outcome'
import type { KeyProof, KeyUsage } from '#party/protocol/api-key'
import { isKnownKeyId } from '#services/security/api-keys'
import { clientAddress } from '#session/client-ip'
import type { Session } from '#session/session'
import { type Fault, type FaultOr, failed, faultOf, succeed } from './fault'
import { type Sent, mandatory } from './parameters'

export const KEY_HEADER = 'X-MBX-APIKEY'

/** Request of the dialect, by HTTP or WebSocket. */
export interface Question {
  readonly env: Env
  /** On a socket: the request that opened it. */
  readonly request: Request
  readonly keyId: string | null
  readonly sent: () => Promise<FaultOr<Sent>>
  /** Key of a socket's session, for a question that shows none. */
  readonly login?: Login | null
}
export interface Login {
  readonly userId: number
  readonly keyId: string
}

export interface Signer {
  readonly session: Session
  /** Command id derived from the signed text; a copy repeats the command. */
  readonly commandId: string
  readonly used: { usage?: KeyUsage }
}

export async function readSigner(
  { env, request, keyId, login }: Question,
  { sent, scope, weight, isOnce }: { sent: Sent; scope: KeyScope; weight: number; isOnce?: boolean },
  now: number,
): Promise<FaultOr<Signer>> {
  if (keyId === null && !login) return failed(-2014, 'API-key format invalid.', 401)
  const timestamp = sent.parameters.get('timestamp')
  if (!timestamp || !/^[1-9]\d{12}(?:\d{3})?$/.test(timestamp)) return mandatory('timestamp')
  if (!sent.signature && !login) return mandatory('signature')
  const recvWindow = sent.parameters.get('recvWindow')
  // Three decimals are taken, and cut off.
  if (recvWindow !== undefined && !/^[1-9]\d{0,4}(?:\.\d{1,3})?$/.test(recvWindow)) return tooWide()
  const windowMs = recvWindow?.split('.')[0]
  if (windowMs !== undefined && parseInt(windowMs, 10) > RECV_WINDOW_MAX_MS) return tooWide()
  const fields: Readonly<Record<string, string | null>> = {
    [KEY_HEADERS.key]: keyId,
    [KEY_HEADERS.timestamp]: timestamp.slice(0, 13),
    [KEY_HEADERS.recvWindow]: windowMs ?? null,
    [KEY_HEADERS.signature]: sent.signature,
  }
  const requestId = crypto.randomUUID()
  const used: { usage?: KeyUsage } = {}
  const metered = (usage: KeyUsage) => void (used.usage = usage)
  if (login) {
    const key: KeyProof = {
      ...{ keyId: login.keyId, signature: '', text: '', isProven: true, address: clientAddress(request) },
      ...{ scope, weight, requestId, timestamp: parseInt(timestamp.slice(0, 13), 10) },
      recvWindow: windowMs === undefined ? RECV_WINDOW_PRESET_MS : parseInt(windowMs, 10),
    }
    const session = { userId: login.userId, sessionId: login.keyId, key, metered }
    return succeed({ session, used, commandId: requestId })
  }
  const read = readSignedHeaders((name) => fields[name] ?? null)
  if (!read.ok)
    return read.refusal.facts['header'] === KEY_HEADERS.key
      ? failed(-2014, 'API-key format invalid.', 401)
      : failed(-1022, 'Signature for this request is not valid.')
  const { userId, ...signed } = read.value
  if (!isKnownKeyId(env, signed.keyId)) return refused({ code: 'key_unknown', facts: {} })
  const inTime = checkRequestTime(signed, now)
  if (!inTime.ok) return refused(inTime.refusal)
  // Two equal questions of one millisecond are usual and harmless; two equal commands are one.
  const isRepeatable = scope === 'read' && !isOnce
  const key: KeyProof = {
    ...{ ...signed, text: sent.payload, address: clientAddress(request), scope, weight, requestId },
    ...(isRepeatable && { isRepeatable }),
  }
  const session = { userId, sessionId: signed.keyId, key, metered }
  return succeed({ session, used, commandId: await nameOf(`${signed.keyId}\n${sent.payload}`) })
}

const tooWide = () => failed(-1131, 'recvWindow must be less than 60000')
const refused = (refusal: Refusal): { ok: false; fault: Fault } => ({
  ok: false,
  fault: faultOf(refusal, { want: 'read', plain: refusal.code }),
})

async function nameOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `signed:${Buffer.from(hash).toString('base64url')}`
}
