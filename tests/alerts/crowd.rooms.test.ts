// Many alerts on one symbol, with real Account rooms and the real Watch; only the rounds of Quotes are the test's own. A price jumps through
// all of them while the Watch dies halfway: each is told, once.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import type { AccountOutcome, AccountRpc } from '#party/protocol/account'
import type { PriceRound, WatchRpc } from '#party/protocol/watch'
import type { RemoteCalls } from '#party/watch/remotes'
import { LONG } from '../kit/long'
import { waitFor } from '../kit/wait-for'

const ACCOUNTS = LONG ? 200 : 10
const ALERTS_EACH = LONG ? 50 : 5
const SYMBOL = 'BTC-USDT'
/** 60,000.0 in steps of the seed's pair. */
const NOW = 600_000

vi.setConfig({ testTimeout: LONG ? 600_000 : 60_000, hookTimeout: 60_000 })

const accounts = Array.from({ length: ACCOUNTS }, (_, index) => 50_001 + index)
const accountRoom = (account: number): AccountRpc => env.Account.get(env.Account.idFromName(String(account)))
// A stub dies with its room, so each call gets one.
const watchRoom = () => env.Watch.get(env.Watch.idFromName(SYMBOL))
const watch = (): WatchRpc => watchRoom()
const rounds: PriceRound[] = []
let answered = 0

beforeAll(async () => {
  await env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))
  await attend()
})

/** The Watch gets the test's rounds, and its calls to accounts are counted. */
async function attend(): Promise<void> {
  await runInDurableObject(watchRoom(), (room) => {
    // Private for product code, not for tests.
    const { remotes } = room as unknown as { remotes: RemoteCalls }
    const own: RemoteCalls = {
      ...remotes,
      wake: async (account, message) => {
        const registration = await remotes.wake(account, message)
        answered += 1
        return registration
      },
      roundsAfter: (at, limit) => Promise.resolve(rounds.filter((round) => round.at > at).slice(0, limit)),
      follow: () => Promise.resolve(),
    }
    Object.assign(room, { remotes: own })
  })
}

const ask = async (account: number, request: object): Promise<unknown> =>
  JSON.parse(await accountRoom(account).asUser('a session', JSON.stringify(request))) as unknown

async function setAlerts(account: number): Promise<void> {
  const session = { type: 'open_session', sessionId: 'a session', expiresAt: Date.now() + 86_400_000, device: 'a test' }
  await accountRoom(account).asSystem(JSON.stringify(session))
  for (let each = 1; each <= ALERTS_EACH; each += 1) {
    const asked = { symbol: SYMBOL, targetSteps: NOW + 10 * each, reference: NOW }
    const answer = await ask(account, { type: 'set_price_alert', commandId: `alert-${each}`, ...asked })
    expect(answer).toMatchObject({ ok: true })
  }
}

const priceOf = (steps: number): string => `${Math.floor(steps / 10)}.${steps % 10}`

async function price(steps: number): Promise<void> {
  const beforeAt = rounds.at(-1)?.at ?? null
  const at = Math.max(Date.now(), beforeAt ?? 0) + 1_000
  const tick = { symbol: SYMBOL, seq: at, at, price: priceOf(steps), source: 'test', previousHash: '', hash: '' }
  const round = { at, ticks: [tick] }
  rounds.push(round)
  await watch().round(JSON.stringify({ ...round, beforeAt }))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** References and prices of the account's messages. */
async function told(account: number): Promise<string[]> {
  const inbox = (await ask(account, {
    type: 'messages',
    kinds: ['alert_price'],
    page: 1,
    limit: 500,
  })) as AccountOutcome<'messages'>
  if (!inbox.ok) throw new Error(inbox.refusal.code)
  return inbox.value.rows.map(({ ref, facts }) => `${ref} ${facts['price']}`).sort()
}

test('a jump tells every alert once, though the Watch dies while it tells them', async () => {
  await Promise.all(accounts.map(setAlerts))
  await price(NOW)
  await until(() => answered === ACCOUNTS)
  expect(await told(accounts[0] ?? 0)).toEqual([])

  answered = 0
  const jump = NOW + 10 * ALERTS_EACH
  await price(jump)
  await until(() => answered >= ACCOUNTS / 2)
  await runInDurableObject(watchRoom(), (_, state) => state.abort('the process died')).catch(() => undefined)
  await attend()
  await price(NOW)
  // Those whose answer was lost are called again: a call by a round that they have acted on tells nothing.
  const expected = Array.from({ length: ALERTS_EACH }, (_, index) => `alert:${index + 1} ${priceOf(jump)}`).sort()
  await waitFor(
    async () => {
      for (const account of accounts) expect(await told(account)).toHaveLength(ALERTS_EACH)
    },
    { timeout: 60_000, interval: 50 },
  )
  await price(jump)
  for (const account of accounts) expect(await told(account)).toEqual(expected)
  const { features } = JSON.parse(await watch().report()) as { features: { feature: string; accounts: number }[] }
  expect(features).toMatchObject([{ feature: 'alerts', accounts: ACCOUNTS }])
})
