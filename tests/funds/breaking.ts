// A process that dies: from one of its calls on, neither the directory nor an Account hears of it again.

interface Breaking {
  readonly env: Env
  readonly hasDied: () => boolean
}

/** The environment of a process that dies before its call with this number, from 1. Reads count as well as writes. */
export function breaking(within: Env, at: number): Breaking {
  let calls = 0
  const live = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    calls += 1
    if (calls >= at) throw new Error('the process is dead')
    return work()
  }

  const originals = new WeakMap<object, D1PreparedStatement>()
  const statement = (original: D1PreparedStatement): D1PreparedStatement => {
    const made = new Proxy(original, {
      get: (real, name) => {
        if (name === 'bind') return (...values: unknown[]) => statement(real.bind(...values))
        const found: unknown = Reflect.get(real, name)
        return typeof found === 'function'
          ? (...given: unknown[]) => live(() => Reflect.apply(found, real, given) as Promise<unknown>)
          : found
      },
    })
    originals.set(made, original)
    return made
  }
  const DB = new Proxy(within.DB, {
    get: (real, name) => {
      if (name === 'prepare') return (text: string) => statement(real.prepare(text))
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) =>
          live(() => real.batch(statements.map((each) => originals.get(each) ?? each)))
      const found: unknown = Reflect.get(real, name)
      return typeof found === 'function' ? (found.bind(real) as unknown) : found
    },
  })
  const Account = new Proxy(within.Account, {
    get: (real, name) => {
      if (name === 'get')
        return (id: DurableObjectId) => {
          const room = real.get(id)
          return {
            asUser: (sessionId: string, text: string) => live(() => room.asUser(sessionId, text)),
            asSystem: (text: string) => live(() => room.asSystem(text)),
          }
        }
      const found: unknown = Reflect.get(real, name)
      return typeof found === 'function' ? (found.bind(real) as unknown) : found
    },
  })
  return { env: { ...within, DB, Account }, hasDied: () => calls >= at }
}
