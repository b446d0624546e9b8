// Counts calls of a page to rooms and directory, and sequential rounds: concurrent calls share a round. Each call is
// delayed slightly, to detect calls made at the same time.

const HELD_BACK_MS = 25
const ASKING = ['all', 'first', 'raw', 'run'] as const

export interface Rounds {
  readonly calls: number
  readonly rounds: number
}

let calls = 0
let rounds = 0

/** Calls since the last reading. Measure one page at a time. */
export function takeRounds(): Rounds {
  const taken = { calls, rounds }
  calls = 0
  rounds = 0
  return taken
}

async function count<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const round = rounds + 1
  calls += 1
  await new Promise((resolve) => setTimeout(resolve, HELD_BACK_MS))
  try {
    return await call()
  } finally {
    rounds = Math.max(rounds, round)
  }
}

const counted = new WeakMap<object, Env>()

/** Counting wrappers of the bindings; cached per environment, so that caches keyed by binding keep working. */
export function countCalls<AnyEnv extends Env>(env: AnyEnv): AnyEnv {
  const known = counted.get(env.DB) ?? {
    ...env,
    DB: countDatabase(env.DB),
    Account: countRooms(env.Account),
    Market: countRooms(env.Market),
    Quotes: countRooms(env.Quotes),
  }
  counted.set(env.DB, known)
  // Created from an AnyEnv directly above.
  return known as AnyEnv
}

/** Statement objects stay genuine, because `batch` needs their internals; only their methods are replaced. */
function countDatabase(database: D1Database): D1Database {
  const countStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const bind = statement.bind.bind(statement)
    const methods = ASKING.map((name) => {
      const method = statement[name].bind(statement) as (...args: unknown[]) => Promise<unknown>
      return [name, (...args: unknown[]) => count(() => method(...args))]
    })
    return Object.assign(statement, Object.fromEntries(methods), {
      bind: (...values: unknown[]) => countStatement(bind(...values)),
    })
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => countStatement(target.prepare(sql))
      if (name === 'batch') return (list: D1PreparedStatement[]) => count(() => target.batch(list))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Room = Rpc.DurableObjectBranded | undefined

function countRooms<Kind extends Room>(rooms: DurableObjectNamespace<Kind>): DurableObjectNamespace<Kind> {
  return new Proxy(rooms, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'get' && name !== 'getByName') return value.bind(target)
      return (...args: unknown[]) => countRoom(Reflect.apply(value, target, args) as object)
    },
  })
}

const countRoom = (room: object): object =>
  new Proxy(room, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>
      return (...args: unknown[]) => count(async () => Reflect.apply(method, target, args))
    },
  })
