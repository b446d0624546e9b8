// The visitor's session and preferences (language, theme, fiat, time zone) from a request's cookies. Loaders and
// actions access the session layer only through this file.

import { redirect } from '@remix-run/cloudflare'
import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#domain/language'
import { type Outcome, type Refusal, refuse } from '#domain/outcome'
import { findLiveSession, isSessionLive } from '#services/sessions'
import { refusalText } from '#services/words'
import { readRawCookie } from '#session/cookie'
import { type Session, clearSessionCookie, hasSameOrigin, readSession } from '#session/session'
import {
  FIAT_COOKIE,
  LANGUAGE_COOKIE,
  OFFSET_COOKIE,
  PROFILE_COOKIE,
  RISE_COOKIE,
  THEME_COOKIE,
} from './choice-cookies'
import { FIAT_OF_LANGUAGE, type PublicProfile, parseProfile } from './client-state'
import type { Rise, Theme } from '../site/site'
import { TERMINAL_LAYOUT_COOKIE, type TerminalLayout, parseTerminalLayout } from './terminal-layout'
import { IDENTITY_NOTICE, type TurnedAway, pathAway } from './turning-away'
import { type Zone, parseZone } from './zone'
import { HIDDEN_COOKIE } from '../components/hidden-amounts'
import { hideAvailable } from '../text/masked'

export { findLiveSession }

/** Language of the URL, else the stored one, otherwise Japanese (spec §1). */
export function readLanguage(request: Request): Language {
  const named = namedLanguage(request) ?? readCookie(request, LANGUAGE_COOKIE)
  return named && isLanguage(named) ? named : DEFAULT_LANGUAGE
}

/** `?lang=th`: for pages that other clients open in a frame without a stored choice. */
export function namedLanguage(request: Request): Language | null {
  const named = new URL(request.url).searchParams.get('lang')
  return named && isLanguage(named) ? named : null
}

/** Form language at render time, even after a change in another tab: decides whether a comma is decimal. */
export function readFormLanguage(request: Request, form: FormData): Language {
  const drawn = fieldOf(form, 'language')
  return isLanguage(drawn) ? drawn : readLanguage(request)
}

/** Layout of trading pages, including order confirmation. */
export const readTerminalLayout = (request: Request): TerminalLayout =>
  parseTerminalLayout(readCookie(request, TERMINAL_LAYOUT_COOKIE))

export function readTheme(request: Request): Theme {
  const stored = readCookie(request, THEME_COOKIE)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

/** Rises are green in every language unless the visitor chooses red (spec §9). */
export const readRise = (request: Request): Rise => (readCookie(request, RISE_COOKIE) === 'red' ? 'red' : 'green')

/** Chosen fiat, or the default of the language. */
export const readFiatCode = (request: Request): string =>
  readCookie(request, FIAT_COOKIE) ?? FIAT_OF_LANGUAGE[readLanguage(request)]
export const readOffset = (request: Request): Zone => parseZone(readCookie(request, OFFSET_COOKIE))

/** Profile that the browser stored for this account; null before the first page that loaded it. */
export function readStoredProfile(request: Request, userId: number | undefined): PublicProfile | null {
  const profile = parseProfile(readCookie(request, PROFILE_COOKIE) ?? null)
  return profile?.id === userId ? profile : null
}

/** Session of the cookie; otherwise redirects to login with a return path. */
export async function requireSession(request: Request, env: Env): Promise<Session> {
  const session = await readSession(request, env)
  if (session) return session
  throw turnAway(request, refuse('session_missing').refusal)
}

/**
 * Like `requireSession`, but also checks that the session is live: for data of the directory alone, where no account
 * room checks it.
 */
export async function requireLiveSession(request: Request, env: Env): Promise<Session> {
  const session = await requireSession(request, env)
  if (await isSessionLive(env, session)) return session
  throw turnAway(request, refuse('session_ended').refusal)
}

/**
 * Value of an outcome. An ended session redirects to login and clears the cookie; any other refusal is unexpected for a
 * loader and throws.
 */
export function valueOf<Value>(request: Request, outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throwIfSessionEnded(request, outcome)
  throw new Response(outcome.refusal.code, { status: 400 })
}

/**
 * Throws refusals that no form can show: session ended (type 999), identity verification required (type 998). A long
 * form passes its return URL with the typed fields (`pathOfForm`).
 */
export function throwIfSessionEnded(request: Request, outcome: Outcome<unknown>, returnTo?: string): void {
  if (outcome.ok) return
  const { code } = outcome.refusal
  if (code === 'session_ended' || code === 'identity_check_needed') throw turnAway(request, outcome.refusal, returnTo)
}

/**
 * Longer values are omitted from the URL, because a truncated amount would be wrong. One character may take nine when
 * encoded.
 */
const KEPT_LENGTH_MAX = 120

/** URL of a form page with these fields as query, as its loader reads them. Never contains secrets. */
export function pathOfForm(request: Request, fields: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = placeOf(request)
  for (const [name, value] of Object.entries(fields)) {
    if (value === '' || value.length > KEPT_LENGTH_MAX) searchParams.delete(name)
    else searchParams.set(name, value)
  }
  return `${pathname}?${searchParams.toString()}`
}

/**
 * Redirects to login or identity verification. A document request is redirected directly; with scripts, the page shows
 * the reason and redirects after a delay (shell/turned-away.tsx).
 */
function turnAway(request: Request, refusal: Refusal, returnTo?: string) {
  const type = refusal.code === 'identity_check_needed' ? '998' : '999'
  const message = refusalText(readLanguage(request), refusal)
  const turned: TurnedAway = { type, message, ...(returnTo !== undefined && { returnTo }) }
  const headers = refusal.code === 'session_ended' ? { 'Set-Cookie': clearSessionCookie(request) } : undefined
  // JSON response for scripted requests; other thrown bodies are unreadable there.
  if (!isDocument(request)) {
    return Response.json(turned, { status: type === '999' ? 401 : 403, ...(headers && { headers }) })
  }
  const path = pathAway(turned, placeOf(request))
  const notice = type === '998' ? IDENTITY_NOTICE : refusal.code === 'session_ended' ? 'session_ended' : 'please_log_in'
  return redirect(`${path}&notice=${notice}`, headers && { headers })
}

/** Browsers request HTML only for whole pages; page data is fetched by scripts. */
export const isDocument = (request: Request): boolean => request.headers.get('Accept')?.includes('text/html') ?? false

/** URL of the visitor's current page; `index` is a marker that forms add for nested routes. */
function placeOf(request: Request): URL {
  const url = new URL(request.url)
  url.searchParams.delete('index')
  return url
}

/** Requires same origin, because the cookie alone does not prove who wrote the form. */
export function requireSameOrigin(request: Request): void {
  if (!hasSameOrigin(request)) throw new Response('origin_refused', { status: 403 })
}

export interface OwnForm {
  readonly session: Session
  readonly form: FormData
}

/** Form of a logged-in user from the same origin; origin and session are checked before the body is parsed. */
export async function readOwnForm(request: Request, env: Env): Promise<OwnForm> {
  requireSameOrigin(request)
  const session = await requireSession(request, env)
  return { session, form: await request.formData() }
}

/** Like `readOwnForm`, with a live session: for forms that may be refused before the Account checks the session. */
export async function readLiveForm(request: Request, env: Env): Promise<OwnForm> {
  requireSameOrigin(request)
  const session = await requireLiveSession(request, env)
  return { session, form: await request.formData() }
}

/**
 * Return path within this site; otherwise `fallback`, also for paths with "..", which browsers resolve to another page.
 * ASCII only, as required in headers.
 */
export function safeReturnPath(text: string | null, fallback: string): string {
  return text && /^\/(?![/\\])[!-[\]-~]*$/.test(text) && !CLIMBS.test(text) ? text : fallback
}

const CLIMBS = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** A form's field as text; absent and files are empty. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export function readCookie(request: Request, name: string): string | undefined {
  const raw = readRawCookie(request, name)
  return raw === undefined ? undefined : decodeCookie(raw)
}

function decodeCookie(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not written by us: treated as absent.
    return undefined
  }
}

/** True when the visitor hides amounts; refusal texts then omit balances. */
export const areAmountsHidden = (request: Request): boolean => readCookie(request, HIDDEN_COOKIE) === '1'

export const ownRefusalText = (request: Request, refusal: Refusal): string =>
  refusalText(readLanguage(request), areAmountsHidden(request) ? hideAvailable(refusal) : refusal)
