// Faults of the outside world: an Account that never answers, or executes a command whose answer is lost.

import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Quote, QuotesRpc } from '#party/protocol/quotes'

type Rooms = Env['Account']

/** The environment with replaced rooms; bindings aren't plain object properties, so each is named. */
const withRooms = (rooms: Partial<Pick<Rooms, 'idFromName' | 'get'>>): Env => ({
  ...env,
  DB: env.DB,
  Market: env.Market,
  Account: new Proxy(env.Account, {
    get: (real, name) => {
      if (name === 'idFromName' && rooms.idFromName) return rooms.idFromName
      if (name === 'get' && rooms.get) return rooms.get
      const value: unknown = Reflect.get(real, name)
      return typeof value === 'function' ? (value.bind(real) as unknown) : value
    },
  }),
})

/** One user's Account is unreachable. */
export const withoutRoomOf = ({ userId }: { readonly userId: number }): Env =>
  withRooms({
    idFromName: (name) => {
      if (name === String(userId)) throw new Error('no such room today')
      return env.Account.idFromName(name)
    },
  })

/** Accounts execute the Worker's commands, and the Worker dies before the answer. */
export const withLostAnswers = (): Env =>
  withRooms({
    get: ((id: DurableObjectId) => {
      const room = env.Account.get(id)
      return {
        asUser: (sessionId: string, text: string) => room.asUser(sessionId, text),
        asSystem: async (text: string) => {
          await room.asSystem(text)
          throw new Error('the answer was lost')
        },
      }
    }) as unknown as Rooms['get'],
  })

/** Accounts work, but messages fail: the Worker died before the notification. */
export const withoutMessages = (): Env =>
  withRooms({
    get: ((id: DurableObjectId) => {
      const room = env.Account.get(id)
      return {
        asUser: (sessionId: string, text: string) => room.asUser(sessionId, text),
        asSystem: (text: string) => {
          if (text.includes('"add_message"')) throw new Error('no message today')
          return room.asSystem(text)
        },
      }
    }) as unknown as Rooms['get'],
  })

/** Requests of users to their Accounts pass through `way`, which may add work or drop the answer. */
export const withUserAnswers = (way: (text: string, ask: () => Promise<string>) => Promise<string>): Env =>
  withRooms({
    get: ((id: DurableObjectId) => {
      const room = env.Account.get(id)
      return {
        asUser: (sessionId: string, text: string) => way(text, () => room.asUser(sessionId, text)),
        asSystem: (text: string) => room.asSystem(text),
      }
    }) as unknown as Rooms['get'],
  })

/** Quotes after a market move, or of a silent feed. */
export const withQuotes = (change: (quote: Quote) => Partial<Quote>): Env => ({
  ...env,
  DB: env.DB,
  Account: env.Account,
  Quotes: new Proxy(env.Quotes, {
    get: (real, name) => {
      if (name === 'idFromName') return real.idFromName.bind(real)
      return (id: DurableObjectId) => {
        const room = real.get(id) as unknown as QuotesRpc
        return {
          quotes: async () => (await room.quotes()).map((quote) => ({ ...quote, ...change(quote) })),
          priceAt: (symbol: string, at: number) => room.priceAt(symbol, at),
          roundsAfter: (at: number) => room.roundsAfter(at),
        }
      }
    },
  }),
})

/** Errors logged during the work; warnings are suppressed. */
export async function errorsDuring(work: () => Promise<unknown>): Promise<string> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  try {
    await work()
    return log.mock.calls.join()
  } finally {
    log.mockRestore()
    warnings.mockRestore()
  }
}
