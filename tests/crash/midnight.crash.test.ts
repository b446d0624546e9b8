// Midnight UTC: two thousand accounts, all asleep, are due in the same second. Each is paid its day, once, and all are awake at the same time.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { callAccount } from '#services/account-room'
import { longTest } from '../kit/long'
import { waitFor } from '../kit/wait-for'
import { bindingsOf, expectConserved, inApp } from './lives'
import { MONEY, RATE, emptyLog, inTables, moveDaysBack, openSaver } from './yields'

const USERS = Array.from({ length: 2_000 }, (_, index) => ({ userId: 72_001 + index, sessionId: `sleeper-${index}` }))
const USDT = 3
const AT_ONCE = 32
/** The app is served again by then. */
const UNTIL_MIDNIGHT_MS = 60_000

const amountOf = (place: number): bigint => BigInt(10_000_000 + place * 1_003)

longTest('two thousand sleeping accounts that are due in one second are each paid their day', async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-midnight-'))
  await inApp({ persistDir }, async (app) => {
    const env = await bindingsOf(app)
    await eachOf((user, place) => openSaver(env, user, [{ days: 30, amount: amountOf(place) }]))
    await eachOf((user) => emptyLog(env, user))
  })
  let midnight = 0
  await inTables({ persistDir, users: USERS }, async (tables) => {
    midnight ||= Date.now() + UNTIL_MIDNIGHT_MS
    await moveDaysBack(tables, { days: 1, wakesAt: midnight })
    return 0
  })
  await inApp({ persistDir, isPrepared: true }, async (app) => {
    const env = await bindingsOf(app)
    await waitFor(() => expect(Date.now()).toBeGreaterThan(midnight), { timeout: 2 * UNTIL_MIDNIGHT_MS, interval: 50 })
    await eachOf(async (user, place) => {
      const amount = amountOf(place)
      const paid = MONEY - amount + RATE.of(amount)
      await waitFor(async () => expect(await freeOf(env, user)).toBe(paid), { timeout: 120_000, interval: 50 })
    })
    console.log(`paid within ${Date.now() - midnight} ms`)
    await expectConserved(app, USERS.map(({ userId }) => userId)) // prettier-ignore
  })
  await rm(persistDir, { recursive: true, force: true })
})

async function freeOf(env: Env, user: (typeof USERS)[number]): Promise<bigint> {
  const sheet = await callAccount(env, user, { type: 'balances' })
  const own = (sheet.ok ? sheet.value : []).find(({ wallet, assetId }) => wallet === 'change' && assetId === USDT)
  return BigInt(own?.available ?? 0)
}

/** Some at a time, in order. */
async function eachOf(work: (user: (typeof USERS)[number], place: number) => Promise<unknown>): Promise<void> {
  const left = USERS.entries()
  const workSome = async () => {
    for (const [place, user] of left) await work(user, place)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workSome))
}
