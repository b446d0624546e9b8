// Access control of desk pages and actions: the staff member, permission checks, form parsing, answers.

import { redirect } from '@remix-run/cloudflare'
import type * as v from 'valibot'
import type { Permission } from '#domain/desk/role'
import type { Outcome, Refusal } from '#domain/outcome'
import type { ReviewKind } from '#services/desk/review-kind'
import { type StaffMember, checkPermission, findStaff } from '#services/desk/session'
import { refusalText } from '#services/words'
import type { InputSchema } from '#services/operation'
import { clearDeskCookie, readDeskToken } from '#session/desk-cookie'
import { readForm } from '../forms/form-input.server'
import type { Answer } from '../site/answer'
import { textFieldsOf } from '../site/revalidation'
import { numbersIn } from '../text/numbers'
import { pageI18n } from '../text/i18n.server'
import { broughtTexts } from '../text/words.server'
import { fieldOf, readFormLanguage, readLanguage, requireSameOrigin, safeReturnPath } from '../visitor/visitor.server'
import type { WordKey } from '../../locales/key'

interface Asked {
  readonly request: Request
  readonly context: { readonly env: Env }
}

export const LOGIN = '/admin/login'

/**
 * Staff member of the request with the given permission (null: any staff member). Others get a redirect to login or an
 * error.
 */
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
 * Staff member allowed to read this review kind. Authentication is checked first, so that outsiders cannot probe which
 * kinds exist.
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

/**
 * Format of form command ids: a UUID from `deskPage`, plus an optional suffix of the form. Ids of the system's commands
 * begin with a word, so that no form can use them.
 */
const FORM_COMMAND = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?::[\w:-]{1,40})?$/

/** Like `requireStaff` for a form: also requires same origin and a command id. */
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

/** Safe return path within the desk. */
export const deskReturnPath = (text: string | null): string => {
  const path = safeReturnPath(text, '/admin')
  return /^\/admin(?:[/?]|$)/.test(path) && !path.startsWith(LOGIN) ? path : '/admin'
}

/** Requested path without the `.data` suffix of Remix data requests. */
function placeOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\.data$/, '') + search
}

/** What came of a form; its field `step` says which of the page's forms it was. */
export type DeskAnswer = Answer<never>

/** On success, redirects to `path` with a notice; on refusal, returns the refusal for the submitted form. */
export function answerDesk(
  request: Request,
  outcome: Outcome<unknown>,
  { step, path, done }: { readonly step: string; readonly path: string; readonly done: string },
): DeskAnswer {
  if (!outcome.ok) return refusedDesk(request, outcome.refusal, step)
  throw redirect(`${path}${path.includes('?') ? '&' : '?'}done=${done}`)
}

export const refusedDesk = (request: Request, refusal: Refusal, step: string): DeskAnswer => ({
  done: null,
  problem: { code: refusal.code, text: deskRefusalText(request, refusal), field: refusal.facts['field'] ?? null },
  fields: { step },
  idempotencyKey: '',
})

/** The fields of one form of the desk. */
export function readDeskForm<Schema extends InputSchema>(
  request: Request,
  form: FormData,
  input: Schema,
): Outcome<v.InferOutput<Schema>> {
  const { step: _step, ...fields } = textFieldsOf(form)
  return readForm(input, { fields, language: readFormLanguage(request, form) })
}

/** Fields of desk forms, labelled as on their pages. */
const FIELD_WORDS: Readonly<Record<string, WordKey<'desk'>>> = {
  amount: 'fact_amount',
  assetId: 'fact_asset',
  claimFrom: 'fact_from',
  claimUntil: 'fact_until',
  code: 'fact_coupon_code',
  days: 'fact_days',
  direction: 'direction',
  flag: 'fact_flag',
  id: 'col_number',
  kind: 'fact_coupon',
  line: 'col_number',
  minutes: 'chat_mute_for',
  no: 'col_number',
  reason: 'fact_reason',
  share: 'fact_share',
  stock: 'fact_stock',
  useWithinDays: 'fact_use_within',
  userId: 'user_id',
  wallet: 'fact_wallet',
}

/** For requests without a form: throws a refusal as a plain text response. */
export function requireDone(request: Request, outcome: Outcome<unknown>): void {
  if (outcome.ok) return
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '10' }
  throw new Response(deskRefusalText(request, outcome.refusal), { status: 503, headers })
}

/** Refusal text: desk wording if it exists, otherwise the customer wording. */
export function deskRefusalText(request: Request, refusal: Refusal): string {
  const language = readLanguage(request)
  const words = pageI18n(language)
  const key = `refused_${refusal.code}`
  if (!words.exists(key, { ns: 'desk' })) {
    const named = FIELD_WORDS[refusal.facts['field'] ?? '']
    const field = named && words.t(named, { ns: 'desk' })
    return refusalText(language, field === undefined ? refusal : { ...refusal, facts: { ...refusal.facts, field } })
  }
  const { cell, ...facts } = refusal.facts
  const named = cell === undefined ? {} : { cell: words.t(`cell_${cell}` as WordKey<'desk'>, { ns: 'desk' }) }
  const { field } = numbersIn(language)
  // Numbers in the format of input fields.
  const written = Object.entries(facts).map(
    ([name, value]) => [name, /^\d+\.\d+$/.test(value) ? field(value) : value] as const,
  )
  return words.t(key, { ns: 'desk', defaultValue: key, replace: { ...Object.fromEntries(written), ...named } })
}

/** Loader data common to all desk pages. */
export const deskPage = (request: Request, key: WordKey<'desk'>, facts: Readonly<Record<string, string>> = {}) => ({
  title: pageI18n(readLanguage(request)).t(key, { ns: 'desk', replace: facts }),
  commandId: crypto.randomUUID(),
  done: new URL(request.url).searchParams.get('done'),
})

export const deskTexts = (request: Request): Readonly<Record<string, string>> =>
  broughtTexts(readLanguage(request), 'desk')

/** Headers of desk pages: never cached, never indexed by search engines. */
export const deskHeaders = (): Record<string, string> => ({
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
})
