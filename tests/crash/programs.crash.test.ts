// Programs trade on their sockets while connections break and the app is killed: each stream tells the end of every order once, switches
// cancel in time, and a book built from the public stream is that of REST. CRASH_MINUTES sets how long the exhaustive form takes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import { LONG } from '../kit/long'
import { type StartedApp, spawnApp } from '../kit/miniflare'
import { type Book, OwnBook } from '../socket/own-book'
import { type Line, openLine } from './line'
import { SEED, type Wanted, expectConserved, inApp, middlePrice, more, untilDone } from './lives'
import { type Program, type Surroundings, lineOf, openProgram } from './program'
import { seededRandom } from './random'
import { askProcess } from './sender'
import type { OrderRow } from './trader'
import { Lost, Wire } from './wire'

const MINUTES = Number(process.env['CRASH_MINUTES'] ?? 60)
const LIFE_MS = 2 * MINUTE_MS
const KILLS = LONG ? Math.max(1, Math.round((MINUTES * MINUTE_MS) / LIFE_MS)) : 2
const PROGRAMS = LONG ? 20 : 4
/** Orders a second of all programs. */
const RATE = LONG ? 200 : Infinity
/** Longest times between two cuts, and between two comparisons. */
const [CUT_MS, POINT_MS] = LONG ? [2 * SECOND_MS, 2 * SECOND_MS] : [500, 100]
const POINTS = LONG ? Math.floor((MINUTES * 1_000) / 60) : 30
/** Switches are timed while the machine answers a ping within this. */
const PROMPT_MS = 100

const random = seededRandom(SEED)
const told = { kills: 0, cuts: 0, points: 0, livedMs: 0 }
let [isOver, middle, sendAt] = [false, 0, 0]

/** Of all programs together, without a burst after a time in which nothing could be sent. */
async function pace(orders: number): Promise<void> {
  sendAt = Math.max(sendAt, Date.now() - SECOND_MS) + (orders * SECOND_MS) / RATE
  await wait(Math.max(0, sendAt - Date.now()))
}

/** Compares the book of the public stream with REST's book of the same number, time after time. */
async function compareBooks(url: string): Promise<void> {
  while (!isOver)
    try {
      const heard: (Book & { previous?: number })[] = []
      const wire = await Wire.open(url, (message) => void heard.push(message as unknown as Book))
      await wire.ask('subscribe', { channel: 'book', symbol: 'BTC-USDT' })
      const own = new OwnBook()
      while (!isOver) {
        const shown = await readBook(url)
        await wire.until('the messages up to it', () => (heard.at(-1)?.seq ?? 0) >= shown.seq)
        while (heard[0] && heard[0].seq <= shown.seq) own.take(heard.shift() as Book)
        // The stream may begin later than this answer.
        if (own.seq > 0) {
          expect({ seq: own.seq, ...own.levels() }).toEqual({ seq: shown.seq, bids: shown.bids, asks: shown.asks })
          told.points += 1
        }
        await wait(random() * POINT_MS)
        await wire.ask('ping', {})
      }
      wire.cut()
    } catch (failure) {
      if (!(failure instanceof Lost)) throw failure
      await wait(POINT_MS)
    }
}

async function readBook(url: string): Promise<Book> {
  const answer = await askProcess(`${url}/api/v1/book?symbol=BTC-USDT&limit=200`, {}).catch((failure: unknown) => {
    throw new Lost(String(failure))
  })
  return answer.message as Book
}

async function cutAtRandom(programs: readonly Program[], line: Line): Promise<void> {
  while (!isOver) {
    await wait(random() * CUT_MS)
    if (random() < 0.5) programs[Math.floor(random() * programs.length)]?.cut()
    else line.cut(random)
    told.cuts += 1
  }
}

/** A life of the app, killed under load. */
async function live(persistDir: string, line: Line, programs: readonly Program[]): Promise<void> {
  const app = await spawnApp({ persistDir, isPrepared: true, log: join(persistDir, 'app.log') })
  const startedAt = Date.now()
  try {
    middle = await middlePrice(app.url)
    line.lead(app.url)
    const lasted: Wanted = { what: 'ms', count: () => Date.now() - startedAt, least: LIFE_MS }
    const done = [
      more('orders', () => placedBy(programs), 150),
      more('comparisons', () => told.points, POINTS / KILLS),
      more('switches', () => sum(programs, ({ switched }) => switched), 2),
      more('cuts', () => told.cuts, 10),
    ]
    await untilDone(LONG ? [lasted] : done)
  } finally {
    told.kills += 1
    told.livedMs += Date.now() - startedAt
    await app.kill()
  }
}

const sum = (programs: readonly Program[], count: (program: Program) => number): number =>
  programs.reduce((total, program) => total + count(program), 0)
const placedBy = (programs: readonly Program[]): number => sum(programs, ({ placed }) => placed.size)

const filledOf = ({ ended }: Program): number => [...ended.values()].filter((line) => line.includes(' filled ')).length

/** Every order of the account that has ended, walked as a program does. */
async function closedOrders(url: string, token: string): Promise<OrderRow[]> {
  const rows: OrderRow[] = []
  for (let cursor: number | null = 0; cursor !== null;) {
    const path = `/api/v1/orders?stage=closed&limit=100&cursor=${cursor}`
    const { message } = await askProcess(url + path, { headers: { Authorization: token } })
    const { list, next_cursor: next } = message as { list: OrderRow[]; next_cursor: number | null }
    rows.push(...list)
    cursor = next
  }
  return rows
}

/** The stream told the end of each order once, as REST has it, and every command was done once. */
async function expectTold({ url }: StartedApp, program: Program): Promise<void> {
  const { name, token } = program.identity
  expect(program.complaints, name).toEqual([])
  const closed = await closedOrders(url, token)
  expect([...program.ended.values()].sort(), name).toEqual(closed.map(lineOf).sort())
  const known = closed.map((row) => [row.client_order_id, row.order_id] as const)
  expect(new Map(known), name).toEqual(program.placed)
  expect(known.length, name).toBe(program.placed.size)
}

async function tradeThroughKills(persistDir: string, line: Line): Promise<void> {
  const programs = await inApp({ persistDir }, (app) =>
    Promise.all(
      Array.from({ length: PROGRAMS }, (_, no) => openProgram(app, `program-${no}`, seededRandom(SEED * 1_000 + no))),
    ),
  )
  const site: Surroundings = {
    url: line.url,
    middle: () => middle,
    kills: () => told.kills,
    pace,
    isOver: () => isOver,
  }
  const trading = Promise.all([...programs.map((program) => program.run(site)), compareBooks(line.url)])
  const working = Promise.all([trading, cutAtRandom(programs, line)])
  const lives = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) await live(persistDir, line, programs)
  }
  try {
    // A program that fails ends the test at once.
    await Promise.race([lives(), working])
    await inApp({ persistDir, isPrepared: true }, async (app) => {
      line.lead(app.url)
      isOver = true
      await working
      for (const program of programs) await expectTold(app, program)
      await expectConserved(app, programs.map(({ identity }) => identity.userId)) // prettier-ignore
    })
  } finally {
    isOver = true
  }
  expectEnough(programs)
}

function expectEnough(programs: readonly Program[]): void {
  const orders = placedBy(programs)
  const delays = programs.flatMap((program) => program.delays)
  const prompt = delays.filter(({ slowestMs }) => slowestMs < PROMPT_MS)
  const latestOf = (all: typeof delays) => Math.max(0, ...all.map(({ ms }) => ms))
  const refusals = [...Map.groupBy(programs.flatMap((each) => each.refusals), (each) => each)] // prettier-ignore
  const figures = {
    ...{ programs: PROGRAMS, orders, perSecond: Math.round((orders * SECOND_MS) / told.livedMs), cuts: told.cuts },
    ...{ kills: told.kills, points: told.points, switched: sum(programs, ({ switched }) => switched) },
    ...{ timed: prompt.length, latestMs: latestOf(prompt), latestOfAllMs: latestOf(delays) },
    ...{ lost: sum(programs, ({ lost }) => lost) },
    ...{ resumed: sum(programs, ({ resumed }) => resumed), filled: sum(programs, filledOf) },
    refusals: Object.fromEntries(refusals.map(([what, all]) => [what, all.length])),
  }
  console.log(`programs: seed ${SEED}: ${JSON.stringify(figures)}`)
  expect(told.points).toBeGreaterThanOrEqual(POINTS)
  expect(delays.length).toBeGreaterThan(0)
  expect(latestOf(prompt)).toBeLessThan(SECOND_MS)
  expect(figures.filled).toBeGreaterThan(0)
  expect(figures.lost).toBeGreaterThan(0)
}

test(
  `${KILLS} kills and many cuts: programs hear the end of each order once, and books are those of REST`,
  { timeout: (LONG ? 2 * MINUTES + 15 : 15) * MINUTE_MS },
  async () => {
    const persistDir = mkdtempSync(join(tmpdir(), 'cm-programs-'))
    const line = await openLine()
    try {
      await tradeThroughKills(persistDir, line)
    } catch (failure) {
      console.error(`Data and log of the killed app are kept in ${persistDir}`)
      throw failure
    } finally {
      line.close()
    }
    rmSync(persistDir, { recursive: true, force: true })
  },
)
