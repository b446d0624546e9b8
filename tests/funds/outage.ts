// The outside world failing under a story: an Account that answers nobody, or that does what it was told and whose answer is lost.

import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Quote, QuotesRpc } from '#party/protocol/quotes'

type Rooms = Env['Account']

/** The environment with other rooms; the bindings are on no plain object, so each that is needed is named. */
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

/** One user's Account answers nobody. */
export const withoutRoomOf = ({ userId }: { readonly userId: number }): Env =>
  withRooms({
    idFromName: (name) => {
      if (name === String(userId)) throw new Error('no such room today')
      return env.Account.idFromName(name)
    },
  })

/** Accounts do what the Worker tells them, and the Worker dies before it hears so. */
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

/** Accounts do everything but take messages: the Worker dies before it has told anybody. */
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

/** What users ask of their Accounts goes this way, which may do more, or keep the answer. */
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

/** The market has moved, or the feed is silent: quotes as they would be told then. */
export const withQuotes = (change: (quote: Quote) => Partial<Quote>): Env => ({
  ...env,
  DB: env.DB,
  Account: env.Account,
  Quotes: new Proxy(env.Quotes, {
    get: (real, name) => {
      if (name === 'idFromName') return real.idFromName.bind(real)
      return (id: DurableObjectId) => ({
        quotes: async () =>
          (await (real.get(id) as unknown as QuotesRpc).quotes()).map((quote) => ({ ...quote, ...change(quote) })),
      })
    },
  }),
})

/** What went to the log as errors while the work was done; warnings are swallowed. */
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
