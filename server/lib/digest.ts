// SHA-256 and HMAC-SHA-256 (RFC 6234) of UTF-8 text, for rooms and Worker; rules of the domain take them as arguments.

import { createHash, createHmac } from 'node:crypto'

/** Lowercase hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const hmacSha256 = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

export const hmacHex = (key: string, text: string): string => hmacSha256(key, text).toString('hex')

/** Digest that only this installation can compute. `purpose` keeps equal texts of different uses apart. */
export const installationDigest = (
  { SESSION_SECRET }: Pick<Env, 'SESSION_SECRET'>,
  purpose: string,
  text: string,
): string => hmacSha256(SESSION_SECRET, `${purpose}\n${text}`).toString('base64url')
