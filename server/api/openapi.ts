// OpenAPI 3.1 document, generated from endpoint declarations only.

import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { KEY_HEADERS, RECV_WINDOW_MAX_MS, RECV_WINDOW_PRESET_MS } from '#domain/api-key'
import { LANGUAGES } from '#domain/language'
import { refusalCodes } from '#services/words'
import { PROBLEM_TYPE } from './envelope'
import { TAGS } from './openapi-tags'
import { ROUND_HEADER, USAGE_HEADERS, isOrder } from './respond'
import type { Method, Route } from './route'

type Json = Readonly<Record<string, unknown>>

export interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>
  readonly required: readonly string[]
}

const INTRODUCTION = [
  'Below /v1, requests that are signed with an API key or send `Accept: application/problem+json` get failures with their HTTP status, as problem details (RFC 9457); every other answer has HTTP status 200. Success is `type` "ok" with the payload in `message`; failure is `type` "error" with a sentence.',
  '`type` "999" means log in first, "998" verify your identity first. The candles alone answer `code` 1 with `data`, or -1 with `msg`.',
  'Bodies may be form-urlencoded, multipart or JSON. Amounts, quantities and prices are decimal text. `lang` chooses the language.',
  'Send the token of /user/login raw in `Authorization`. An `Idempotency-Key` makes a repeated command answer as it did the first time.',
].join(' ')

const SIGNING = [
  `With ${KEY_HEADERS.timestamp} (milliseconds), ${KEY_HEADERS.recvWindow} (${RECV_WINDOW_PRESET_MS} when absent, at most ${RECV_WINDOW_MAX_MS})`,
  `and ${KEY_HEADERS.signature}: HMAC-SHA-256 as hex, or Ed25519 as base64, of six lines joined by line feeds: timestamp, window, method,`,
  'path with query ("/api/v1/orders?limit=5"), `Idempotency-Key` or an empty line, body as sent. The scope that a key needs is its `x-key-scope`.',
].join(' ')

export function describeApi(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    for (const method of [route.method, ...route.alsoBy]) path[method.toLowerCase()] = describeOperation(route, method)
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'CM API', version: '1', description: INTRODUCTION },
      contact: { name: 'Support of the site, at /contact' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token itself, without a prefix.',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: 'cm_session' },
        key: { type: 'apiKey', in: 'header', name: KEY_HEADERS.key, description: SIGNING },
      },
      schemas: { Failure: FAILURE, ChartFailure: CHART_FAILURE, Problem: problemSchema() },
    },
  }
}

const FAILURE = {
  type: 'object',
  required: ['type', 'message'],
  properties: {
    type: { enum: ['error', '998', '999'] },
    message: { type: 'string', description: 'what is wrong, in the language asked for' },
  },
}
const CHART_FAILURE = {
  type: 'object',
  required: ['code', 'msg'],
  properties: { code: { const: -1 }, msg: { type: 'string' }, data: { type: 'array', items: {}, maxItems: 0 } },
}

/** What programs get instead of a failure in the envelope. */
export const problemSchema = (): Json => ({
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'facts'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'the name of the code for all time' },
    title: { type: 'string' },
    status: { type: 'integer', enum: [400, 401, 403, 404, 409, 413, 422, 429, 500, 503] },
    code: { type: 'string', enum: refusalCodes() },
    detail: { type: 'string', description: 'what is wrong, in the language asked for' },
    facts: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'bounds, fields and times of the sentence',
    },
  },
})
const PROBLEM_RESPONSE: Json = {
  description: 'Failure of a request that is signed with a key, or that accepts problem details',
  headers: { 'Retry-After': { description: 'seconds, with 429 and 503', schema: { type: 'integer' } } },
  content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
}

const ROUND: Json = {
  description: 'newest round of prices as the request came in, as "number|time||digest"; /v1/log/round proves it later',
  schema: { type: 'string' },
}
const FRONT_RESPONSE: Json = {
  description: 'Only from the server in front, for a request that is no valid HTTP, too slow or too large',
}

function descriptionOf({ summary, isPrivate, scope }: Route): string {
  if (!isPrivate) return `${summary}. Needs no login.`
  return `${summary}. Needs a login${scope ? `, or an API key with the scope "${scope}"` : ' that is no API key'}.`
}

/** "get_v1_order". */
export const operationId = (method: Method, path: string): string =>
  `${method.toLowerCase()}_${path.replace(/\W+/g, '_').replace(/^_/, '')}`

function describeOperation(route: Route, method: Method): Json {
  const input = withLanguage(inputSchema(route.input))
  // GET and DELETE have query parameters only.
  const isInQuery = method === 'GET' || method === 'DELETE'
  return {
    operationId: operationId(method, route.path),
    summary: route.summary,
    description: descriptionOf(route),
    tags: [route.tag],
    security: route.isPrivate ? [{ token: [] }, { cookie: [] }, ...(route.scope ? [{ key: [] }] : [])] : [],
    ...(route.scope ? { 'x-key-scope': route.scope } : {}),
    ...(isOfV1(route) ? { 'x-weight': route.weight } : {}),
    parameters: [...(isInQuery ? queryParameters(input) : []), ...(takesCommandId(route, method) ? [COMMAND_ID] : [])],
    ...(isInQuery ? {} : { requestBody: describeBody(input) }),
    responses: {
      '200': {
        description: 'Success or failure',
        ...headersOf(route, method),
        content: { 'application/json': { schema: answerSchema(route) } },
      },
      ...(isOfV1(route) ? { '4XX': PROBLEM_RESPONSE, '5XX': PROBLEM_RESPONSE } : { '4XX': FRONT_RESPONSE }),
    },
  }
}

const isOfV1 = ({ path }: Route): boolean => path.startsWith('/v1/')

function headersOf(route: Route, method: Method): Json {
  if (!isOfV1(route)) return {}
  return {
    headers: {
      [USAGE_HEADERS.weight]: WEIGHT,
      ...(route.scope ? { [USAGE_HEADERS.orders]: ORDER_COUNT } : {}),
      ...(isOrder(route, { method }) ? { [ROUND_HEADER]: ROUND } : {}),
    },
  }
}

const WEIGHT: Json = {
  description: '`x-weight` of the requests of this minute of UTC, this one included; /v1/info has the limits',
  schema: { type: 'integer' },
}
const ORDER_COUNT: Json = {
  description: 'with a key: commands of the scope "trade" of this minute, each order of a batch for one',
  schema: { type: 'integer' },
}

const takesCommandId = (route: Route, method: Method): boolean => route.isPrivate && method !== 'GET'

const COMMAND_ID = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,64}$' },
}

const queryParameters = (input: ObjectSchema): Json[] =>
  Object.entries(input.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required.includes(name),
    schema,
  }))

function describeBody(input: ObjectSchema): Json {
  const isNested = Object.values(input.properties).some((schema) => schema['type'] === 'array')
  const json = { 'application/json': { schema: input } }
  const form = { 'application/x-www-form-urlencoded': { schema: input }, 'multipart/form-data': { schema: input } }
  return { required: input.required.length > 0, content: isNested ? json : { ...form, ...json } }
}

function answerSchema(route: Route): Json {
  const payload = outputSchema(route.output)
  if (route.frame === 'kline') {
    const answer = {
      type: 'object',
      required: ['code', 'msg', 'data'],
      properties: { code: { const: 1 }, msg: { type: 'string' }, data: payload },
    }
    return { oneOf: [answer, { $ref: '#/components/schemas/ChartFailure' }] }
  }
  const answer = {
    type: 'object',
    required: ['type', 'message'],
    properties: { type: { const: 'ok' }, message: payload },
  }
  return { oneOf: [answer, { $ref: '#/components/schemas/Failure' }] }
}

/** Input side of a schema, before its transformations. */
export function inputSchema(schema: GenericSchema): ObjectSchema {
  const { properties = {}, required = [] } = convert(schema, 'input')
  // Inputs are object schemas by type (see route.ts), so their properties are schemas by name.
  return { type: 'object', properties: properties as ObjectSchema['properties'], required: required as string[] }
}

export const outputSchema = (schema: GenericSchema): Json => convert(schema, 'input')

function convert(schema: GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    ignoreActions: ['metadata'],
    target: 'draft-2020-12',
  })
  return withItems(rest)
}

/** A tuple's length is fixed; linters want `items` of every array. */
const withItems = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    isTuple(value)
      ? { ...value, items: {}, minItems: value.prefixItems.length, maxItems: value.prefixItems.length }
      : value,
  ) as Json

const isTuple = (value: unknown): value is { readonly prefixItems: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'prefixItems' in value

export const withLanguage = (input: ObjectSchema): ObjectSchema => ({
  ...input,
  properties: { ...input.properties, lang: { type: 'string', enum: [...LANGUAGES], default: 'en' } },
})
