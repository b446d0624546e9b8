// Signed, expiring URLs of private pictures, for <img> tags and for clients whose only credential is a token. The
// signature covers one picture and its expiry.

import { isSameText } from '#domain/same-text'
import { HOUR_MS, SECOND_MS } from '#domain/time'
import { installationDigest } from '#lib/digest'

const GOOD_FOR_MS = HOUR_MS
const SIGN_LENGTH = 22

/** Signed URL of a picture; "" for no picture. */
export function signPicture(env: Pick<Env, 'SESSION_SECRET'>, reference: string, now: number): string {
  if (reference === '') return ''
  const until = Math.ceil((now + GOOD_FOR_MS) / SECOND_MS)
  return `${reference}?until=${until}&sign=${signOf(env, reference, until)}`
}

/** True when the URL is signed for its picture and not expired. */
export function isSignedPicture(env: Pick<Env, 'SESSION_SECRET'>, address: URL, now: number): boolean {
  const until = parseInt(address.searchParams.get('until') ?? '', 10)
  const sign = address.searchParams.get('sign') ?? ''
  return until * SECOND_MS > now && isSameText(sign, signOf(env, address.pathname, until))
}

const signOf = (env: Pick<Env, 'SESSION_SECRET'>, reference: string, until: number): string =>
  installationDigest(env, 'picture', `${reference}\n${until}`).slice(0, SIGN_LENGTH)
