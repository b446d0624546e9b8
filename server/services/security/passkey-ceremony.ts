// WebAuthn ceremonies, shared by customers and staff, whose passkeys are stored separately. A challenge is bound to
// purpose, person and page origin, and consumed by its first answer. The verification library loads on first use.

import type { PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import {
  type Challenge,
  type PasskeyPurpose,
  type PasskeyRow,
  takeChallenge,
  writeChallenge,
} from '#db/platform/passkey'
import { PASSKEY_NAME_LENGTH_MAX } from '#domain/security'
import { MINUTE_MS } from '#domain/time'

const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

/** Stored credential data needed to verify a signature. */
export type Credential = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>

const ANSWER_LENGTH_MAX = 16_000
const base64Url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const credentialEntries = { id: base64Url, rawId: base64Url, type: v.literal('public-key') }
const signatureSchema = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: v.optional(base64Url),
  }),
})
const madeSchema = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: v.optional(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/)))),
  }),
})
const clientDataSchema = v.object({ challenge: base64Url })

/** Challenge subject and purpose. `userId` null: any passkey of this site. `origin` is the page's origin. */
export type Asked = Pick<Challenge, 'purpose' | 'userId' | 'origin'>

/** Requests a signature by a listed passkey; an empty list permits any passkey of this site. */
export async function askSignature(
  env: Env,
  input: Asked,
  passkeys: readonly Credential[],
  now: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: new URL(input.origin).hostname,
    userVerification: 'required',
    timeout: CHALLENGE_LIFE_MS,
    allowCredentials: passkeys.map((row) => ({ id: row.id, transports: transportsOf(row) })),
  })
  await writeChallenge(env.DB, { ...input, challenge: options.challenge, expiresAt: now + CHALLENGE_LIFE_MS })
  return options
}

export interface Answer {
  readonly purpose: PasskeyPurpose
  readonly userId: number | null
  /** JSON of the browser's response. */
  readonly text: string
}

/** Passkey that signed, and the authenticator's new counter; null for an invalid answer. Consumes the challenge in either case. */
export async function takeSignature<Row extends Credential>(
  env: Env,
  answer: Answer,
  find: (id: string) => Promise<Row | null>,
  now: number,
): Promise<{ readonly row: Row; readonly counter: number } | null> {
  const parsed = v.safeParse(signatureSchema, readJson(answer.text))
  const challenge = parsed.success ? readChallenge(parsed.output.response.clientDataJSON) : null
  if (!parsed.success || challenge === null) return null
  const { purpose, userId } = answer
  const origin = await takeChallenge(env.DB, { challenge, purpose, userId }, now)
  const row = origin === null ? null : await find(parsed.output.id)
  if (origin === null || !row) return null
  const counter = await judgeSignature(parsed.output, { challenge, origin, row })
  return counter === null ? null : { row, counter }
}

/** The authenticator's new counter, or null for an invalid signature. */
async function judgeSignature(
  answer: v.InferOutput<typeof signatureSchema>,
  { challenge, origin, row }: { readonly challenge: string; readonly origin: string; readonly row: Credential },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(origin),
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
        counter: row.counter,
        transports: transportsOf(row),
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for every invalid answer: origin, counter, encoding, signature.
    return null
  }
}

export interface Newcomer extends Asked {
  readonly userId: number
  /** User handle: a new passkey replaces an older one with the same handle on its authenticator. */
  readonly handle: string
  /** As the authenticator's list shows the owner. */
  readonly account: string
  readonly site: string
  readonly known: readonly Credential[]
}

/** Creation options of a passkey for the browser. */
export async function askNewCredential(
  env: Env,
  { handle, account, site, known, ...asked }: Newcomer,
  now: number,
): Promise<unknown> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: site,
    rpID: new URL(asked.origin).hostname,
    userName: account,
    userDisplayName: account,
    userID: new TextEncoder().encode(handle),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
    // Discoverable credential with user verification, so that a passkey alone is sufficient for login.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await writeChallenge(env.DB, { ...asked, challenge: options.challenge, expiresAt: now + CHALLENGE_LIFE_MS })
  return options
}

export type NewCredential = Credential & Pick<PasskeyRow, 'isBackedUp'>

/** New credential, or null when the answer does not match its challenge. The challenge is consumed in both cases. */
export async function takeNewCredential(env: Env, answer: Answer, now: number): Promise<NewCredential | null> {
  const parsed = v.safeParse(madeSchema, readJson(answer.text))
  const challenge = parsed.success ? readChallenge(parsed.output.response.clientDataJSON) : null
  if (!parsed.success || challenge === null) return null
  const { purpose, userId } = answer
  const origin = await takeChallenge(env.DB, { challenge, purpose, userId }, now)
  return origin === null ? null : judgeMade(parsed.output, { challenge, origin })
}

async function judgeMade(
  { response, ...answer }: v.InferOutput<typeof madeSchema>,
  { challenge, origin }: { readonly challenge: string; readonly origin: string },
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports = [], ...rest } = response
  const made: RegistrationResponseJSON = { ...answer, response: rest, clientExtensionResults: {} }
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(origin),
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transports.join(','),
      isBackedUp,
    }
  } catch {
    // The library throws for every invalid answer: origin, encoding, flags, key.
    return null
  }
}

/** Passkey name given by its owner; never empty. */
export const passkeyName = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .trim(),
  ]
    .slice(0, PASSKEY_NAME_LENGTH_MAX)
    .join('') || 'Passkey'

/** Behind a proxy that terminates TLS, the Worker sees http while the browser reports https. */
const originsOf = (origin: string): string[] => [origin, `https://${new URL(origin).host}`]

/** Challenge claimed by the browser; the store decides its validity. */
function readChallenge(clientData: string): string | null {
  const parsed = v.safeParse(clientDataSchema, readJson(Buffer.from(clientData, 'base64url').toString()))
  return parsed.success ? parsed.output.challenge : null
}

function readJson(text: string): unknown {
  if (text.length > ANSWER_LENGTH_MAX) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Client text; the schema rejects missing parts.
    return undefined
  }
}

const transportsOf = ({ transports }: Pick<PasskeyRow, 'transports'>): string[] =>
  transports.split(',').filter((word) => word !== '')
