// Field forms of published documents: receipts and proofs. Documents come from anyone, so reading is strict: an unknown
// field or word, a missing field or another number form makes a document wrong, even with right arithmetic.

import * as v from 'valibot'

// Titles are the forms that the published rules explain.
export const whole = v.pipe(v.number(), v.safeInteger(), v.title('whole'))
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.title('count'))
export const yesOrNo = v.pipe(v.boolean(), v.title('yes or no'))
export const orNull = v.nullable
export const matching = (form: string, pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.title(form))
/** Integer text: of an amount in the asset's smallest unit, or of a rate in units of 1e-8. */
export const units = matching('units', /^(?:0|[1-9]\d{0,39})$/)
export const signedUnits = matching('signed units', /^(?:0|-?[1-9]\d{0,39})$/)
export const price = matching('price', /^\d{1,20}(?:\.\d{1,18})?$/)
export const hash = matching('hash', /^[0-9a-f]{64}$/)
export const salt = matching('salt', /^[0-9a-f]{32}$/)
/** Halves of a letter are hashed alike, whichever they are. */
const WHOLE_LETTERS = /^\P{Cs}*$/u
export const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(WHOLE_LETTERS), v.title('name'))
export const text = v.pipe(v.string(), v.maxLength(4_000), v.regex(WHOLE_LETTERS), v.title('text'))
const LISTED_MAX = 100_000
const NAMED_MAX = 5

export const listOf = <Item extends v.GenericSchema>(item: Item, most = LISTED_MAX) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly())

export const tick = v.strictObject({
  ...{ symbol: name, seq: count, at: count, price, source: name, previousHash: hash, hash },
})
/** Random, so that two settlements of equal content have different names. */
export const receiptSalt = v.exactOptional(salt)

/** Problem of a document with another shape, in English, naming up to five fields. */
export function malformedIn(shape: v.GenericSchema, document: unknown): readonly string[] {
  const { issues } = v.safeParse(shape, document)
  if (!issues) return []
  const names = issues.slice(0, NAMED_MAX).flatMap((issue) => v.getDotPath(issue) ?? [])
  return [`it is not written as its rule says${names.length > 0 ? `: ${names.join(', ')}` : ''}`]
}

/** Every field of a document with its form, a line each, as the published rules list them. */
export const fieldsOf = (shape: v.GenericSchema): readonly string[] => linesOf('', shape)

type Schema = v.GenericSchema & {
  readonly wrapped?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
  readonly items?: readonly Schema[]
  readonly item?: Schema
  readonly value?: Schema
  readonly options?: readonly (string | Schema)[]
  readonly literal?: string
}

function linesOf(path: string, schema: Schema, more = ''): string[] {
  const { wrapped, entries, item, items } = schema
  if (wrapped) return linesOf(path, wrapped, schema.type === 'nullable' ? `${more} or null` : `${more} or absent`)
  const own = path !== '' && more !== '' ? [`${path}: object${more}`] : []
  if (entries)
    return [...own, ...Object.entries(entries).flatMap(([key, each]) => linesOf(path ? `${path}.${key}` : key, each))]
  if (item) return [`${path}: list${more}`, ...linesOf(`${path}[]`, item)]
  if (items) return items.flatMap((each, at) => linesOf(`${path}[${at}]`, each))
  if (schema.type === 'record' && schema.value) return linesOf(`${path}.*`, schema.value)
  return [`${path}: ${formOf(schema)}${more}`]
}

function formOf(schema: Schema): string {
  const { literal, options = literal === undefined ? [] : [literal] } = schema
  if (options.length === 0) return v.getTitle(schema) ?? ''
  return options.map((option) => (typeof option === 'string' ? `"${option}"` : formOf(option))).join(' | ')
}
