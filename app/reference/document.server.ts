// The OpenAPI document as the API pages read it: operations by product, and one operation with its fields and requests.

import { EXAMPLE_FIELDS } from './example-fields.server'
import { type Field, type InputField, type Schema, answerFields, inputFields, sampleOf } from './fields.server'
import { type Requests, requestsOf } from './requests.server'

interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly [string]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-key-scope'?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: {
    readonly '200': { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  }
}

export interface ApiDocument {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: { readonly key: { readonly description: string } } }
}

interface OperationRow {
  readonly id: string
  readonly method: string
  /** With /api. */
  readonly path: string
  readonly summary: string
}

export interface Product {
  readonly name: string
  readonly text: string
  readonly operations: readonly OperationRow[]
}

export interface OperationPage extends OperationRow {
  readonly product: string
  readonly access: 'open' | 'login' | 'key'
  readonly scope: string
  readonly input: readonly Field[]
  readonly answer: readonly Field[]
  readonly takes: readonly InputField[]
  readonly requests: Requests
  /** Other operations of the product. */
  readonly beside: readonly OperationRow[]
}

/** Operations by product, in the document's order. */
export function productsOf({ tags, paths }: ApiDocument): readonly Product[] {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      row: rowOf(path, method, operation),
    })),
  )
  return tags.map(({ name, description }) => ({
    name,
    text: description,
    operations: rows.filter(({ tag }) => tag === name).map(({ row }) => row),
  }))
}

const rowOf = (path: string, method: string, { operationId, summary }: Operation): OperationRow => ({
  id: operationId,
  method: method.toUpperCase(),
  path: `/api${path}`,
  summary,
})

/** Operation of this name, or null. */
export function operationPage(document: ApiDocument, id: string, origin: string): OperationPage | null {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return pageOf(document, rowOf(path, method, operation), { operation, origin })
    }
  }
  return null
}

function pageOf(
  document: ApiDocument,
  row: OperationRow,
  { operation, origin }: { readonly operation: Operation; readonly origin: string },
): OperationPage {
  const scope = operation['x-key-scope'] ?? ''
  const takes = takenBy(operation)
  const product = operation.tags[0]
  const isOpen = operation.security.length === 0
  return {
    ...row,
    product,
    access: isOpen ? 'open' : scope === '' ? 'login' : 'key',
    scope,
    input: [
      ...operation.parameters.flatMap(({ name, required, schema, in: place }) =>
        inputFields({ type: 'object', properties: { [name]: schema }, required: required ? [name] : [] }, place),
      ),
      ...inputFields(bodyOf(operation), 'body'),
    ],
    answer: answerFields(operation.responses['200'].content['application/json'].schema),
    takes,
    requests: requestsOf({ method: row.method, url: origin + row.path, isOpen, takes }),
    beside: (productsOf(document).find(({ name }) => name === product)?.operations ?? []).filter(
      ({ id }) => id !== row.id,
    ),
  }
}

const bodyOf = ({ requestBody }: Operation): Schema => requestBody?.content['application/json']?.schema ?? {}

function takenBy(operation: Operation): readonly InputField[] {
  const { properties = {}, required = [] } = bodyOf(operation)
  const examples = EXAMPLE_FIELDS[operation.operationId] ?? {}
  return [
    ...operation.parameters.map(({ name, in: place, required: isRequired, schema }) =>
      taken({ name, place, isRequired, schema, example: examples[name] }),
    ),
    ...Object.entries(properties).map(([name, schema]) =>
      taken({ name, place: 'body', isRequired: required.includes(name), schema, example: examples[name] }),
    ),
  ]
}

function taken({
  schema,
  example,
  ...field
}: Pick<InputField, 'name' | 'place' | 'isRequired'> & {
  readonly schema: Schema
  readonly example: string | undefined
}): InputField {
  const kind = schema.type === 'array' ? 'json' : isFile(schema) ? 'file' : 'text'
  const sample = sampleOf(schema, field.name)
  return {
    ...field,
    kind,
    isInExample: field.isRequired || example !== undefined,
    sample: example ?? (kind === 'json' ? JSON.stringify(sample) : String(sample)),
    choices: (schema.enum ?? []).map(String),
  }
}

/** Files alone have no type in the document. */
const isFile = ({ type, anyOf, enum: choices, const: only }: Schema): boolean =>
  type === undefined && anyOf === undefined && choices === undefined && only === undefined
