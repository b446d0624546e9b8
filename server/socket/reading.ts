// Reads a program's message into an operation and its fields, or the refusal that names the mistake.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type Fields, readExactInput, readInput } from '#services/operation'
import { refuseUnknownFields } from '#domain/order-fields'
import { type Channel, OWN_OPERATIONS, type OwnOperation, type SocketRequest, request } from './operations'

/** The message of a text that was parsed. */
export function readRequest(message: unknown): Outcome<SocketRequest> {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return refuse('request_malformed')
  const taken = refuseUnknownFields({ ...message }, Object.keys(request.entries))
  return taken.ok ? readInput(request, { ...message }) : taken
}

/** Names in a malformed message that its answer can repeat. */
export function namesOf(message: unknown): { readonly id: SocketRequest['id'] | null; readonly op: string | null } {
  const { id, op } = { ...(message as { readonly id?: unknown; readonly op?: unknown } | null) }
  return {
    id: v.is(request.entries.id, id) ? id : null,
    op: v.is(request.entries.op, op) ? op : null,
  }
}

type InputOf<Name extends OwnOperation> = v.InferOutput<(typeof OWN_OPERATIONS)[Name]['params']>
export type LoginInput = InputOf<'login'>
export type ChannelInput = InputOf<'unsubscribe'>
export type SubscribeInput = InputOf<'subscribe'>

/** Runs an operation of the socket itself with its input. */
export function withInput<Name extends OwnOperation>(
  op: Name,
  fields: Fields,
  run: (input: InputOf<Name>) => Outcome<unknown> | Promise<Outcome<unknown>>,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  const { params } = OWN_OPERATIONS[op]
  const input = readExactInput(params, fields)
  return input.ok ? run(input.value) : input
}

/** Name of a subscription. Each channel takes a symbol or none. */
export function nameChannel(
  channel: Channel,
  { symbol, after }: { readonly symbol?: string | undefined; readonly after?: number | undefined },
): Outcome<string, 'field_missing' | 'field_not_taken'> {
  if (symbol === undefined && (channel === 'trades' || channel === 'book'))
    return refuse('field_missing', { field: 'symbol' })
  if (symbol !== undefined && channel === 'account') return refuse('field_not_taken', { field: 'symbol' })
  if (after !== undefined && channel !== 'account') return refuse('field_not_taken', { field: 'after' })
  return done(channel === 'quotes' ? channel : [channel, symbol ?? ''].join(' ').trim())
}
