// Counts what the platform bills for rooms: calls and alarms by kind of room, and rows written. One isolate holds all rooms of a bench.

/** Names that the runtime and partyserver call themselves. */
const OWN = /^(?:constructor|fetch|webSocket|on[A-Z]|_|#)/

type Method = (this: unknown, ...args: unknown[]) => unknown

const counts = new Map<string, number>()
const add = (name: string, more: number) => counts.set(name, (counts.get(name) ?? 0) + more)

/** Counts since the last reading. */
export function takeCounts(): Record<string, number> {
  const taken = Object.fromEntries(counts)
  counts.clear()
  return taken
}

/** Counts every call of a room's class from outside, before its first instance. */
export function countRoom<Room extends new (...args: never[]) => object>(kind: string, room: Room): void {
  const prototype = room.prototype as Record<string, unknown>
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown
    if (typeof method !== 'function' || (OWN.test(name) && name !== 'onAlarm')) continue
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      add(name === 'onAlarm' ? `${kind} alarms` : `${kind} calls`, 1)
      return (method as Method).apply(this, args)
    }
  }
}

let isCounting = false

/** Counts rows written by every room of the isolate; a stored alarm is a row. */
export function countRows(storage: DurableObjectStorage): void {
  if (isCounting) return
  isCounting = true
  const sql = Object.getPrototypeOf(storage.sql) as { exec: Method }
  const { exec } = sql
  sql.exec = function (...args) {
    const cursor = exec.apply(this, args) as { readonly rowsWritten: number }
    add('rows written', cursor.rowsWritten)
    return cursor
  }
  const own = Object.getPrototypeOf(storage) as { setAlarm: Method }
  const { setAlarm } = own
  own.setAlarm = function (...args) {
    add('rows written', 1)
    return setAlarm.apply(this, args)
  }
}
