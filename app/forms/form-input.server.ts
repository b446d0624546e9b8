// The fields of a page's form, read by the input schema of a use case as /api would read them.

import type * as v from 'valibot'
import type { Language } from '#domain/language'
import { refuseUnknownFields } from '#domain/order-fields'
import { type Outcome, type Refused, refuse } from '#domain/outcome'
import { isTypedNumber } from '#services/input'
import { type Fields, type InputSchema, readInput } from '#services/operation'
import { isSessionLive } from '#services/sessions'
import type { Session } from '#session/session'
import { textFieldsOf } from '../site/revalidation'
import { readFormLanguage } from '../visitor/visitor.server'
import { plainDecimal } from './decimal-field'

export type Texts = Readonly<Record<string, string>>

export interface ReadingWishes {
  /** Fields that people type otherwise than /api takes them, by their name on the page. */
  readonly typed?: Readonly<Record<string, TypedField>>
  /** What /api is sent for a field that the visitor has emptied; other empty fields are absent. */
  readonly emptied?: Texts
}

interface TypedField {
  readonly field: string
  /** Unreadable text is passed on unchanged and refused later. */
  readonly read: (text: string) => string
}

interface SentForm extends ReadingWishes {
  readonly fields: Texts
  readonly language: Language
  /** Fields that the page says for the visitor. */
  readonly given?: Texts
}

/** Typed input of a form, or a refusal that names the first field at fault. Defaults are for programs: a form says each of its choices. */
export function readForm<Schema extends InputSchema>(input: Schema, sent: SentForm): Outcome<v.InferOutput<Schema>> {
  const wire = { ...toWire(input, sent), ...sent.given }
  const taken = refuseUnknownFields(wire, Object.keys(input.entries))
  if (!taken.ok) return taken
  const unsaid = Object.entries(input.entries).find(([name, entry]) => hasDefault(entry) && wire[name] === undefined)
  return unsaid ? refuse('field_missing', { field: unsaid[0] }) : readInput(input, wire)
}

const hasDefault = (entry: object): boolean => 'default' in entry && entry.default !== undefined

/** The fields of a form that a page's own action reads. */
export const readSent = <Schema extends InputSchema>(
  request: Request,
  form: FormData,
  input: Schema,
  wishes: ReadingWishes & Pick<SentForm, 'given'> = {},
): Outcome<v.InferOutput<Schema>> =>
  readForm(input, { fields: textFieldsOf(form), language: readFormLanguage(request, form), ...wishes })

/** Reads declared fields only; other parts of the page read the form's other fields. `names` maps fields to form names. */
export function readSome<Schema extends InputSchema>(
  request: Request,
  form: FormData,
  input: Schema,
  names: Readonly<Record<string, string>> = {},
): Outcome<v.InferOutput<Schema>> {
  const sent = textFieldsOf(form)
  const own = Object.keys(input.entries).flatMap((name) => {
    const text = sent[names[name] ?? name]
    return text === undefined ? [] : [[name, text] as const]
  })
  return readForm(input, { fields: Object.fromEntries(own), language: readFormLanguage(request, form) })
}

/** What the page adds to its forms for itself. */
const FRAME = new Set(['commandId', 'language', 'intent'])

/** The fields as /api would have been sent them: numbers in the language's own way are made plain, empty fields are absent. */
function toWire(input: InputSchema, { fields, typed = {}, emptied = {}, language }: SentForm): Fields {
  const wire: Record<string, string> = {}
  for (const [name, text] of Object.entries(fields)) {
    if (FRAME.has(name)) continue
    if (text.trim() === '') {
      if (emptied[name] !== undefined) wire[name] = emptied[name]
      continue
    }
    const own = Object.hasOwn(typed, name) ? typed[name] : undefined
    if (own) wire[own.field] = own.read(plainDecimal(text, language))
    else wire[name] = isTypedNumber(input.entries[name]) ? plainDecimal(text, language) : text.replaceAll('\r\n', '\n')
  }
  return wire
}

/** A form that names no use case of its page. */
export const refuseIntent = (intent: string): Refused<'field_missing' | 'field_malformed'> =>
  refuse(intent === '' ? 'field_missing' : 'field_malformed', { field: 'intent' })

/** An ended session is reported before other refusals. */
export const refuseUnlessEnded = async <Kind extends Refused>(
  env: Env,
  session: Session,
  refused: Kind,
): Promise<Kind | Refused<'session_ended'>> => ((await isSessionLive(env, session)) ? refused : refuse('session_ended'))
