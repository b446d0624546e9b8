// The browser's end of passkeys: asks the site what is to be signed, then the authenticator for it. The library is fetched on the
// first touch. Nothing here throws: what went wrong comes back in words, or as nothing when the visitor changed their mind.

export type PasskeyAnswer =
  | { readonly kind: 'signed'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'cancelled' }

/** What the challenge's address answers. */
export type ChallengeAnswer =
  | { readonly options: unknown; readonly problem?: never }
  | { readonly problem: string; readonly options?: never }

export const CHALLENGE_PATH = '/passkey-challenge'

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Signs with a passkey that there is. */
export function signWithPasskey(purpose: 'step_up' | 'login' | 'second_step'): Promise<PasskeyAnswer> {
  const form = new FormData()
  form.set('purpose', purpose === 'step_up' ? 'step_up' : 'login')
  if (purpose === 'second_step') form.set('step', 'second')
  return signAsked(form, CHALLENGE_PATH)
}

/** Makes a new passkey. `form` carries the proof of the owner. */
export function makePasskey(form: FormData): Promise<PasskeyAnswer> {
  form.set('purpose', 'add')
  return makeAsked(form, CHALLENGE_PATH)
}

/** Signs what `path` asks of whoever sends this form. */
export const signAsked = (form: FormData, path: string): Promise<PasskeyAnswer> =>
  run(form, path, async (options) => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    // The options are the library's own, made by its other half on the server.
    return startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] })
  })

/** Makes the passkey that `path` asks for. */
export const makeAsked = (form: FormData, path: string): Promise<PasskeyAnswer> =>
  run(form, path, async (options) => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    // As above.
    return startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] })
  })

async function run(form: FormData, path: string, sign: (options: unknown) => Promise<unknown>): Promise<PasskeyAnswer> {
  try {
    const response = await fetch(path, { method: 'POST', body: form })
    // The routes answer nothing else.
    const answer: ChallengeAnswer = await response.json()
    if (answer.problem !== undefined) return { kind: 'refused', text: answer.problem }
    return { kind: 'signed', text: JSON.stringify(await sign(answer.options)) }
  } catch {
    // The visitor closed the browser's window, the device has no such passkey, or the network is gone.
    return { kind: 'cancelled' }
  }
}
