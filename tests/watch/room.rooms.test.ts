// The real Watch receives the real Quotes; only the account is fake.

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { WakeMessage, WatchAnswer, WatchRpc } from '#party/protocol/watch'
import type { RemoteCalls } from '#party/watch/remotes'
import { told } from './street'

const SYMBOL = 'BTC-USDT'
// A stub dies with its room, so each call gets one.
const watchRoom = () => env.Watch.get(env.Watch.idFromName(SYMBOL))
const watch = (): WatchRpc => watchRoom()
const quotes = () => env.Quotes.get(env.Quotes.idFromName('main'))
const woken: WakeMessage[] = []
let revision = 0

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
  await meet()
})

/** An account that registers for each next tick until it has enough. */
async function meet(): Promise<void> {
  const wake: RemoteCalls['wake'] = (account, message) => {
    woken.push(message)
    revision += 1
    const next = message.round.at + 1
    return Promise.resolve(told(account, revision, { next: isEnough ? null : next, after: message.round.at }))
  }
  await runInDurableObject(watchRoom(), (room) => {
    // Private for product code, not for tests.
    const { remotes } = room as unknown as { remotes: RemoteCalls }
    Object.assign(room, { remotes: { ...remotes, wake } })
  })
}
let isEnough = false

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never happened')
}

const followed = () => runInDurableObject(quotes(), (_, { storage }) => storage.kv.get<string[]>('followed') ?? [])

test('an account is woken by every tick that it waits for, also after both rooms died, and then nobody listens any more', async () => {
  revision += 1
  const answer = JSON.parse(
    await watch().register(JSON.stringify(told(7, revision, { next: Date.now() }))),
  ) as WatchAnswer
  expect(answer).toEqual({ revision: 1, closedSides: [] })
  await eventually(() => woken.length >= 3)
  expect(await followed()).toEqual([SYMBOL])
  const [first, second] = woken
  const own = (message?: WakeMessage) => message?.round.ticks.find(({ symbol }) => symbol === SYMBOL)
  expect(own(first)?.at).toBe(first?.round.at)
  expect(own(second)?.previousHash).toBe(own(first)?.hash)
  expect(first?.round.ticks.length).toBeGreaterThan(12)
  expect((await quotes().roundsAfter((first?.round.at ?? 0) - 1, 1))[0]).toEqual(first?.round)

  await runInDurableObject(quotes(), (_, state) => state.abort('the process died')).catch(() => undefined)
  await runInDurableObject(watchRoom(), (_, state) => state.abort('the process died')).catch(() => undefined)
  await meet()
  const before = woken.length
  await runDurableObjectAlarm(quotes())
  await eventually(() => woken.length >= before + 2)
  const times = woken.map(({ round }) => round.at)
  expect(times).toEqual([...times].sort())
  // The acknowledgement of the last tick may be lost in the restart; the room then sends that tick again.
  expect(times.length - new Set(times).size).toBeLessThanOrEqual(1)

  isEnough = true
  await eventually(async () => (await followed()).length === 0)
  expect(JSON.parse(await watch().report())).toMatchObject({ symbol: SYMBOL, features: [{ accounts: 1 }] })
})

test('strangers reach no Watch', async () => {
  const { exports } = await import('cloudflare:workers')
  expect((await exports.default.fetch(`https://cm.example/parties/watch/${SYMBOL}`)).status).toBe(404)
})
