// Once per run of the browser tests, and of the page tests: the built app on a free port with fresh data. Tests read its address with `inject('appUrl')`.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DeskTokens, openDeskSessions } from './desk-sessions'
import { BANK } from '../../scripts/lib/bank.mjs'
import { inviteFirstAdmins } from '../../scripts/lib/first-admins.mjs'
import { servePeople } from './people'
import { type StartedApp, startApp } from './miniflare'

declare module 'vitest' {
  interface ProvidedContext {
    appUrl: string
    /** Where a test asks for people who are logged in (tests/kit/visitor.ts). */
    peopleUrl: string
    /** Where the desk's first two admins enrol; each is good once. */
    deskLinks: string[]
    /** Cookies of desk members, for decisions during a customer's story. */
    deskTokens: DeskTokens
  }
}

export default async function serveForBrowser(project: TestProject): Promise<() => Promise<void>> {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-e2e-'))
  const app = await startApp({ persistDir })
  await setBank(app)
  await setTightTier(app)
  await setShortOption(app)
  project.provide('appUrl', app.url)
  project.provide('deskLinks', await inviteFirstAdmins(app))
  project.provide('deskTokens', await openDeskSessions(app))
  const people = await servePeople(app)
  project.provide('peopleUrl', people.url)
  return async () => {
    people.close()
    await app.stop()
    await rm(persistDir, { recursive: true, force: true })
  }
}

/** One pair requires almost 100 % margin, so that a contract is liquidated within seconds: tests can't move prices. */
async function setTightTier({ miniflare }: Pick<StartedApp, 'miniflare'>): Promise<void> {
  const database = await miniflare.getD1Database('DB')
  await database
    .prepare("UPDATE futures_tier SET maintenance = '4950000' WHERE symbol = 'AVAX-USDT' AND tier = 1")
    .run()
}

/** The shortest option of one pair ends within seconds. */
async function setShortOption({ miniflare }: Pick<StartedApp, 'miniflare'>): Promise<void> {
  const database = await miniflare.getD1Database('DB')
  await database.prepare("UPDATE option_duration SET seconds = 6 WHERE symbol = 'BTC-USDT' AND seconds = 30").run()
}

/** How two people of the desk set it is the desk's own story. */
async function setBank({ miniflare }: Pick<StartedApp, 'miniflare'>): Promise<void> {
  const database = await miniflare.getD1Database('DB')
  const update = database.prepare('update setting set value = ? where key = ?')
  await database.batch(Object.entries(BANK).map(([key, value]) => update.bind(value, key)))
}
