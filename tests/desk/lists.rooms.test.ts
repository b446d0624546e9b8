// The lists that the desk keeps itself: coupons, staff and sheets, narrowed, turned page by page, and taken away as files.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readAudit, verifyAudit } from '#services/desk/audit'
import { proposeCorrection } from '#services/desk/correction'
import { SHEETS } from '#domain/desk/sheet'
import { LANGUAGES } from '#domain/language'
import { readSheet } from '#services/desk/sheets'
import { openUserFile } from '#services/desk/users'
import { callAccount } from '#services/account-room'
import { referencePrice } from '#services/market'
import { readTexts } from '../../app/admin/sheet-form.server'
import { cellNames, loadKnown, rowTitle } from '../../app/admin/sheet-names.server'
import { loader as couponsPage } from '../../app/routes/admin.coupons/data.server'
import { loader as staffPage } from '../../app/routes/admin.staff/data.server'
import { loader as userPage } from '../../app/routes/admin.users_.$id/data.server'
import { loader as exportFile } from '../../app/routes/admin_.export.$what/route'
import { loader as exportOrders } from '../../app/routes/orders_.export'
import { signSession } from '#session/session'
import { couponAdmins, makeCoupon } from './coupon-makers'
import { type Hired, commandId, customer, giftForm, hire, seed, valueOf } from './office'

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
  ;[ada] = await couponAdmins()
  await hire(ada.member, 'Rita', 'reviewer', now)
  await hire(ada.member, 'Sam', 'support', now)
  const form = giftForm({ claimFrom: now, claimUntil: now + DAY_MS })
  valueOf(await makeCoupon(form))
  valueOf(await makeCoupon({ ...form, code: 'HALF-PRICE', amount: '7' }))
})

describe('coupons', () => {
  const codes = async (search: string) =>
    (await couponsPage(ask(`/admin/coupons${search}`))).rows.map(({ code }) => code)

  it('are found by a part of the code, by kind, and by whether they are on', async () => {
    expect(await codes('')).toEqual(['HALF-PRICE', 'GIFT-100', null])
    expect(await codes('?text=gift')).toEqual(['GIFT-100'])
    // No wildcard characters.
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

describe('a file', () => {
  /** Reads the first part, does something to the list, and reads the rest. */
  async function linesAround(what: string, meanwhile: () => Promise<unknown>): Promise<string[]> {
    const answer = await exportFile(ask(`/admin/export/${what}`, what))
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const [decoder, texts] = [new TextDecoder(), [] as string[]]
    for (let part = 0; ; part += 1) {
      const { done, value } = await reader.read()
      if (done) return texts.join('').trimEnd().split(/\r?\n/).slice(1) // prettier-ignore
      texts.push(decoder.decode(value, { stream: true }))
      // The header row is a part of its own.
      if (part === 1) await meanwhile()
    }
  }
  const addUsers = (first: number, last: number) =>
    env.DB.batch(
      Array.from({ length: last - first + 1 }, (_, index) =>
        env.DB.prepare(
          `insert into user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at) values (?, ?, 'none', 'Bea', 'en', ?, 1, 1)`,
        ).bind(first + index, `bea${first + index}@example.com`, `B${first + index}`),
      ),
    )

  it('has every row once, though some come and go while it is read', async () => {
    await addUsers(20_001, 21_200)
    const lines = await linesAround('users', async () => {
      await addUsers(21_201, 21_250)
      await env.DB.prepare('delete from user where id between 21000 and 21100').run()
    })
    const ids = lines.map((line) => Number(line.split(',')[0])).filter((id) => id > 20_000)
    expect(new Set(ids).size).toBe(ids.length)
    // Every row that existed throughout is included.
    const stayed = Array.from({ length: 999 }, (_, index) => 20_001 + index)
    expect(stayed.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('of a queue holds what the page shows, and all of it when that is asked for', async () => {
    const idsOf = async (search: string) => (await linesOf('queue-staff', search)).length - 1
    // Rita and Sam were approved: no proposal waits.
    expect([await idsOf(''), await idsOf('?view=approved'), await idsOf('?view=all')]).toEqual([0, 2, 2])
  })

  it('of a queue has the newest first where it has decided ones', async () => {
    const ids = (await linesOf('queue-staff', '?view=all')).slice(1).map((line) => Number(line.split(',')[0]))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it('of corrections says how much of what is put right, and in which wallet', async () => {
    const { userId } = await customer('Cora')
    const [amount, at] = ['12.5', Date.now()]
    const asked = { userId, assetId: 3, wallet: 'change', amount, direction: 'add', reason: 'A fee.' } as const
    valueOf(await proposeCorrection(env, ada.member, { ...asked, commandId: commandId(), at }))
    const [heads, line] = await linesOf('queue-correction')
    expect(heads).toMatch(/,reason,asset,amount,network,wallet$/)
    expect(line).toMatch(/,3,12500000,,change$/)
  })

  it('has the orders of an account', async () => {
    const { userId } = await customer('Alice')
    expect(await linesOf(`orders-${userId}`)).toEqual([expect.stringMatching(/^order,opened,.*,state,close_reason$/)])
    await expect(linesOf('orders-999999')).rejects.toMatchObject({ status: 404 })
  })

  it('has what an account holds, and what is held of it', async () => {
    const { userId } = await customer('Alba')
    expect(await linesOf(`balances-${userId}`)).toEqual(['wallet,asset,available,held', 'change,3,1000000000,0'])
    expect(await linesOf(`holds-${userId}`)).toEqual(['reference,wallet,asset,amount'])
    await expect(linesOf('balances-999999')).rejects.toMatchObject({ status: 404 })
  })

  it('has every hold of somebody with many orders, of whom the page shows some, the newest first', async () => {
    const mona = await customer('Mona')
    // Well below the market of the moment: a bid that is met holds nothing.
    const ticks = Math.floor(((await referencePrice(env, 'BTC-USDT'))?.indexTicks ?? 0) * 0.95)
    const terms = { symbol: 'BTC-USDT', clientOrderId: null, side: 'buy', kind: 'limit', ticks } as const
    const more = { budget: null, timeInForce: 'gtc', isPostOnly: false, selfTrade: 'cancel_newest' } as const
    const order = { ...terms, ...more, lots: 10 }
    const refs: string[] = []
    for (let number = 0; number < 5; number += 1) {
      const placing = { type: 'place_spot_orders', commandId: crypto.randomUUID(), orders: [order] } as const
      const [placed] = valueOf(await callAccount(env, mona, placing))
      if (!placed?.ok) throw new Error('the order was refused')
      refs.unshift(`spot:${placed.value.orderNo}`)
    }
    const shown = async (holdsPage: number) => {
      const pages = { holdsPage, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 2 }
      const holds = (await openUserFile(env, mona.userId, pages))?.account.holds
      return [holds?.total, holds?.rows.map(({ ref }) => ref)]
    }
    expect(await shown(1)).toEqual([5, refs.slice(0, 2)])
    expect(await shown(3)).toEqual([5, refs.slice(4)])
    const lines = (await linesOf(`holds-${mona.userId}`)).slice(1)
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual([...refs].sort())
  })

  it('has orders that wait for a price, by how far they have come and by pair; and so has their owner those that ended', async () => {
    const petra = await customer('Petra')
    const terms = { side: 'buy', kind: 'stop', profitSteps: null, trailSteps: null, trailRate: null } as const
    const more = { limitTicks: null, legTicks: null, lots: 100, budget: null, entry: null, reference: 600_000 } as const
    const numbers: number[] = []
    for (const stopSteps of [610_000, 620_000]) {
      const placing = { type: 'place_conditional', commandId: crypto.randomUUID(), symbol: 'BTC-USDT' } as const
      const placed = valueOf(await callAccount(env, petra, { ...placing, ...terms, ...more, stopSteps }))
      numbers.push(placed.conditional.conditionalNo)
    }
    const [conditionalNo = 0, waits] = numbers
    valueOf(
      await callAccount(env, petra, { type: 'cancel_conditional', commandId: crypto.randomUUID(), conditionalNo }),
    )
    const told = async (search: string) =>
      (await linesOf(`conditionals-${petra.userId}`, search)).slice(1).map((line) => Number(line.split(',')[0]))
    expect(await told('')).toEqual([waits, conditionalNo])
    expect(await told('?stage=waiting&of_pair=BTC-USDT')).toEqual([waits])
    expect(await told('?stage=cancelled')).toEqual([conditionalNo])
    expect(await told('?stage=triggered')).toEqual([])
    expect(await told('?of_pair=ETH-USDT')).toEqual([])
    const path = `/admin/users/${petra.userId}?stage=waiting`
    const page = await userPage({ ...ask(path), params: { id: String(petra.userId) } })
    expect(page.conditionals).toMatchObject({
      total: 1,
      rows: [{ conditionalNo: waits, condition: '逆指値 62,000.0', size: '0.00100', stage: 'waiting' }],
    })
    const cookie = await signSession(env, { ...petra, issuedAt: Date.now() })
    const headers = { Cookie: `cm_session=${cookie}; cm_language=en; cm_offset=0`, Accept: 'text/html' }
    const request = new Request('http://cm.test/orders/export?list=conditionals', { headers })
    const own = await exportOrders({ ...ask('/'), request })
    const [heads, line, ...others] = (await own.text()).replace('\ufeff', '').trim().split('\r\n')
    expect(heads).toBe(
      'Order number,Placed at,Pair,Side,Type,Stop price,Take profit,Trailing distance,Price,Quantity,Total,Price reached,Status,Receipt',
    )
    expect(line).toMatch(new RegExp(`^${conditionalNo},.*,BTC-USDT,Buy,Stop,61000.0,,,,0.00100,,,Cancelled,$`))
    expect(others).toEqual([])
  })

  it('has the entries of an account: all of them, those of a reason, with a line in an asset, of some days', async () => {
    const nora = await customer('Nora')
    const path = `/admin/users/${nora.userId}`
    const reasons = async (search: string) => {
      const lines = (await linesOf(`entries-${nora.userId}`, search)).slice(1)
      const shown = await userPage({ ...ask(`${path}${search}`), params: { id: String(nora.userId) } })
      const told = new Map(lines.map((line) => line.split(',')).map(([id, , reason]) => [Number(id), reason]))
      expect(shown.entries.rows.map(({ id, reason }) => [id, reason])).toEqual([...told])
      expect(shown.entries.total).toBe(told.size)
      return [...told.values()]
    }
    const transfer = { type: 'transfer', from: 'change', to: 'legal', assetId: 3, amount: '5000000' } as const
    valueOf(await callAccount(env, nora, { ...transfer, commandId: crypto.randomUUID() }))
    const all = ['transfer', 'demo_grant']
    expect(await reasons('')).toEqual(all)
    expect(await reasons('?reason=demo_grant')).toEqual(['demo_grant'])
    expect(await reasons('?reason=spot_fill')).toEqual([])
    expect(await reasons('?asset=3')).toEqual(all)
    // Neither an amount with these digits nor a part of a number matches.
    expect(await reasons('?asset=5000000')).toEqual([])
    expect(await reasons('?asset=1')).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await reasons(`?from=${today}`)).toHaveLength(all.length)
    expect(await reasons('?until=2020-01-01')).toEqual([])
    // Invalid filters are ignored.
    expect(await reasons('?reason=moon&asset=x&from=yesterday')).toEqual(all)
  })

  it('has the price feeds', async () => {
    expect((await linesOf('feeds'))[0]).toBe('source,symbol,connected,stale,outlier,held,price,time,reconnects,error')
  })

  it('of a sheet with two keys goes on after both', async () => {
    const place = (await readSheet(env, 'news-texts', { text: '', after: null, limit: 3 })).rows.at(-1)?.place ?? []
    const all = (await readSheet(env, 'news-texts', { text: '', after: null, limit: 500 })).rows.map(({ key }) => key)
    const rest = (await readSheet(env, 'news-texts', { text: '', after: place, limit: 500 })).rows.map(({ key }) => key)
    expect(all.length).toBeGreaterThan(8)
    expect(rest).toEqual(all.slice(3))
  })
})

describe('the log', () => {
  const lines = () => readAudit(env, { action: 'list_exported' }, { page: 1, limit: 500 })

  it('says who took which list away, how it was narrowed, and whose it was', async () => {
    const { userId } = await customer('Bea')
    const before = (await lines()).total
    await linesOf('users', '?text=Bea&only=')
    await linesOf('users', '?text=Bea&only=')
    await linesOf(`balances-${userId}`)
    const { rows, total } = await lines()
    expect(total).toBe(before + 3)
    const told = rows.map(({ staffId, target, facts }) => [staffId, target, JSON.parse(facts) as unknown])
    const narrowed = [ada.member.id, 'list:users', { list: 'users', filter: 'text=Bea' }]
    expect(told.slice(0, 3)).toEqual([
      [ada.member.id, `user:${userId}`, { list: 'balances', filter: '' }],
      narrowed,
      narrowed,
    ])
  })

  it('tells how a file was narrowed, not what its address said', async () => {
    const nina = await customer('Nina')
    const told = async (what: string, search: string) => {
      await linesOf(what, search)
      const { target, facts } = (await lines()).rows[0] ?? { target: '', facts: '{}' }
      return [target, (JSON.parse(facts) as { filter: string }).filter]
    }
    // Of two values the first counts; unknown choices are ignored.
    expect(await told('users', '?text=&text=nobody')).toEqual(['list:users', ''])
    expect(await told('users', '?only=frozen%20&page=3')).toEqual(['list:users', ''])
    expect(await told('users', '?only=frozen&text=%20Bea%20')).toEqual(['list:users', 'text=Bea, only=frozen'])
    const long = `${'x'.repeat(90)}, only=frozen`
    expect(await told('users', `?text=${encodeURIComponent(long)}`)).toEqual(['list:users', `text=${'x'.repeat(80)}`])
    expect(await told('users', '?text=a%2C%20only%3D%22frozen%22')).toEqual([
      'list:users',
      'text="a, only=\\"frozen\\""',
    ])
    expect(await told('users', '?text=no%E2%80%8B%00body%E2%80%AE')).toEqual([
      'list:users',
      'text=no\\u{200b}\\u{0}body\\u{202e}',
    ])
    expect(await told(`entries-${nina.userId}`, '?reason=transfer&asset=3&until=2026-11-02')).toEqual([
      `user:${nina.userId}`,
      'reason=transfer, asset=3, until=2026-11-02',
    ])
    expect(await told('coupons', '?state=off&kind=moon')).toEqual(['list:coupons', 'state=off'])
    expect(await told('staff', '?role=auditor&state=x')).toEqual(['list:staff', 'role=auditor'])
    expect(await told('sheet-fiats', '?text=EUR&rate=1')).toEqual(['list:sheet-fiats', 'text=EUR'])
    expect(await told('audit', '?from=2026-11-01&until=2026-11-02&staff=x&action=login')).toEqual([
      'list:audit',
      'action=login, from=2026-11-01, until=2026-11-02',
    ])
  })

  it('of a file of one user stands with that user', async () => {
    await linesOf('queue-deposit', '?user=10001&view=all')
    await linesOf('audit', '?target=user:10001')
    await linesOf('queue-deposit', '?user=10001x')
    const told = (await lines()).rows.slice(0, 3).map(({ target, facts }) => [target, JSON.parse(facts) as unknown])
    expect(told).toEqual([
      ['list:queue-deposit', { list: 'queue-deposit', filter: 'view=waiting' }],
      ['user:10001', { list: 'audit', filter: 'target=user:10001' }],
      ['user:10001', { list: 'queue-deposit', filter: 'view=all, user=10001' }],
    ])
  })

  it('has no line of a list that there is not, or that was not given', async () => {
    const before = (await lines()).total
    await expect(linesOf('entries-999999')).rejects.toMatchObject({ status: 404 })
    await expect(linesOf('queue-nope')).rejects.toMatchObject({ status: 404 })
    const guest = { ...ask('/admin/export/users', 'users'), request: new Request('http://cm.test/admin/export/users') }
    await expect(exportFile(guest)).rejects.toMatchObject({ status: 302 })
    expect((await lines()).total).toBe(before)
    expect(await verifyAudit(env)).toMatchObject({ broken: null })
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

  it.each(['menu', 'settings', 'texts'] as const)(
    'of %s is read in words: every code has one in every language',
    async (name) => {
      const { rows } = await readSheet(env, name, { text: '', after: null, limit: 500 })
      expect(rows.length).toBeGreaterThan(3)
      const code = { menu: 'title', settings: 'key', texts: 'kind' }[name]
      for (const language of LANGUAGES)
        for (const { cells } of rows) {
          const words = cellNames(language, name, cells)[code]
          expect(words, `${language} ${cells[code]}`).toMatch(/./)
          // Ids of the old wire mean nothing to readers.
          expect(words, `${language} ${cells[code]}`).not.toMatch(/_/)
        }
    },
  )

  it.each([
    ['assets', 'en', 'BTC'],
    ['networks', 'en', 'BTC'],
    ['news', 'jp', null],
  ] as const)('of %s is headed by codes and titles, not by numbers', async (name, language, first) => {
    const { rows } = await readSheet(env, name, { text: '', after: null, limit: 50 })
    const known = await loadKnown(env, language, { sheet: name, rows })
    const titles = rows.map(({ cells }) => rowTitle(name, cells, cellNames(language, name, cells, known)))
    if (first) expect(titles[0]).toBe(first)
    for (const title of titles) expect(title).not.toMatch(/^\d+$/)
  })

  it('reads decimals as the language of its page writes them, and wallets from their boxes', () => {
    const form = new FormData()
    for (const [name, value] of [
      ['language', 'fra'],
      ['cell.maker_fee', '0,0007'],
      ['cell.taker_fee', '0.001'],
    ] as const)
      form.set(name, value)
    for (const wallet of ['change', 'earn']) form.append('cell.wallets', wallet)
    const request = new Request('http://cm.test/admin')
    expect(readTexts(request, SHEETS.pairs, form)).toMatchObject({ maker_fee: '0.0007', taker_fee: '0.001' })
    expect(readTexts(request, SHEETS.assets, form)).toMatchObject({ wallets: 'change,earn' })
  })

  it('that is none has no file', async () => {
    await expect(linesOf('sheet-orders')).rejects.toMatchObject({ status: 404 })
  })
})
