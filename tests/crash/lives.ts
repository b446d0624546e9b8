// Start and end of every crash story: the app on persistent data, and a check that all books agree.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ConservationReport, conservation } from '../support/conservation'
import { type SpawnedApp, type StartedApp, spawnApp, startApp } from '../support/miniflare'
import type { Random } from './random'

const QUIET_LIMIT_MS = 120_000
/** A life lasts until its work is done; above this limit it is stuck. */
const LIFE_LIMIT_MS = 180_000
/** Maximum delay of the kill after enough work is done, so that it hits running work. */
const DELAY_MS_MAX = 60

/** A life with a clean end: before and after the kills. */
export async function inApp<Result>(persistDir: string, work: (app: StartedApp) => Promise<Result>): Promise<Result> {
  const app = await startApp({ persistDir })
  try {
    return await work(app)
  } finally {
    await app.stop()
  }
}

/** A counted action, with its current and its target count. */
export interface Wanted {
  readonly what: string
  readonly count: () => number
  readonly least: number
}

/** Target: this many more than now. */
export const more = (what: string, count: () => number, times: number): Wanted => ({
  what,
  count,
  least: count() + times,
})

/** Waits for counts, not for time, so a slow machine proves as much as a fast one. At the limit the missing counts are named. */
export async function untilDone(wanted: readonly Wanted[]): Promise<void> {
  const limit = Date.now() + LIFE_LIMIT_MS
  const lacking = () => wanted.filter(({ count, least }) => count() < least)
  while (lacking().length > 0) {
    if (Date.now() > limit) {
      const told = lacking().map(({ what, count, least }) => `${what} ${count()} of ${least}`)
      throw new Error(`a life did not do enough: ${told.join(', ')}`)
    }
    await wait(10)
  }
}

export interface Life {
  /** Work that runs until `isOver` or the death of the process. */
  readonly working: Promise<unknown>
  readonly enough: readonly Wanted[]
}

/** One life of the process: kills it shortly after enough of `begin`'s work is done. */
export async function liveUntilKilled(
  persistDir: string,
  random: Random,
  begin: (app: SpawnedApp, isOver: () => boolean) => Promise<Life>,
): Promise<void> {
  const app = await spawnApp({ persistDir })
  let isOver = false
  let working: Promise<unknown> = Promise.resolve()
  try {
    const life = await begin(app, () => isOver)
    working = life.working
    await untilDone(life.enough)
    await wait(random() * DELAY_MS_MAX)
  } finally {
    await app.kill()
    isOver = true
    await working
  }
}

/** Bindings of the served Worker, as the Worker has them. */
export const bindingsOf = async ({ miniflare }: StartedApp): Promise<Env> =>
  (await miniflare.getBindings()) as unknown as Env

export async function middlePrice(url: string): Promise<number> {
  const response = await fetch(`${url}/api/currency/quotation_new`)
  const { message } = await response.json<{ message: { quotation: { currency_id: number; now_price: string }[] }[] }>()
  const price = message[0]?.quotation.find((row) => row.currency_id === 1)?.now_price
  expect(price, 'bitcoin has a price').toBeDefined()
  return Number(price)
}

/**
 * Reads repeatedly, within a limit, while messages between rooms are in transit or a market trades: rooms are read one after another, and
 * the sums agree only for one moment. Created or lost units persist and are detected at the end of the time.
 */
export async function expectConserved(app: StartedApp, userIds: readonly number[]): Promise<void> {
  const env = await bindingsOf(app)
  const limit = Date.now() + QUIET_LIMIT_MS
  let report = await conservation(env, userIds)
  while (!isSettled(report) && Date.now() < limit) {
    await app.sweep()
    await wait(250)
    report = await conservation(env, userIds)
  }
  expect(report.isExact).toBe(true)
  expect(report.problems).toEqual([])
  expect(report.rows.filter((row) => !row.isConserved)).toEqual([])
  expect(report.rows.filter((row) => row.undelivered !== '0')).toEqual([])
}

const isSettled = ({ isExact, rows }: ConservationReport): boolean =>
  isExact && rows.every((row) => row.isConserved && row.undelivered === '0')
