// AsyncAPI 3.0 document of the programs' socket, generated from the declarations that the room carries out and the schemas of its messages.

import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { problemSchema } from '../api/openapi'
import type { Route } from '../api/route'
import { EVENTS } from './messages'
import { OWN_OPERATIONS, ROUTES, SOCKET_PATH, besides, request } from './operations'

type Json = Readonly<Record<string, unknown>>

const INTRODUCTION = [
  'One WebSocket for market data, the own account and orders. Text frames carry one JSON object of at most 64 KB each.',
  'A request has an `id`, which its answer repeats; answers come in any order. `ok` false has `problem`, with the codes of /api/openapi.json.',
  '`login` shows an API key. It signs six lines joined by line feeds: timestamp, window, "GET", "/api/v1/ws", an empty line, an empty line.',
  'The socket closes with 4401 when its key ends, 4408 after a minute without a message, 4413 after 16 MB without the answer to a `ping` that asked for one (32 MB for all sockets of an account, or of an address, together), 4429 beyond 200 messages a second (20 before the login), 4400 after a binary frame, 1011 when a message of the account could not be told.',
  '`?lang=` chooses the language of `detail`.',
].join(' ')

export function describeSocket(): Json {
  const own = Object.entries(OWN_OPERATIONS).map(([name, { summary, params, result }]) =>
    describe(name, { summary, params, result }),
  )
  const routed = [...ROUTES].map(([name, route]) => describe(name, ofRoute(route)))
  const asked = [...own, ...routed]
  const messages = Object.fromEntries([
    ...asked.flatMap(({ message, answer }) => [message, answer]),
    ...Object.entries(EVENTS).map(
      ([name, schema]) => [`${name}_event`, { payload: schemaOf(schema, 'input') }] as const,
    ),
  ])
  const refer = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` })
  return {
    asyncapi: '3.0.0',
    info: {
      ...{ title: 'CM socket', version: '1', description: INTRODUCTION },
      license: { name: 'MIT' },
    },
    servers: { site: { host: '{host}', protocol: 'wss', variables: { host: { description: 'the site' } } } },
    defaultContentType: 'application/json',
    channels: { socket: { address: SOCKET_PATH, messages } },
    operations: Object.fromEntries([
      ...asked.map(({ name, summary, scope }) => [
        nameOf(name),
        {
          action: 'receive',
          channel: { $ref: '#/channels/socket' },
          summary,
          ...(scope && { 'x-key-scope': scope }),
          messages: [refer(`${nameOf(name)}_request`)],
          reply: { channel: { $ref: '#/channels/socket' }, messages: [refer(`${nameOf(name)}_answer`)] },
        },
      ]),
      ...Object.keys(EVENTS).map((name) => [
        `tell_${name}`,
        {
          action: 'send',
          channel: { $ref: '#/channels/socket' },
          summary: `Messages of the channel \`${name}\``,
          messages: [refer(`${name}_event`)],
        },
      ]),
    ]),
    components: { schemas: { Problem: problemSchema() } },
  }
}

interface Described {
  readonly summary: string
  readonly params: v.GenericSchema
  readonly result: v.GenericSchema
  readonly scope?: string | undefined
}

const ofRoute = ({ summary, input, output, scope }: Route): Described => ({
  ...{ summary, params: input, result: output },
  scope,
})

const nameOf = (operation: string): string => operation.replaceAll('.', '_')

function describe(name: string, { summary, params, result, scope }: Described) {
  const op = { const: name }
  const { properties, required } = schemaOf(request, 'input') as { properties: Json; required: readonly string[] }
  const payload = {
    type: 'object',
    additionalProperties: false,
    required,
    properties: {
      ...{ id: properties['id'], op, params: { ...schemaOf(params, 'input'), additionalProperties: false } },
      ...Object.fromEntries(besides(name).map((field) => [field, properties[field]])),
    },
  }
  const id = properties['id']
  const usage = {
    type: 'object',
    properties: { weight: { type: 'integer' }, orders: { type: 'integer' } },
    description: 'of the running minute, as the headers of /api/v1 tell it',
  }
  const done = {
    type: 'object',
    required: ['id', 'op', 'ok', 'result'],
    properties: { id, op, ok: { const: true }, result: schemaOf(result, 'input'), usage, round: { type: 'string' } },
  }
  const refused = {
    type: 'object',
    required: ['id', 'op', 'ok', 'problem'],
    properties: { id, op, ok: { const: false }, problem: { $ref: '#/components/schemas/Problem' }, usage },
  }
  return {
    name,
    summary,
    scope,
    message: [`${nameOf(name)}_request`, { summary, payload }] as const,
    answer: [`${nameOf(name)}_answer`, { payload: { oneOf: [done, refused] } }] as const,
  }
}

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  // AsyncAPI's own schemas are of draft 07, whose tuples are `items`.
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'draft-07' })
  return rest
}
