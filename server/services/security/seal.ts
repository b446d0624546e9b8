// Encryption of secrets that must be readable later: AES-GCM under keys derived from SESSION_SECRET, bound to their
// owner. A copy of the database alone reveals nothing.

const encoder = new TextEncoder()
const IV_BYTES = 12

/** Purpose of an encrypted text; decryption requires the same purpose. */
type SealUse =
  | 'totp'
  | 'totp_setup'
  | 'identity_number'
  | 'screening'
  | 'travel_rule'
  | 'convert_quote'
  | 'buy_quote'
  | 'buy_payer'
  | 'buy_event'
  | 'play_checkout'
  | 'staff_totp'
  | 'staff_enrolment'

type Secret = Pick<Env, 'SESSION_SECRET'>
interface Owner {
  readonly use: SealUse
  readonly userId: number
  /** Session allowed to decrypt; absent when all sessions of the owner may. */
  readonly sessionId?: string
}

/** "iv.text", both base64url. */
export async function seal(env: Secret, owner: Owner, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(cipher(iv, owner), await deriveKey(env, owner), encoder.encode(text))
  return `${Buffer.from(iv).toString('base64url')}.${Buffer.from(sealed).toString('base64url')}`
}

/** Decrypted text, or null when encrypted for another owner or under another secret. */
export async function unseal(env: Secret, owner: Owner, sealed: string): Promise<string | null> {
  const [iv = '', text = ''] = sealed.split('.')
  const key = await deriveKey(env, owner)
  try {
    const opened = await crypto.subtle.decrypt(
      cipher(Buffer.from(iv, 'base64url'), owner),
      key,
      Buffer.from(text, 'base64url'),
    )
    return new TextDecoder().decode(opened)
  } catch {
    // Secret changed or row tampered with: the text is unreadable.
    return null
  }
}

const cipher = (iv: Uint8Array<ArrayBuffer>, { use, userId, sessionId }: Owner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode([use, userId, ...(sessionId === undefined ? [] : [sessionId])].join('\n')),
})

async function deriveKey({ SESSION_SECRET }: Secret, { use }: Owner): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(SESSION_SECRET), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(`seal\n${use}`) }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
