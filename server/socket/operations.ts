// What a program may ask on its socket, declared once: the room carries it out, and the AsyncAPI document describes it. Trading operations
// are endpoints of /api/v1: their fields, refusals, commands and answers are those of the endpoint.

import * as v from 'valibot'
import { flag, symbol } from '#services/input'
import type { Route } from '../api/route'
import { spotRoutes } from '../api/spot'
import { switchRoutes } from '../api/switches'

export const SOCKET_PATH = '/api/v1/ws'

/** Public channels need no login; `account` needs a key with the scope "read". */
export const CHANNELS = ['quotes', 'trades', 'book', 'account'] as const
export type Channel = (typeof CHANNELS)[number]

const channelFields = {
  channel: v.picklist(CHANNELS),
  symbol: v.optional(
    v.pipe(symbol, v.description('of the channels `trades` and `book`; of `quotes` to hear one only')),
  ),
}
const whole = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

export const OWN_OPERATIONS = {
  ping: {
    summary: 'Answers at once. A socket that says nothing for a minute is closed',
    params: v.object({
      number: v.optional(
        v.pipe(whole, v.description('of the last message of the channel `ping`: it and all before it are read')),
      ),
    }),
    result: v.object({ server_time: v.number() }),
  },
  login: {
    summary:
      'Shows an API key. Signed is what a request `GET /api/v1/ws` without command id and body would sign; a signature logs in once',
    params: v.object({
      key: v.string(),
      timestamp: v.string(),
      recv_window: v.optional(v.string()),
      signature: v.string(),
    }),
    result: v.object({ server_time: v.number() }),
  },
  subscribe: {
    summary: 'Begins a channel: its state first, then its changes',
    params: v.object({
      ...channelFields,
      after: v.optional(
        v.pipe(
          whole,
          v.description('of the channel `account`: number of the last message heard; the next ones follow'),
        ),
      ),
    }),
    result: v.object({ channel: v.picklist(CHANNELS), symbol: v.nullable(v.string()) }),
  },
  unsubscribe: {
    summary: 'Ends a channel',
    params: v.object(channelFields),
    result: v.object({ channel: v.picklist(CHANNELS), symbol: v.nullable(v.string()) }),
  },
  cancel_on_disconnect: {
    summary:
      'Cancel every open spot order when this socket closes, and those of operations under way. Needs the scope "trade"',
    params: v.object({ enabled: flag }),
    result: v.object({ enabled: v.boolean() }),
  },
} as const
export type OwnOperation = keyof typeof OWN_OPERATIONS

const ENDPOINTS = {
  'order.place': 'POST /v1/order',
  'orders.place': 'POST /v1/orders',
  'order.amend': 'PUT /v1/order',
  'order.cancel': 'DELETE /v1/order',
  'orders.cancel': 'DELETE /v1/orders',
  cancel_all_after: 'POST /v1/cancel-all-after',
} as const

/** Operations that are endpoints, by name. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries(ENDPOINTS).flatMap(([name, at]) => {
    const route = [...spotRoutes, ...switchRoutes].find(({ method, path }) => `${method} ${path}` === at)
    return route ? [[name, route] as const] : []
  }),
)

export const OPERATION_NAMES = [...Object.keys(OWN_OPERATIONS), ...Object.keys(ENDPOINTS)]

/** Fields that an operation takes beside `params`. */
export function besides(op: string): readonly string[] {
  if (ROUTES.has(op)) return ['command_id', 'timestamp', 'recv_window']
  return op === 'cancel_on_disconnect' ? ['timestamp', 'recv_window'] : []
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A message of a program. `params` is read by the operation's own schema. */
export const request = v.strictObject({
  id: v.pipe(
    v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.safeInteger())]),
    v.description('chosen by the program; its answer repeats it'),
  ),
  op: v.picklist(OPERATION_NAMES),
  /** Read by the operation; no `record`, which drops names such as `constructor`. */
  params: v.optional(v.custom<Readonly<Record<string, unknown>>>(isObject)),
  command_id: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9._:-]{1,64}$/),
      v.description('of operations that trade: the `Idempotency-Key` of the endpoint'),
    ),
  ),
  timestamp: v.optional(
    v.pipe(
      v.number(),
      v.safeInteger(),
      v.description('of operations that trade: too late after it, the operation is refused'),
    ),
  ),
  recv_window: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(60_000))),
})
export type SocketRequest = v.InferOutput<typeof request>
