// Answers that redirect the visitor (spec §4): type 999 requires login, type 998 identity verification. /api and page
// loaders use the same shape.

export interface TurnedAway {
  readonly type: '998' | '999'
  /** In the visitor's language. */
  readonly message: string
  /**
   * Return URL when it differs from the page URL: a form with its typed fields, for the same user only (`pathAway`).
   */
  readonly returnTo?: string | undefined
}

/** Delay (ms) before the redirect, for reading the notice (spec §9). */
export const LEAVE_AFTER_MS = 1200

export const LOGIN_PATH = '/login'
export const IDENTITY_PATH = '/settings/identity'
/** `notice` parameter of the identity page, for redirects without scripts. */
export const IDENTITY_NOTICE = 'identity_needed'

export function readTurnedAway(answer: unknown): TurnedAway | null {
  if (typeof answer !== 'object' || answer === null || !('type' in answer) || !('message' in answer)) return null
  const { type, message } = answer
  if ((type !== '998' && type !== '999') || typeof message !== 'string') return null
  const returnTo = 'returnTo' in answer && typeof answer.returnTo === 'string' ? answer.returnTo : undefined
  return { type, message, ...(returnTo !== undefined && { returnTo }) }
}

/** Private form fields in the return URL; removed at login, since another user may log in. */
const TYPED = ['payee', 'amount', 'remark'] as const

/** Login or verification URL, with the return path `from`. */
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
