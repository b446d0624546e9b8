// JSON schemas as rows of fields, and values that a schema takes.

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface Field {
  /** Path of names from the top: "list.amount". */
  readonly path: string
  readonly name: string
  readonly depth: number
  /** Where a request has it: query, header or body. */
  readonly place: string
  readonly isRequired: boolean
  readonly type: string
  /** Bounds of the value, in the signs of JSON Schema. */
  readonly bounds: readonly string[]
  readonly text: string
}

/** One value that a request takes. */
export interface InputField {
  readonly name: string
  readonly place: 'query' | 'header' | 'body'
  readonly isRequired: boolean
  /** Whether sample requests have it. */
  readonly isInExample: boolean
  /** A value that the endpoint reads, as text. */
  readonly sample: string
  /** Listed values, when there are no others. */
  readonly choices: readonly string[]
  readonly kind: 'text' | 'json' | 'file'
}

export const inputFields = (schema: Schema, place: string): readonly Field[] => rowsOf(schema, { at: [], place })

/** Fields of the successful answer; failures have one shape on all pages. */
export const answerFields = ({ oneOf = [] }: Schema): readonly Field[] => rowsOf(oneOf[0] ?? {}, { at: [], place: '' })

interface Spot {
  readonly at: readonly string[]
  readonly place: string
}

function rowsOf(schema: Schema, { at, place }: Spot): Field[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const named = Object.entries(properties)
  const others: [string, Schema][] = typeof additionalProperties === 'object' ? [['*', additionalProperties]] : []
  return [...named, ...others].flatMap(([name, field]) => {
    const path = [...at, name]
    const row = {
      path: path.join('.'),
      name,
      depth: at.length,
      place,
      isRequired: required.includes(name),
      type: typeOf(field),
      bounds: boundsOf(field),
      text: field.description ?? '',
    }
    return [row, ...partsOf(field).flatMap((part) => rowsOf(part, { at: path, place }))]
  })
}

/** Object schemas inside a value. */
function partsOf(schema: Schema): readonly Schema[] {
  const { items, prefixItems = [], anyOf = [], oneOf = [] } = schema
  if (schema.properties || typeof schema.additionalProperties === 'object') return [schema]
  return [...(items ? [items] : []), ...prefixItems, ...anyOf, ...oneOf].flatMap(partsOf)
}

function typeOf(schema: Schema): string {
  const { anyOf, oneOf, prefixItems, items } = schema
  const either = anyOf ?? oneOf
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  if (schema.type === 'array') return items?.anyOf ? `(${typeOf(items)})[]` : `${typeOf(items ?? {})}[]`
  return schema.format ? `${schema.type ?? 'any'} (${schema.format})` : (schema.type ?? 'any')
}

function boundsOf(schema: Schema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, pattern } = schema
  return [
    ...(pattern === undefined ? [] : [pattern]),
    ...(minLength === undefined ? [] : [`length ≥ ${minLength}`]),
    ...(maxLength === undefined ? [] : [`length ≤ ${maxLength}`]),
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(schema.default === undefined ? [] : [`= ${JSON.stringify(schema.default)}`]),
  ]
}

/** Texts to try in turn, so that a sample keeps its pattern. */
const TEXTS = [
  '1',
  'text',
  'BTC-USDT',
  'BTC',
  'JP',
  '2026-01-31',
  '000000',
  'someone@example.com',
  '0'.repeat(64),
  '0'.repeat(22),
  '0'.repeat(32),
]
const BY_NAME: readonly (readonly [name: RegExp, text: string])[] = [
  [/symbol|pair/, 'BTC-USDT'],
  [/currency|asset/, 'BTC'],
  [/email|account|user_string/, 'someone@example.com'],
  [/password/, 'a long password'],
  [/pic|image|picture|logo|portrait|url/, '/uploads/example.jpg'],
  [/(?:words|text|name|content|title|reason|topic)$/, 'text'],
]

/** A value that the schema takes, named "text" where any would do. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  // Words before the numbers that old clients send.
  if (schema.enum) return schema.enum.find((value) => /^[a-z]/i.test(String(value))) ?? schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf.at(-1) ?? {}, name)
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, name)]
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema
    return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key)]))
  }
  const ofName = BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  return [...(ofName === undefined ? [] : [ofName]), ...TEXTS].find((text) => fits(text, schema)) ?? '…'
}

const fits = (text: string, { pattern, minLength = 0, maxLength = Infinity }: Schema): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
