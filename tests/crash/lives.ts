// Runs stories in one process that is killed repeatedly under their load, on persistent data. In the end each story checks its data, and money
// is conserved over all their users. CRASH_KILLS and CRASH_SEED set the number of kills and the random seed.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { again } from '../../scripts/lib/again.mjs'
import { type ConservationReport, conservation } from '../kit/conservation'
import { LONG } from '../kit/long'
import { type ServeOptions, type SpawnedApp, type StartedApp, spawnApp, startApp } from '../kit/miniflare'
import { type Random, seededRandom } from './random'
import { type WantedReceipts, expectReceiptsRight } from './receipts'

export const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 4))
export const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** Output of the app, which reports each command that a kill or a locked directory has interrupted. */
const LOG = 'app.log'
const QUIET_LIMIT_MS = 120_000
/** A life lasts until its work is done; above this limit it is stuck. */
const LIFE_LIMIT_MS = 180_000
/** Longest delay of a kill after enough was done, per story, so that it interrupts commands. */
const DELAY_MS_MAX = 40

/** The load of one product, by users registered before the first kill. */
export interface CrashStory {
  readonly name: string
  readonly userIds: readonly number[]
  /** Repeats unanswered commands of the last life, then starts the load. */
  live(app: SpawnedApp, course: Course): Promise<Life>
  /** After the last kill: checks the data, and that every kind of action has happened. */
  check(app: StartedApp): Promise<Tally>
}

/** Counts of a story's actions; `lost` are answers lost with the process, or server errors. */
type Tally = Readonly<Record<string, number>> & { readonly lost: number }

/** Progress of a life. */
export interface Course {
  readonly isOver: () => boolean
  /** Resolves when the load of every story has started. */
  readonly begun: Promise<void>
  /** Resolves when all stories have done enough: commands sent from now on are interrupted by the kill. */
  readonly lastMoment: Promise<void>
}

export interface Life {
  /** Runs until the course is over or the process is gone. */
  readonly working: Promise<unknown>
  readonly enough: readonly Wanted[]
}

/** Sets up each story in one app, kills it repeatedly under the load of all, and checks each story in a last life. */
export async function runStories(
  openers: readonly ((app: StartedApp, persistDir: string) => Promise<CrashStory>)[],
  wanted: WantedReceipts = { kinds: [], least: 0 },
): Promise<void> {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-crash-'))
  try {
    await runIn(persistDir, openers, wanted)
  } catch (failure) {
    console.error(`Data and ${LOG} of the killed app are kept in ${persistDir}`)
    throw failure
  }
  await rm(persistDir, { recursive: true, force: true })
}

async function runIn(
  persistDir: string,
  openers: Parameters<typeof runStories>[0],
  wanted: WantedReceipts,
): Promise<void> {
  const random = seededRandom(SEED)
  const stories = await inApp({ persistDir }, (app) => Promise.all(openers.map((open) => open(app, persistDir))))
  for (let kill = 0; kill < KILLS; kill += 1) await liveUntilKilled(persistDir, stories, random)
  await inApp({ persistDir, isPrepared: true }, async (served) => {
    const app = { ...served, sweep: sharedSweep(served) }
    const check = async (story: CrashStory) => ({ name: story.name, ...(await story.check(app)) })
    for (const { name, ...tally } of await Promise.all(stories.map(check))) {
      console.log(`${name}: ${KILLS} kills, seed ${SEED}: ${JSON.stringify(tally)}`)
      expect(tally.lost, `answers lost of ${name}`).toBeGreaterThan(0)
    }
    console.log(`receipts: ${JSON.stringify(await expectReceiptsRight(app, wanted))}`)
    await expectConserved(app, stories.flatMap(({ userIds }) => userIds)) // prettier-ignore
  })
}

/** A life with a clean end: before and after the kills. */
export async function inApp<Result>(
  options: ServeOptions,
  work: (app: StartedApp) => Promise<Result>,
): Promise<Result> {
  const app = await startApp(options)
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
  const lacking = () => wanted.filter((each) => !isReached(each))
  while (lacking().length > 0) {
    if (Date.now() > limit) {
      const told = lacking().map(({ what, count, least }) => `${what} ${count()} of ${least}`)
      throw new Error(`a life did not do enough: ${told.join(', ')}`)
    }
    await wait(10)
  }
}

/**
 * Called before each command: whether to go on. A story that has done enough waits for the others, to leave the machine to them; then all go on
 * until the kill.
 */
export const pace = (enough: readonly Wanted[], { isOver, lastMoment }: Course): Pace => {
  return async () => {
    if (enough.every(isReached)) await lastMoment
    return !isOver()
  }
}
export type Pace = () => Promise<boolean>

const isReached = ({ count, least }: Wanted): boolean => count() >= least

/** One life of the process: the load of all stories is interrupted shortly after enough was done. */
async function liveUntilKilled(persistDir: string, stories: readonly CrashStory[], random: Random): Promise<void> {
  const app = await spawnApp({ persistDir, isPrepared: true, log: join(persistDir, LOG) })
  let [isOver, begin, end] = [false, () => {}, () => {}]
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const lastMoment = new Promise<void>((resolve) => (end = resolve))
  let lives: readonly Life[] = []
  try {
    lives = await Promise.all(stories.map((story) => story.live(app, { isOver: () => isOver, begun, lastMoment })))
    begin()
    await untilDone(lives.flatMap(({ enough }) => enough))
    end()
    await wait(random() * DELAY_MS_MAX * stories.length)
  } finally {
    await app.kill()
    isOver = true
    begin()
    end()
    await Promise.all(lives.map(({ working }) => working))
  }
}

/** Runs one sweep at a time: all callers during a sweep share the next one. */
function sharedSweep({ sweep }: StartedApp): StartedApp['sweep'] {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  return () =>
    (next ??= running.then(() => {
      next = null
      const begun = sweep()
      running = begun.catch(() => undefined)
      return begun
    }))
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
export async function expectConserved(app: StartedApp, userIds: readonly number[]): Promise<ConservationReport> {
  const env = await bindingsOf(app)
  const limit = Date.now() + QUIET_LIMIT_MS
  const read = () => again(() => conservation(env, userIds))
  let report = await read()
  while (!isSettled(report) && Date.now() < limit) {
    await app.sweep()
    await wait(250)
    report = await read()
  }
  expect(report.isExact).toBe(true)
  expect(report.problems).toEqual([])
  expect(report.rows.filter((row) => !row.isConserved)).toEqual([])
  expect(report.rows.filter((row) => row.undelivered !== '0')).toEqual([])
  return report
}

const isSettled = ({ isExact, rows }: ConservationReport): boolean =>
  isExact && rows.every((row) => row.isConserved && row.undelivered === '0')
