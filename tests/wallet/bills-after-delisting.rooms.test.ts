// After a delisting, owners can still read and export their bills of the asset.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { listBills } from '#services/bills'
import { signSession } from '#session/session'
import { loader as exportBills } from '../../app/routes/assets.export'
import { loader as billsPage } from '../../app/routes/assets.bills/data.server'
import { ORIGIN, seed } from '../api/client'
import { USDT, enter, value } from '../funds/customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

type Args = Parameters<typeof exportBills>[0]

test('Wanda’s bills in USDT show and export to the last unit after USDT was delisted', async () => {
  const wanda = await enter('Wanda')
  const cookie = `cm_session=${await signSession(env, { ...wanda, issuedAt: Date.now() })}; cm_language=en`
  const ask = (path: string) => {
    const request = new Request(`${ORIGIN}${path}`, { headers: { Cookie: cookie, Accept: 'text/html' } })
    return { request, params: {}, context: { env } } as unknown as Args
  }
  const filter = { assetId: USDT, page: 1, limit: 50 }
  const before = value(await listBills(env, wanda, filter))
  expect(before.total).toBeGreaterThan(0)

  await env.DB.prepare('update asset set is_listed = 0 where id = ?').bind(USDT).run()
  // Half a minute later this isolate's cached catalogue has expired.
  vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
  try {
    const after = value(await listBills(env, wanda, filter))
    expect(after).toEqual(before)
    const page = await billsPage(ask(`/assets/bills?asset=${USDT}`))
    expect(JSON.stringify(page)).toContain(before.rows[0]?.value ?? 'no bill')
    const file = await (await exportBills(ask('/assets/export'))).text()
    const lines = file.trimEnd().split(/\r?\n/)
    for (const bill of before.rows)
      expect(
        lines.some((line) => line.includes(',USDT,') && line.includes(bill.value) && line.includes(bill.after)),
      ).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
