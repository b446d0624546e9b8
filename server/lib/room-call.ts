// Both ends of a call to a room. The caller's end hands on the trace and counts time and failures; the room's end takes the trace off again,
// so log lines of caller and room share one trace id.

import { count, observe } from './counters'
import { currentTrace, underTrace } from './trace'

/** What marks the argument that a caller's end adds as the last one. */
const MARK = 'trace:'

type Method = (this: unknown, ...args: unknown[]) => unknown

/** A room's stub whose every call is traced and counted under the room's kind. */
export function tracedRoom<Rpc extends object>(stub: Rpc, room: string): Rpc {
  return new Proxy(stub, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      // A request carries the trace as a header.
      if (name === 'fetch')
        return (request: unknown, init: unknown) => Reflect.apply(member as Method, target, [request, init])
      return (...args: unknown[]) =>
        timed(room, () => Reflect.apply(member as Method, target, [...args, MARK + (currentTrace() ?? '')]))
    },
  })
}

async function timed(room: string, call: () => unknown): Promise<unknown> {
  const startedAt = Date.now()
  try {
    return await call()
  } catch (failure) {
    count('cm_room_failures', { room })
    throw failure
  } finally {
    observe('cm_room_seconds', { room }, (Date.now() - startedAt) / 1_000)
  }
}

const taken = new WeakSet()

/** Makes every method of a room's class take the trace of its call. Once per class. */
export function takeTraces(prototype: object, end: object): void {
  for (let part = prototype; part !== end; part = Object.getPrototypeOf(part) as object) {
    if (taken.has(part)) continue
    taken.add(part)
    for (const name of Object.getOwnPropertyNames(part)) {
      const property: TypedPropertyDescriptor<unknown> = Object.getOwnPropertyDescriptor(part, name) ?? {}
      if (name === 'constructor' || typeof property.value !== 'function') continue
      Object.defineProperty(part, name, { ...property, value: takingTrace(property.value as Method) })
    }
  }
}

const takingTrace = (method: Method): Method =>
  function (this: unknown, ...args) {
    const last = args.at(-1)
    if (typeof last !== 'string' || !last.startsWith(MARK)) return method.apply(this, args)
    return underTrace(last.slice(MARK.length), () => method.apply(this, args.slice(0, -1)))
  }
