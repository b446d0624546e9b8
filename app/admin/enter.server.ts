// The door of every page and every action of the desk: who comes, whether they may, and what a form of theirs is answered.

import { redirect } from '@remix-run/cloudflare'
import type { ParseKeys } from 'i18next'
import type { Permission } from '#domain/desk/role'
import type { Outcome, Refusal } from '#domain/outcome'
import type { ReviewKind } from '#services/desk/review-kind'
import { type StaffMember, checkPermission, findStaff } from '#services/desk/session'
import { refusalText } from '#services/words'
import { clearDeskCookie, readDeskToken } from '#session/desk-cookie'
import { numbersIn } from '../text/numbers'
import { pageI18n } from '../text/i18n.server'
import { broughtTexts } from '../text/words.server'
import { fieldOf, readLanguage, requireSameOrigin, safeReturnPath } from '../visitor/visitor.server'

interface Asked {
  readonly request: Request
  readonly context: { readonly env: Env }
}

export const LOGIN = '/admin/login'

/** Whoever is at the desk with this request and may do this (null: anybody there may). Everybody else is turned away here. */
export async function requireStaff({ request, context }: Asked, permission: Permission | null): Promise<StaffMember> {
  const token = readDeskToken(request)
  const member = await findStaff(context.env, token, Date.now())
  if (!member) {
    const headers = new Headers()
    if (token !== null) headers.set('Set-Cookie', clearDeskCookie(request))
    throw redirect(`${LOGIN}?${new URLSearchParams({ returnTo: placeOf(request) }).toString()}`, { headers })
  }
  if (permission !== null && !checkPermission(member, permission).ok)
    throw new Response('permission_missing', { status: 403 })
  return member
}

/**
 * The member who asks for reviews of a kind, when the member's role may read them. The person comes before the kind: whoever is not at the
 * desk does not learn which kinds there are.
 */
export async function requireReader<Kind extends Pick<ReviewKind, 'roles'>>(
  asked: Asked,
  kind: Kind | undefined,
): Promise<{ readonly member: StaffMember; readonly kind: Kind }> {
  const member = await requireStaff(asked, null)
  if (!kind) throw new Response(null, { status: 404 })
  if (!kind.roles.read.includes(member.role)) throw new Response('permission_missing', { status: 403 })
  return { member, kind }
}

/** As `deskPage` draws it, with a word of the form behind it. The system's own commands begin with a word: no form may take their names. */
const FORM_COMMAND = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?::[\w:-]{1,40})?$/

/** The same for a form, with its fields: it must come from this site, and name the command that it sends. */
export async function requireStaffForm(
  asked: Asked,
  permission: Permission | null,
): Promise<{ readonly member: StaffMember; readonly form: FormData; readonly commandId: string; readonly at: number }> {
  requireSameOrigin(asked.request)
  const member = await requireStaff(asked, permission)
  const form = await asked.request.formData()
  const commandId = fieldOf(form, 'commandId')
  if (!FORM_COMMAND.test(commandId)) throw new Response('command_id_malformed', { status: 400 })
  return { member, form, commandId, at: Date.now() }
}

/** Back to a page of the desk and never elsewhere. */
export const deskReturnPath = (text: string | null): string => {
  const path = safeReturnPath(text, '/admin')
  return /^\/admin(?:[/?]|$)/.test(path) && !path.startsWith(LOGIN) ? path : '/admin'
}

/** Data of a page that is fetched by a script has its own ending. */
function placeOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\.data$/, '') + search
}

/** What came of a form. */
export interface DeskAnswer {
  readonly problem: string | null
  /** Which of the page's forms it was. */
  readonly step: string
}

/** To `path` with a word of what was done; or the refusal, to be shown where it was asked for. */
export function answerDesk(
  request: Request,
  outcome: Outcome<unknown>,
  { step, path, done }: { readonly step: string; readonly path: string; readonly done: string },
): DeskAnswer {
  if (!outcome.ok) return { problem: deskRefusalText(request, outcome.refusal), step }
  throw redirect(`${path}${path.includes('?') ? '&' : '?'}done=${done}`)
}

/** For what has no form of its own to say it in: a refusal is an answer of a few words. */
export function requireDone(request: Request, outcome: Outcome<unknown>): void {
  if (outcome.ok) return
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '10' }
  throw new Response(deskRefusalText(request, outcome.refusal), { status: 503, headers })
}

/** The desk's own words for what only happens there; everything else as customers read it. */
export function deskRefusalText(request: Request, refusal: Refusal): string {
  const language = readLanguage(request)
  const words = pageI18n(language)
  const key = `refused_${refusal.code}`
  if (!words.exists(key, { ns: 'desk' })) return refusalText(language, refusal)
  const { cell, ...facts } = refusal.facts
  const named = cell === undefined ? {} : { cell: words.t(`cell_${cell}` as ParseKeys<'desk'>, { ns: 'desk' }) }
  const { field } = numbersIn(language)
  // Bounds as they would be typed.
  const written = Object.entries(facts).map(
    ([name, value]) => [name, /^\d+\.\d+$/.test(value) ? field(value) : value] as const,
  )
  return words.t(key, { ns: 'desk', defaultValue: key, replace: { ...Object.fromEntries(written), ...named } })
}

/** What every page of the desk is drawn with. */
export const deskPage = (request: Request, key: ParseKeys<'desk'>, facts: Readonly<Record<string, string>> = {}) => ({
  title: pageI18n(readLanguage(request)).t(key, { ns: 'desk', replace: facts }),
  commandId: crypto.randomUUID(),
  done: new URL(request.url).searchParams.get('done'),
})

export const deskTexts = (request: Request): Readonly<Record<string, string>> =>
  broughtTexts(readLanguage(request), 'desk')

/** Pages of the desk are never kept by a browser or by anything between, and never found by a search engine. */
export const deskHeaders = (): Record<string, string> => ({
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
})
