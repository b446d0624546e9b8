// The OpenAPI document: sound in structure, and complete, because a route and its description are one declaration.

import { describe, expect, it } from 'vitest'
import { routes } from '#api/app'
import { describeApi } from '#api/openapi'

type Json = Record<string, unknown>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly description: string
  readonly security: readonly Json[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Json
  }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { readonly schema: Json }> }
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: Json }> }>
}

// The document as readers get it: JSON, not our objects.
const document = JSON.parse(JSON.stringify(describeApi(routes))) as {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  it('is version 3.1 with a title, a version and a description', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'CM API', version: '1' })
  })

  it('has every declared endpoint under every method it answers to, and nothing else', () => {
    const declared = routes.flatMap((route) =>
      [route.method, ...route.alsoBy].map((method) => `${method} ${route.path}`),
    )
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(declared.sort())
  })

  it('declares no method and path twice', () => {
    const declared = routes.flatMap((route) =>
      [route.method, ...route.alsoBy].map((method) => `${method} ${route.path}`),
    )
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('says of every operation what it does and who may call it, describes its failures, and explains each tag', () => {
    for (const { path, operation } of operations) {
      expect([path, operation.description]).toEqual([path, expect.stringMatching(/^.+\. Needs (?:a|no) login.*\.$/)])
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '4XX']))
    }
    for (const tag of document.tags)
      expect([tag.name, tag.description]).toEqual([tag.name, expect.stringMatching(/\.$/)])
  })

  it('gives every operation a unique id, a summary and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }) => name)
    for (const { operation } of operations) {
      expect(operation.summary.length).toBeGreaterThan(3)
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
    }
  })

  it('asks for a token exactly where a session is needed', () => {
    for (const route of routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()]
      expect({ path: route.path, isPrivate: (operation?.security.length ?? 0) > 0 }).toEqual({
        path: route.path,
        isPrivate: route.isPrivate,
      })
    }
  })

  it('puts the fields of a GET or DELETE in the query and those of the others in a body, each with a schema', () => {
    for (const { method, operation } of operations) {
      const isInQuery = method === 'get' || method === 'delete'
      expect(operation.requestBody === undefined).toBe(isInQuery)
      for (const parameter of operation.parameters) {
        expect(['query', 'header']).toContain(parameter.in)
        expect(typeof parameter.required).toBe('boolean')
        expect(parameter.schema).toBeTypeOf('object')
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        expect(schema).toMatchObject({ type: 'object', properties: { lang: { default: 'en' } } })
      }
    }
  })

  it('describes both the success and the failure of every answer', () => {
    for (const { operation } of operations) {
      const schema = operation.responses['200']?.content['application/json']?.schema as { oneOf: readonly Json[] }
      expect(schema.oneOf).toHaveLength(2)
      const reference = String(schema.oneOf[1]?.['$ref'])
      expect(Object.keys(document.components.schemas)).toContain(reference.split('/').at(-1))
    }
  })

  it('holds only JSON Schema words and references that exist', () => {
    expect([...strayWords(document.paths)]).toEqual([])
  })

  it('tells the pattern of an amount and the highest limit', () => {
    const trade = document.paths['/coin/trade']?.['post']?.requestBody?.content['application/json']?.schema as {
      properties: Record<string, Json>
      required: string[]
    }
    expect(trade.required).toEqual(['currency_id', 'legal_id', 'type'])
    expect(trade.properties['amount']).toMatchObject({ type: 'string', pattern: '^\\d+(?:\\.\\d+)?$' })
    expect(trade.properties['order_type']).toMatchObject({ enum: ['limit', 'market'], default: 'limit' })
  })
})

const SCHEMA_WORDS = new Set(
  (
    'type properties required items prefixItems minItems maxItems additionalProperties enum const anyOf oneOf default description ' +
    'pattern minLength maxLength minimum maximum $ref'
  ).split(' '),
)

/** Keys of schema objects that OpenAPI 3.1 tools would not know. */
function* strayWords(value: unknown, isSchema = false): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* strayWords(item, isSchema)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (isSchema && !SCHEMA_WORDS.has(key)) yield key
      if (key === 'properties' && isSchema)
        for (const property of Object.values(inner as Json)) yield* strayWords(property, true)
      else if (['enum', 'const', 'default', 'required'].includes(key) && isSchema) continue
      else yield* strayWords(inner, isSchema || key === 'schema')
    }
  }
}
