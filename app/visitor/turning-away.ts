// Answers that send the visitor elsewhere first (spec §4): type 999, log in; type 998, verify your identity. The wire of /api and
// the data of pages say them in the same shape.

export interface TurnedAway {
  readonly type: '998' | '999'
  /** In the visitor's language. */
  readonly message: string
  /** Where to come back to, when that is more than the page itself: a form with what was typed, as long as its user stays (`pathAway`). */
  readonly returnTo?: string | undefined
}

/** Spec §9: so much time to read why, then the other page. */
export const LEAVE_AFTER_MS = 1200

export const LOGIN_PATH = '/login'
export const IDENTITY_PATH = '/settings/identity'
/** `notice` of that page, where no script has said before why it is shown. */
export const IDENTITY_NOTICE = 'identity_needed'

export function readTurnedAway(answer: unknown): TurnedAway | null {
  if (typeof answer !== 'object' || answer === null || !('type' in answer) || !('message' in answer)) return null
  const { type, message } = answer
  if ((type !== '998' && type !== '999') || typeof message !== 'string') return null
  const returnTo = 'returnTo' in answer && typeof answer.returnTo === 'string' ? answer.returnTo : undefined
  return { type, message, ...(returnTo !== undefined && { returnTo }) }
}

/** Of a form that was on its way. Who logs in next may be somebody else, and finds the page without them. */
const TYPED = ['payee', 'amount', 'remark'] as const

/** The page to go to, which leads back to `from` when its work is done. */
export function pathAway(
  { type, returnTo }: TurnedAway,
  from: { readonly pathname: string; readonly search: string },
): string {
  const to = type === '999' ? LOGIN_PATH : IDENTITY_PATH
  const back = returnTo ?? from.pathname + from.search
  return `${to}?${new URLSearchParams({ returnTo: type === '999' ? withoutTyped(back) : back }).toString()}`
}

function withoutTyped(path: string): string {
  const [pathname = '', query] = path.split(/\?(.*)/s)
  const search = new URLSearchParams(query)
  if (!TYPED.some((name) => search.has(name))) return path
  for (const name of TYPED) search.delete(name)
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`
}
