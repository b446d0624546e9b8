// Under load, another program locks the directory's database for writing for some seconds, while a provider sends a payment message. A message
// answered 200 is stored; one that is not stored is answered 5xx, and is stored when it is sent again. The other stories check their own data.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { StartedApp } from '../../kit/miniflare'
import { type Course, type CrashStory, KILLS, SEED, more } from '../lives'
import {
  type Buyer,
  type Message,
  expectCreditedOnce,
  messagesOf,
  openBuyer,
  settlePayments,
  tellPayment,
} from '../payments'
import { type Random, seededRandom } from '../random'

/** Unpaid orders per buyer. */
const ORDERS_MAX = 4
const [HELD_MS, TOLD_AGAIN_MS] = [2_000, 250]
/** Most writes of the app between the start of the load and the lock. */
const WRITES_MAX = 6

interface Story {
  readonly file: string
  readonly buyers: readonly Buyer[]
  /** Messages not stored yet; each life sends one. */
  readonly left: Message[]
  readonly complaints: string[]
  locks: number
  /** Answers with 5xx. */
  refused: number
}

export async function locked(app: StartedApp, persistDir: string): Promise<CrashStory> {
  const random = seededRandom(SEED)
  const story = await openStory(app, persistDir)
  return {
    name: 'locked',
    userIds: story.buyers.map(({ userId }) => userId),
    live: ({ url }, course) =>
      Promise.resolve({
        working: lockOnce(url, story, { course, random }),
        enough: [more('locks of the directory', () => story.locks, 1)],
      }),
    check: async (last) => {
      const directory = new DatabaseSync(story.file)
      while (story.left.length > 0) await tellUntilTaken(last.url, story, { directory, isOver: () => false })
      directory.close()
      expect(story.complaints).toEqual([])
      await settlePayments(last, story.buyers)
      for (const buyer of story.buyers) await expectCreditedOnce(last, buyer)
      return { locks: story.locks, lost: story.refused }
    },
  }
}

async function openStory(app: StartedApp, persistDir: string): Promise<Story> {
  const folder = join(persistDir, 'd1/miniflare-D1DatabaseObject')
  const name = readdirSync(folder).find((each) => /^[0-9a-f]+\.sqlite$/.test(each))
  if (name === undefined) throw new Error('the directory has a file')
  const kinds = Array.from({ length: KILLS }, () => 'card' as const)
  const buyers: Buyer[] = []
  for (let first = 0; first < KILLS; first += ORDERS_MAX)
    buyers.push(await openBuyer(app, `payer-${SEED}-${first}`, kinds.slice(first, first + ORDERS_MAX)))
  const told = await Promise.all(buyers.flatMap(({ orders }) => orders.map((order) => messagesOf(app, order))))
  const left = told.flatMap(([first]) => first ?? [])
  return { file: join(folder, name), buyers, left, complaints: [], locks: 0, refused: 0 }
}

interface Lock {
  readonly directory: DatabaseSync
  readonly isOver: () => boolean
}

/** Locks the database under load, and sends a message from the start of the lock until it is answered 200. */
async function lockOnce(
  url: string,
  story: Story,
  { course, random }: { readonly course: Course; readonly random: Random },
): Promise<void> {
  await course.begun
  const directory = new DatabaseSync(story.file, { timeout: HELD_MS })
  try {
    await untilWritten(directory, 1 + Math.floor(random() * WRITES_MAX), course.isOver)
    if (course.isOver()) return
    directory.exec('BEGIN IMMEDIATE')
    const telling = tellUntilTaken(url, story, { directory, isOver: course.isOver })
    await wait(HELD_MS)
    directory.exec('ROLLBACK')
    story.locks += 1
    await telling
  } finally {
    directory.close()
  }
}

/** Waits for writes of the app: `data_version` changes when another connection has committed. */
async function untilWritten(directory: DatabaseSync, times: number, isOver: () => boolean): Promise<void> {
  const version = () => directory.prepare('PRAGMA data_version').get()?.['data_version']
  let [writes, last] = [0, version()]
  while (writes < times && !isOver()) {
    await wait(10)
    const now = version()
    if (now !== last) writes += 1
    last = now
  }
}

async function tellUntilTaken(url: string, story: Story, { directory, isOver }: Lock): Promise<void> {
  const [message] = story.left
  if (!message) return
  const stored = directory.prepare('SELECT 1 FROM buy_event WHERE event_id = ?')
  const { id } = JSON.parse(message.body) as { id: string }
  while (!isOver()) {
    // The process is gone: the next life sends the message again.
    const status = await tellPayment(url, message).catch(() => null)
    if (status === null) return
    if (status === 200) {
      if (!stored.get(id)) story.complaints.push(`${id} was taken and is not there`)
      story.left.shift()
      return
    }
    if (status < 500) story.complaints.push(`${id} was answered ${status}`)
    story.refused += 1
    await wait(TOLD_AGAIN_MS)
  }
}
