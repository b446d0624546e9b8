// Converts a request (query, form, multipart or JSON) to text fields, so that one set of schemas reads all of them.
// Absent and empty fields are equal in this API, and the last value of a repeated field counts.

import { IMAGE_MB_MAX } from '#domain/image/image'
import { type Language, parseAcceptLanguage, parseWireLanguage } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { BODY_KB_MAX, PICTURE_BODY_KB_MAX, readBoundedBody } from '#session/bounded-body'
import { readFileForm } from '#session/one-file'

export type Fields = Readonly<Record<string, unknown>>

/** JSON numbers with more digits may have lost precision in a parser, so they must be sent as text. */
const EXACT_DIGITS_MAX = 15
const JSON_DEPTH_MAX = 4

/** Query and body together; the body counts where both name a field. `size` "picture" lets one through. */
export async function readFields(
  request: Request,
  size: 'form' | 'picture' = 'form',
): Promise<Outcome<Fields, 'body_too_large' | 'file_too_large' | 'body_malformed'>> {
  const fields = readQuery(request.url)
  if (request.method === 'GET' || request.body === null) return done(fields)
  const bytes = await readBoundedBody(request, size === 'picture' ? PICTURE_BODY_KB_MAX : BODY_KB_MAX)
  if (!bytes && size === 'picture') return refuse('file_too_large', { bound: String(IMAGE_MB_MAX) })
  if (!bytes) return refuse('body_too_large', { bound: String(BODY_KB_MAX) })
  if (bytes.byteLength === 0) return done(fields)
  const isRead = await readBody(fields, bytes, request.headers.get('Content-Type') ?? '')
  return isRead ? done(fields) : refuse('body_malformed')
}

const MB = 1024 * 1024
/** Size limit of the other fields of a file form. */
const FORM_BYTES_MAX = 64 * 1024

/** Query and multipart fields, with one large file in `field`; absent when no file was sent. */
export async function readFileFields(
  request: Request,
  { mbMax, field }: { readonly mbMax: number; readonly field: string },
): Promise<Outcome<Fields, 'file_too_large' | 'body_malformed'>> {
  const fields = readQuery(request.url)
  const form = await readFileForm(request, mbMax * MB + FORM_BYTES_MAX)
  if (form === 'too_large') return refuse('file_too_large', { bound: String(mbMax) })
  if (form === 'malformed') return refuse('body_malformed')
  addPairs(fields, Object.entries(form.fields))
  if (form.file.byteLength > 0) fields[field] = form.file
  return done(fields)
}

export const isMultipart = (request: Request): boolean =>
  mediaType(request.headers.get('Content-Type') ?? '') === 'multipart/form-data'

const mediaType = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? ''

/** Answer language: `lang` of body or query, otherwise Accept-Language, otherwise English. */
export const languageOf = (fields: Fields, accepted: string | null = null): Language =>
  typeof fields['lang'] === 'string' ? parseWireLanguage(fields['lang']) : parseAcceptLanguage(accepted)

export const readQueryLanguage = (url: string, accepted: string | null = null): Language =>
  languageOf(readQuery(url), accepted)

/** No prototype, so that a field named "constructor" is harmless. `Object.create` returns `any`. */
const emptyFields = () => Object.create(null) as Record<string, unknown>

function readQuery(url: string): Record<string, unknown> {
  const fields = emptyFields()
  const start = url.indexOf('?')
  if (start >= 0) addPairs(fields, new URLSearchParams(url.slice(start)))
  return fields
}

/** False when the body does not match its content type. */
async function readBody(
  fields: Record<string, unknown>,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<boolean> {
  const kind = mediaType(contentType)
  if (kind === 'multipart/form-data') return readMultipart(fields, bytes, contentType)
  const text = new TextDecoder().decode(bytes)
  if (kind === 'application/json') return readJson(fields, text)
  // Wire clients send forms, some without a content type.
  addPairs(fields, new URLSearchParams(text))
  return true
}

function readJson(fields: Record<string, unknown>, text: string): boolean {
  return addJson(fields, parseJson(text))
}

/** Fields of a JSON object, as text; null for anything else. */
export function readJsonFields(value: unknown): Fields | null {
  const fields = emptyFields()
  return addJson(fields, value) ? fields : null
}

function addJson(fields: Record<string, unknown>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const [name, field] of Object.entries(value)) add(fields, name, asText(field, 0))
  return true
}

async function readMultipart(
  fields: Record<string, unknown>,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<boolean> {
  try {
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
    addPairs(fields, form)
    return true
  } catch {
    // Not multipart: missing boundary or unterminated part.
    return false
  }
}

function addPairs(fields: Record<string, unknown>, pairs: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of pairs) add(fields, name, value)
}

function add(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== '' && value !== null && value !== undefined) fields[name] = value
}

/** JSON scalars as form text. Values without an exact text stay unchanged, and every schema rejects them. */
function asText(value: unknown, depth: number): unknown {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return hasExactText(value) ? String(value) : value
  if (typeof value !== 'object' || value === null || depth >= JSON_DEPTH_MAX) return value
  if (Array.isArray(value)) return value.map((item) => asText(item, depth + 1))
  const inner = emptyFields()
  for (const [name, field] of Object.entries(value)) add(inner, name, asText(field, depth + 1))
  return inner
}

const hasExactText = (value: number): boolean =>
  Number.isFinite(value) && String(value).replace(/\D/g, '').replace(/^0+/, '').length <= EXACT_DIGITS_MAX

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON from the client; the caller refuses it.
    return undefined
  }
}
