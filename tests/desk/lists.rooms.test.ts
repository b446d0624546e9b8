// The lists that the desk keeps itself: coupons, staff and sheets, narrowed, turned page by page, and taken away as files.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createCoupon } from '#services/promotion/coupon-desk'
import { loader as couponsPage } from '../../app/routes/admin.coupons/data.server'
import { loader as staffPage } from '../../app/routes/admin.staff/data.server'
import { loader as exportFile } from '../../app/routes/admin_.export.$what/data.server'
import { type Hired, firstAdmin, giftForm, hire, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DAY_MS = 86_400_000
let ada: Hired

function ask(path: string, what = ''): Parameters<typeof exportFile>[0] {
  const request = new Request(`http://cm.test${path}`, { headers: { Cookie: `cm_staff=${ada.token}` } })
  return { request, params: { what }, context: { env } } as unknown as Parameters<typeof exportFile>[0]
}

/** Lines of a file, its heads first, without the mark of its beginning. */
async function linesOf(what: string, search = ''): Promise<string[]> {
  const answer = await exportFile(ask(`/admin/export/${what}${search}`, what))
  return (await answer.text()).replace('\ufeff', '').trimEnd().split(/\r?\n/)
}

beforeAll(async () => {
  await seed()
  const now = Date.now() - 60_000
  ada = await firstAdmin('ada@cm.example', now)
  await hire(ada.member, 'Rita', 'reviewer', now)
  await hire(ada.member, 'Sam', 'support', now)
  const form = giftForm({ claimFrom: now, claimUntil: now + DAY_MS })
  valueOf(await createCoupon(env, form, now))
  valueOf(await createCoupon(env, { ...form, code: 'HALF-PRICE', amount: '7' }, now))
})

describe('coupons', () => {
  const codes = async (search: string) =>
    (await couponsPage(ask(`/admin/coupons${search}`))).rows.map(({ code }) => code)

  it('are found by a part of the code, by kind, and by whether they are on', async () => {
    expect(await codes('')).toEqual(['HALF-PRICE', 'GIFT-100', null])
    expect(await codes('?text=gift')).toEqual(['GIFT-100'])
    // No sign stands for any other.
    expect(await codes('?text=%25')).toEqual([])
    expect(await codes('?kind=fee_discount')).toEqual([null])
    expect(await codes('?kind=trial_bonus&state=on')).toHaveLength(2)
    expect(await codes('?state=off')).toEqual([])
  })

  it('are a file, as narrowed as the page and with terms in smallest units', async () => {
    const lines = await linesOf('coupons', '?text=GIFT')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^id,terms,code,stock,claimed,/)
    expect(lines[1]).toContain('100000000')
    expect(lines[1]).toContain(',GIFT-100,50,0,7,')
    expect(await linesOf('coupons')).toHaveLength(4)
  })
})

describe('staff', () => {
  const page = (search: string) => staffPage(ask(`/admin/staff${search}`))
  const names = async (search: string) => (await page(search)).rows.map(({ name }) => name)

  it('are found by name or address, by role, and by whether they are at work', async () => {
    expect(await names('?role=reviewer')).toEqual(['Rita'])
    expect(await names('?text=sam')).toEqual(['Sam'])
    expect(await names('?role=admin&state=active')).toHaveLength(2)
    expect(await names('?state=disabled')).toEqual([])
  })

  it('are turned page by page, and all of them are in the file', async () => {
    for (let number = 1; number <= 30; number += 1)
      await env.DB.prepare(
        "insert into staff (email, name, role, state, created_at) values (?, ?, 'auditor', 'invited', ?)",
      )
        .bind(`guest${number}@cm.example`, `Guest ${number}`, Date.now())
        .run()
    const [first, second] = [await page('?role=auditor'), await page('?role=auditor&page=2')]
    expect(first.total).toBe(30)
    expect(first.rows.length).toBeLessThan(30)
    expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, index) => `Guest ${index + 1}`).slice(0, first.rows.length + second.rows.length),
    )
    const lines = await linesOf('staff', '?role=auditor')
    expect(lines).toHaveLength(31)
    expect(lines[0]).toBe('id,email,name,role,state,since')
    expect(lines.join()).not.toMatch(/password|secret|hash/)
  })
})

describe('a sheet', () => {
  it('is a file with every cell, narrowed as the page is', async () => {
    const lines = await linesOf('sheet-pairs', '?text=BTC-USDT')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('maker_fee')
    expect(lines[1]).toContain('BTC-USDT')
    expect((await linesOf('sheet-fiats')).length).toBeGreaterThan(10)
  })

  it('that is none has no file', async () => {
    await expect(linesOf('sheet-orders')).rejects.toMatchObject({ status: 404 })
  })
})
