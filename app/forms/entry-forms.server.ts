// Shared by the loaders and actions of login, registration and password pages.

import { data, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { type Outcome, done } from '#domain/outcome'
import { type AreaCode, areaCodes } from '#services/content'
import { type AccountText, type EntryPurpose, sendCode } from '#services/identity'
import { getProfile } from '#services/profile'
import { refusalText } from '#services/words'
import { makeRequesterCookie, makeRequesterSecret, readRequesterSecret } from '#session/requester-cookie'
import { clientIp } from '#session/client-ip'
import { clearSessionCookie, readSession } from '#session/session'
import { readSome } from './form-input.server'
import { ENTRY_BYS, type EntryAnswer, type EntryBy, fieldOfIdentityRefusal, readEntryBy } from './identity'
import { waitSecondsOf } from './use-wait'
import { HOME_COUNTRIES } from '../visitor/countries.server'
import { fieldOf, readCookie, readLanguage, safeReturnPath } from '../visitor/visitor.server'

export interface EntryStart {
  readonly by: EntryBy
  readonly area: Pick<AreaCode, 'country' | 'name' | 'callingCode'>
}

/** Initial state of the page: e-mail unless the URL selects mobile, with the country of the URL or of the language. */
export async function loadEntryStart(request: Request, env: Env): Promise<EntryStart> {
  const search = new URL(request.url).searchParams
  const language = readLanguage(request)
  const areas = await areaCodes(env, language)
  const find = (country: string | null) => areas.find((area) => area.country === country)
  const { country, name, callingCode } = find(search.get('country')) ?? find(HOME_COUNTRIES[language]) ?? UNKNOWN
  return { by: search.get('by') === 'mobile' ? 'mobile' : 'email', area: { country, name, callingCode } }
}

/** Fallback before the directory is seeded. */
const UNKNOWN = { country: '', name: '', callingCode: '' }

/** Redirects a logged-in visitor away; deletes the cookie of an ended session, so that no page renders from it. */
export async function settleSession(
  request: Request,
  { env, returnTo }: { env: Env; returnTo: string },
): Promise<void> {
  const session = await readSession(request, env)
  if (!session) return
  const profile = await getProfile(env, session)
  if (profile.ok) throw redirect(returnTo)
  const { pathname, search } = new URL(request.url)
  throw redirect(pathname + search, { headers: { 'Set-Cookie': clearSessionCookie(request) } })
}

/** Return path after login. Falls back for entry pages, and for the API, where a GET can log the user out. */
export function returnPath(text: string | null, fallback: string): string {
  const path = safeReturnPath(text, fallback)
  return /^\/(?:login|logout|register|forgot|api)\b/.test(path) ? fallback : path
}

const BY = v.object({ by: v.picklist(ENTRY_BYS) })

/** Account in a form: an e-mail address, or a mobile number with the calling code of the chosen country. */
export function accountOf(request: Request, form: FormData): Outcome<AccountText> {
  const read = readSome(request, form, BY)
  if (!read.ok) return read
  return done(
    read.value.by === 'mobile'
      ? { text: fieldOf(form, 'mobile').normalize('NFKC'), areaCode: fieldOf(form, 'areaCode') }
      : { text: fieldOf(form, 'account') },
  )
}

/** Answer that places a refusal beside its field and returns the fields except secrets. */
export function refusedEntry(request: Request, form: FormData, outcome: Outcome<unknown>): EntryAnswer {
  const kept = {
    by: readEntryBy(fieldOf(form, 'by')),
    account: fieldOf(form, 'account'),
    mobile: fieldOf(form, 'mobile'),
    code: fieldOf(form, 'code'),
    inviteCode: fieldOf(form, 'inviteCode'),
  }
  const problem = outcome.ok
    ? null
    : { field: fieldOfIdentityRefusal(outcome.refusal.code), text: refusalText(readLanguage(request), outcome.refusal) }
  return { ...kept, isCodeSent: false, waitSeconds: 0, problem }
}

/** Requester of a code: client IP and browser secret. */
export const visitorOf = (request: Request) => ({ clientIp: clientIp(request), browser: readRequesterSecret(request) })

/**
 * Sends a code to the account in the form. The answer never reveals whether the account exists; only its owner learns
 * that by mail. A secret in the browser's cookie later binds the code to this browser.
 */
export async function answerSendCode(
  request: Request,
  { env, form, purpose }: { env: Env; form: FormData; purpose: EntryPurpose },
) {
  const browser = readRequesterSecret(request) ?? makeRequesterSecret()
  const account = accountOf(request, form)
  const outcome = account.ok
    ? await sendCode(env, {
        account: account.value,
        purpose,
        language: readLanguage(request),
        clientIp: clientIp(request),
        browser,
        disclosure: { kind: 'silent' },
      })
    : account
  const headers = { 'Set-Cookie': makeRequesterCookie(request, browser) }
  return data(sendAnswer(request, form, outcome), { headers })
}

function sendAnswer(request: Request, form: FormData, outcome: Outcome<{ readonly waitSeconds: number }>): EntryAnswer {
  const answer = { ...refusedEntry(request, form, outcome), code: '' }
  if (outcome.ok) return { ...answer, isCodeSent: true, waitSeconds: outcome.value.waitSeconds }
  const problem = answer.problem?.field === 'form' ? { ...answer.problem, field: 'code' as const } : answer.problem
  return { ...answer, problem, waitSeconds: waitSecondsOf(outcome.refusal) }
}

export const deviceOf = (request: Request): string => (request.headers.get('User-Agent') ?? '').slice(0, 200)

/** Cookie between the two login steps: ticket of the user with the right password, valid for ten minutes. */
const COOKIE = 'cm_second_step'
const LIFE_SECONDS = 600

/** Set-Cookie value of the login ticket; an empty ticket deletes the cookie. */
export function ticketCookie(request: Request, ticket: string): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const age = ticket === '' ? 0 : LIFE_SECONDS
  return `${COOKIE}=${ticket}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}

export const readTicketCookie = (request: Request): string => readCookie(request, COOKIE) ?? ''
