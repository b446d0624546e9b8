// Trace id: follows one request through Worker and rooms, written into each log line.

import { AsyncLocalStorage } from 'node:async_hooks'

const traces = new AsyncLocalStorage<string>()

/** In a request that the Worker passes on to a room: the value of a client is replaced. */
export const TRACE_HEADER = 'X-Trace'

const TRACE = /^[0-9a-f]{16}$/

/** 64 random bits in hex. */
export const newTrace = (): string =>
  (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n).toString(16).padStart(16, '0')

/** Undefined outside requests and alarms. */
export const currentTrace = (): string | undefined => traces.getStore()

/** Runs under a trace handed on by a caller; a missing or foreign one is replaced. */
export const underTrace = <Result>(trace: string | null | undefined, work: () => Result): Result =>
  traces.run(trace && TRACE.test(trace) ? trace : newTrace(), work)

/** Request that carries the current trace to a room. */
export function withTraceHeader(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.set(TRACE_HEADER, currentTrace() ?? newTrace())
  return new Request(request, { headers })
}
