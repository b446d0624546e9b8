// Users set price alerts near the price, which reaches many of them. Acknowledged alerts exist once, and each told one has one message.

import { expect } from 'vitest'
import { LONG } from '../../kit/long'
import type { StartedApp } from '../../kit/miniflare'
import { type CrashStory, SEED, middlePrice, more, pace } from '../lives'
import { seededRandom } from '../random'
import { registerSenders } from '../traders'
import { Watcher } from '../watcher'
import { waitFor } from '../../kit/wait-for'

const USERS = LONG ? 6 : 2
/** Range of answers per user before a kill. */
const [ANSWERS_MIN, ANSWERS_MAX] = [3, 12]
const PATIENCE = { timeout: 120_000, interval: 250 }

export async function alerts(app: StartedApp): Promise<CrashStory> {
  const users = await registerSenders(app, { name: 'watcher', count: USERS, seed: SEED }, Watcher)
  const random = seededRandom(SEED)
  return {
    name: 'alerts',
    userIds: users.map(({ userId }) => userId),
    live: async ({ url }, course) => {
      await Promise.all(users.map((user) => user.settle(url)))
      const midPrice = await middlePrice(url)
      const answers = () => users.reduce((sum, user) => sum + user.answers, 0)
      const enough = [more('answers', answers, USERS * (ANSWERS_MIN + random() * (ANSWERS_MAX - ANSWERS_MIN)))]
      const goOn = pace(enough, course)
      return { working: Promise.all(users.map((user) => user.watch(url, midPrice, goOn))), enough }
    },
    check: async ({ url }) => {
      await Promise.all(users.map((user) => user.settle(url)))
      const tallies = await Promise.all(users.map((user) => expectOnce(url, user)))
      const told = tallies.reduce((sum, each) => sum + each, 0)
      return { told, lost: users.reduce((sum, user) => sum + user.lost, 0) }
    },
  }
}

/** Returns the number of told alerts; waits until there is one. */
async function expectOnce(url: string, user: Watcher): Promise<number> {
  expect(user.complaints).toEqual([])
  return waitFor(async () => {
    const rows = await user.listAlerts(url)
    const ids = rows.map(({ alert_id }) => alert_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining([...user.alerts.values()]))
    for (const id of user.removed)
      expect(rows.find(({ alert_id }) => alert_id === id)).toMatchObject({ state: 'removed' })
    const told = rows.filter(({ state }) => state === 'told').length
    expect(told).toBeGreaterThan(0)
    // Read before the messages: a price may reach another alert meanwhile.
    expect(await user.countMessages(url)).toBe(told)
    return told
  }, PATIENCE)
}
