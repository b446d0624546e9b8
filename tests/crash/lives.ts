// What every story of a killed process begins and ends with: the app on data that stays, and books that must agree.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ConservationReport, conservation } from '../support/conservation'
import { type StartedApp, startApp } from '../support/miniflare'

const QUIET_LIMIT_MS = 60_000

/** A life that ends well: before the kills, and after them. */
export async function inApp<Result>(persistDir: string, work: (app: StartedApp) => Promise<Result>): Promise<Result> {
  const app = await startApp({ persistDir })
  try {
    return await work(app)
  } finally {
    await app.stop()
  }
}

/** The bindings of the served Worker, as a Worker would see them. */
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
 * Looks again, within a bound, while messages between rooms are on their way or a market trades: the rooms are read one after another,
 * and only of one moment the sums must agree. What was made or lost stays so, and is found when the time is up.
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
