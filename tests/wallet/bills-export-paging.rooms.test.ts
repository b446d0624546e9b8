// An export longer than one page contains each bill once, even with new bills during the export.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { callAccount } from '#services/account-room'
import { eachBillPage, listBills } from '#services/bills'
import { seed } from '../api/client'
import { USDT, type User, enter, kill, value } from '../funds/customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const BILLS = 1_200

async function giveHistory(user: User): Promise<void> {
  await runInDurableObject(env.Account.get(env.Account.idFromName(String(user.userId))), (_room, { storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ?)
       INSERT INTO bill (id, entry_id, at, wallet, asset_id, reason, ref, value, before, after)
       SELECT last + i, 1000000 + i, last + i, 'change', ?, 'correction', 'of long ago', '0', '0', '0'
       FROM number, (SELECT max(id) AS last FROM bill)`,
      BILLS,
      USDT,
    )
  })
  // A room that is awake counts its bills by itself.
  await kill(user)
}

const move = (user: User, commandId: string) =>
  callAccount(env, user, { type: 'transfer', commandId, assetId: USDT, amount: '1', from: 'change', to: 'legal' })

test('Xenia’s file has each of more than 1,200 bills once, newest first, though she moves money while it is read', async () => {
  const xenia = await enter('Xenia')
  await giveHistory(xenia)
  const { total } = value(await listBills(env, xenia, { page: 1, limit: 1 }))
  expect(total).toBeGreaterThan(BILLS)
  const ids: number[] = []
  for await (const page of eachBillPage(env, xenia, {})) {
    ids.push(...value(page).map(({ id }) => id))
    value(await move(xenia, `move-${ids.length}`))
  }
  expect(ids).toEqual([...new Set(ids)].sort((left, right) => right - left))
  expect(ids.length).toBe(total)
})
