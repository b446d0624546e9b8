// An upgrade and the way back, rehearsed: a release with further migrations finds every row, the release before it runs on the migrated directory
// until it is replaced, refuses rooms that the newer one has opened, and restores the backup that was made before.

import { applyD1Migrations, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { migrate } from '#party/lib/migrations'
import { openStore } from '#party/lib/store'
import accountMigrations from '../../db/account/migrations/migrations'
import { PASSWORD, type Person, join, ok, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { ask, backUp, deleteEverything, restore, send, stateOf } from './operators'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What the next release adds to the directory and to the store of accounts. */
const DIRECTORY = [
  'ALTER TABLE user ADD COLUMN next_release TEXT',
  'CREATE TABLE next_table (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL)',
]
const ACCOUNT = `CREATE TABLE next_table (id INTEGER PRIMARY KEY, text TEXT NOT NULL);--> statement-breakpoint
ALTER TABLE session ADD COLUMN next_release TEXT;`
const next = {
  journal: { entries: [...accountMigrations.journal.entries, { idx: 1, tag: '0001_next' }] },
  migrations: { ...accountMigrations.migrations, m0001: ACCOUNT },
}

let alice: Person
let bob: Person
const people = () => [alice, bob]
const roomOf = ({ userId }: Person) => env.Account.get(env.Account.idFromName(String(userId)))

async function priceBelow(): Promise<string> {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return String(Math.floor(0.98 * Number(quote?.price)))
}
const order = async (token: string) => {
  const form = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price: await priceBelow(), quantity: '0.01' }
  await ok('POST', '/v1/order', { form, token })
}

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
  for (const { token } of people()) await order(token)
})

it('keeps every row, and goes back by the backup that was made before', async () => {
  const before = await Promise.all(people().map(stateOf))
  const entries = await backUp()

  // The directory is migrated first: until the new Worker is there, the old one runs on it.
  await applyD1Migrations(env.DB, [...(env.TEST_MIGRATIONS ?? []), { name: '0001_next.sql', queries: DIRECTORY }])
  const token = await ok<string>('POST', '/user/login', { form: { user_string: alice.email, password: PASSWORD } })
  await order(token)
  await join('Carol')
  const changed = await Promise.all(people().map(stateOf))
  expect(changed[1]).toEqual(before[1])

  // The newer release opens a room: its rows are those of before, and the old release does not open it again.
  const counts = (room: ReturnType<typeof roomOf>) =>
    runInDurableObject(room, (_, { storage }) =>
      ['entry', 'bill', 'spot_order', 'balance'].map((table) => [...storage.sql.exec(`SELECT * FROM ${table}`)]),
    )
  for (const who of people()) {
    const rows = await counts(roomOf(who))
    await runInDurableObject(roomOf(who), (_, { storage }) => {
      expect(migrate(openStore(storage), next)).toBe(1)
      expect(migrate(openStore(storage), next)).toBe(0)
    })
    expect(await counts(roomOf(who))).toEqual(rows)
    await runInDurableObject(roomOf(who), (_, state) => state.abort('the release is taken back')).catch(() => undefined)
    await expect(callAccountAsSystem(env, who.userId, { type: 'verify' })).rejects.toThrow('never older code')
  }

  // A backup of the newer release is not for the older one; the older one's own is.
  const newer = (await ask('/start', {})) as { tables: string; secret: string; until: number }
  await ask('/end', { until: newer.until })
  await deleteEverything()
  const refused = await send('/restore/start', {
    method: 'POST',
    body: JSON.stringify({ tables: newer.tables, secret: newer.secret }),
  })
  expect([refused.status, await refused.text()]).toEqual([409, 'another release made this backup'])
  await restore(entries)
  expect(await Promise.all(people().map(stateOf))).toEqual(before)
  const { rows, problems } = await conservation(
    env,
    people().map(({ userId }) => userId),
  )
  expect(problems).toEqual([])
  expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])
})
