// What a passkey is asked to sign, and whether its answer is right. The library that judges it is fetched when it is first needed.

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import {
  type PasskeyPurpose,
  type PasskeyRow,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  takeChallenge,
  writeChallenge,
} from '#db/platform/passkey'

export const CHALLENGE_LIFE_MS = 5 * 60 * 1000

const ANSWER_LENGTH_MAX = 16_000
const base64Url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const answerSchema = v.object({
  id: base64Url,
  rawId: base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: v.optional(base64Url),
  }),
})
const clientDataSchema = v.object({ challenge: base64Url })

/** Asks for a signature of one of the user's passkeys, or, with `userId` null, of any. `origin` is where the page came from. */
export async function askPasskey(
  env: Env,
  asked: { readonly purpose: Exclude<PasskeyPurpose, 'add'>; readonly userId: number | null; readonly origin: string },
  now: number,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const [{ generateAuthenticationOptions }, passkeys] = await Promise.all([
    import('@simplewebauthn/server'),
    asked.userId === null ? [] : listPasskeys(env.DB, asked.userId),
  ])
  const options = await generateAuthenticationOptions({
    rpID: new URL(asked.origin).hostname,
    userVerification: 'required',
    timeout: CHALLENGE_LIFE_MS,
    allowCredentials: passkeys.map((row) => ({ id: row.id, transports: transportsOf(row) })),
  })
  await writeChallenge(env.DB, { ...asked, challenge: options.challenge, expiresAt: now + CHALLENGE_LIFE_MS })
  return options
}

/** Whose passkey answered, or null when the answer is not right. Either way the challenge is used up. */
export async function takePasskeyAnswer(
  env: Env,
  answer: {
    readonly purpose: Exclude<PasskeyPurpose, 'add'>
    readonly userId: number | null
    /** JSON of the browser's answer. */
    readonly text: string
  },
  now: number,
): Promise<{ readonly userId: number; readonly passkeyId: string } | null> {
  const parsed = v.safeParse(answerSchema, readJson(answer.text))
  const challenge = parsed.success ? readChallenge(parsed.output.response.clientDataJSON) : null
  if (!parsed.success || challenge === null) return null
  const origin = await takeChallenge(env.DB, { challenge, purpose: answer.purpose, userId: answer.userId }, now)
  const row = origin === null ? null : await findPasskey(env.DB, parsed.output.id)
  if (origin === null || !row || (answer.userId !== null && row.userId !== answer.userId)) return null

  const counter = await judge(parsed.output, { challenge, origin, row })
  if (counter === null) return null
  const isNoted = await notePasskeyUse(env.DB, { id: row.id, counterBefore: row.counter, counter }, now)
  return isNoted ? { userId: row.userId, passkeyId: row.id } : null
}

/** The authenticator's new count, or null when the signature is not right. */
async function judge(
  answer: v.InferOutput<typeof answerSchema>,
  { challenge, origin, row }: { readonly challenge: string; readonly origin: string; readonly row: PasskeyRow },
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
    // The library throws for whatever is wrong with an answer: origin, count, encoding, signature.
    return null
  }
}

/** Behind a proxy that ends TLS the Worker sees http while the browser rightly says https. */
export const originsOf = (origin: string): string[] => [origin, `https://${new URL(origin).host}`]

/** The challenge that a browser says it was given; what it is worth, the store says. */
export function readChallenge(clientData: string): string | null {
  const parsed = v.safeParse(clientDataSchema, readJson(Buffer.from(clientData, 'base64url').toString()))
  return parsed.success ? parsed.output.challenge : null
}

export function readJson(text: string): unknown {
  if (text.length > ANSWER_LENGTH_MAX) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A client's text; the schema refuses what is not there.
    return undefined
  }
}

export const transportsOf = ({ transports }: Pick<PasskeyRow, 'transports'>): string[] =>
  transports.split(',').filter((word) => word !== '')
