// Sales through services and API, with real rooms and a real directory: many bidders at once, purchases, royalties, boxes, take-downs.

import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { callAccountAsSystem } from '#services/account-room'
import { sweepSeries } from '#services/nft/boxes'
import { sweepLots } from '#services/nft/lots'
import { browseWorks, listActivity } from '#services/nft/works'
import { bidOnWork, listStakes, payOrder, resellWork } from '#services/nft/trading'
import { type Person, join, ok, refused, seed } from '../api/client'
import { HASHING } from '../kit/hashing'
import { LONG } from '../kit/long'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const HOUR = 3_600_000
const USDT = 3
/** All bid once, at the same time. */
const USERS = LONG ? 200 : 50
/** A start price high enough that all bids together stay below twice the price, so the deposit doesn't change. */
const FIRST = 1_001
const HIGHEST = BigInt(FIRST) * 1_000_000n + 5_000_000n * BigInt(USERS)
let alice: Person
let bob: Person
let carol: Person
let artistId = 0

beforeAll(async () => {
  await seed()
  ;[alice, bob, carol] = (await Promise.all(['Alice', 'Bob', 'Carol'].map((name) => join(name)))) as [
    Person,
    Person,
    Person,
  ]
  const row = await env.DB.prepare(
    "INSERT INTO nft_artist (user_id, nickname, state, created_at) VALUES (?, 'Alice Aoki', 'listed', 1) RETURNING id",
  )
    .bind(alice.userId)
    .first<{ id: number }>()
  artistId = row?.id ?? 0
})

/** The room's alarm notifies sellers, artists and bidders. */
const soon = <Value>(look: () => Promise<Value>): Promise<Value> => waitFor(look, { timeout: 30_000, interval: 50 })

/** Its end, or its time to pay, has come; the room is woken anew. */
async function pass(workId: number): Promise<void> {
  const lot = await stateOf(workId)
  const past = Date.now() - 1
  await env.DB.prepare('UPDATE nft_lot SET sale_from = 0, sale_to = ?, pay_by = ? WHERE id = ?')
    .bind(past, past, lot?.id ?? 0)
    .run()
  await wake(lot?.id ?? 0, { ends_at: past, pay_by: past })
}

/** Cold start of the sale's room, with these timers in its storage. */
async function wake(lotId: number, times: Readonly<Record<string, number>> = {}): Promise<void> {
  const room = env.Lot.get(env.Lot.idFromName(String(lotId)))
  await runInDurableObject(room, async (_room, state) => {
    for (const [name, at] of Object.entries(times)) state.storage.sql.exec(`UPDATE lot_standing SET ${name} = ?`, at)
    await state.storage.sync()
    state.abort('the test')
  }).catch(() => null)
}

let works = 0
async function addWork(owner: Person | null): Promise<{ id: number; code: string }> {
  works += 1
  const code = works.toString(16).padStart(64, 'a')
  const row = await env.DB.prepare(
    `INSERT INTO nft_work (code, artist_id, kind, media, name, rarity, chain, owner_id, royalty, state, created_at)
     VALUES (?, ?, 'image', '/media/x.webp', ?, 'R', 'CM', ?, '5000000', 'listed', 1) RETURNING id`,
  )
    .bind(code, artistId, `Work ${works}`, owner?.userId ?? null)
    .first<{ id: number }>()
  return { id: row?.id ?? 0, code }
}

const date = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const sell = (
  person: Person,
  code: string,
  { price = '100', step = '', from = Date.now(), to = Date.now() + HOUR } = {},
) => ({
  form: { code, price, per_increase: step, start_time: date(from), end_time: date(to) },
  token: person.token,
})
const balance = async (userId: number) => {
  const { accounts, problems } = await callAccountAsSystem(env, userId, { type: 'verify' })
  expect(problems).toEqual([])
  const of = (name: string) =>
    BigInt(accounts.find((each) => each.account === name && each.assetId === USDT)?.amount ?? 0)
  return {
    available: of('change:available'),
    held: of('change:held'),
    nft: of('@nft'),
    margins: of('@nft_margin'),
    fees: of('@fees'),
  }
}
const stateOf = (workId: number) =>
  env.DB.prepare('SELECT id, state, highest, bid_count FROM nft_lot WHERE work_id = ? ORDER BY id DESC')
    .bind(workId)
    .first<{ id: number; state: string; highest: string; bid_count: number }>()
const ownerOf = async (id: number) =>
  (await env.DB.prepare('SELECT owner_id FROM nft_work WHERE id = ?').bind(id).first<{ owner_id: number }>())?.owner_id

it('takes the bids of a crowd in one order, and one of them wins, pays and owns it', async () => {
  const { id, code } = await addWork(alice)
  const now = Date.now()
  await ok('POST', '/bind_box/resellNFT', sell(alice, code, { price: String(FIRST), step: '5' }))
  const sessions = await Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const session = { userId: 20_001 + index, sessionId: `session-${index}` }
      const expiresAt = now + 100 * HOUR
      await callAccountAsSystem(env, session.userId, {
        type: 'open_session',
        sessionId: session.sessionId,
        expiresAt,
        device: 'x',
      })
      const grants = [{ assetId: USDT, amount: '3000000000', wallet: 'change' as const }]
      await callAccountAsSystem(env, session.userId, { type: 'grant_demo', ref: 'test', grants })
      return session
    }),
  )
  const bid = (session: (typeof sessions)[number]) =>
    bidOnWork(env, session, { commandId: 'the-one-bid', key: code, country: '', form: { over: '5' } })
  // When the sale answers late, the caller hears after eight seconds that the bid is pending; a retry finds the same bid.
  const bids = await Promise.all(
    sessions.map(async (session) => {
      for (let tries = 0; tries < 4; tries += 1) {
        const answer = await bid(session)
        const isUnderWay = answer.ok ? answer.value.state === 'sent' : answer.refusal.code === 'nft_waiting'
        if (!isUnderWay) return answer
      }
      return bid(session)
    }),
  )
  expect([...new Set(bids.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code])))]).toEqual([])
  // The history has them among what happened, the newest first.
  const activity = await listActivity(env, id)
  expect(activity.filter(({ kind }) => kind === 'bid').length).toBeGreaterThan(20)
  const prices = bids.map((bid) => (bid.ok ? BigInt(bid.value.price ?? 0) : 0n))
  const sorted = [...prices].sort((left, right) => (left < right ? -1 : 1))
  expect(sorted).toEqual(
    Array.from({ length: USERS }, (_, index) => BigInt(FIRST + 5) * 1_000_000n + 5_000_000n * BigInt(index)),
  )
  // A repeated command is the same bid.
  const [first] = sessions
  if (!first) throw new Error('there are bidders')
  const again = await bid(first)
  expect(again).toEqual(bids[0])
  for (const { userId } of sessions.slice(0, 5))
    expect(await balance(userId)).toMatchObject({ margins: 100_100_000n, held: 0n })
  const log = await ok<{ price: string }[]>('POST', '/bind_box/getBindBoxQuotationLog', { form: { code } })
  expect(log.map(({ price }) => price)).toEqual(
    Array.from({ length: 10 }, (_, at) => `${FIRST + 5 * USERS - 5 * at}.00000000`),
  )

  await pass(id)
  await sweepLots(env, 40, Date.now())
  await sweepLots(env, 40, Date.now())
  await soon(async () =>
    expect(await stateOf(id)).toMatchObject({ state: 'won', highest: String(HIGHEST), bid_count: USERS }),
  )
  const won = sessions[prices.indexOf(HIGHEST)]
  const stakes = await Promise.all(sessions.map((session) => listStakes(env, session)))
  expect(stakes.filter((each) => each.ok && each.value.length > 0)).toHaveLength(1)
  for (const { userId } of sessions.slice(0, 5))
    expect((await balance(userId)).margins).toBe(userId === won?.userId ? 100_100_000n : 0n)
  if (!won) throw new Error('somebody won')
  const order = await env.DB.prepare('SELECT id FROM nft_order WHERE user_id = ?')
    .bind(won.userId)
    .first<{ id: number }>()
  expect(await payOrder(env, won, { commandId: 'the-payment', orderId: order?.id ?? 0 })).toMatchObject({ ok: true })
  expect(await ownerOf(id)).toBe(won.userId)
  const [winner, seller] = await soon(async () => {
    const both = await Promise.all([balance(won.userId), balance(alice.userId)])
    expect(both[0].nft + both[1].nft).toBe(0n)
    return both
  })
  expect(winner).toMatchObject({ available: 3_000_000_000n - HIGHEST, held: 0n, fees: (HIGHEST * 25n) / 1000n })
  // An artist's own first sale pays no royalty; a losing bidder can't resell the work.
  expect(seller.nft).toBe((HIGHEST * -975n) / 1000n)
  const form = { price: '1', step: '', startsAt: Date.now(), endsAt: Date.now() + HOUR }
  expect(await resellWork(env, first, { key: code, country: '', form, now: Date.now() })).toMatchObject(
    first === won ? { ok: true } : { refusal: { code: 'nft_not_owner' } },
  )
})

it('sells to the first of two, pays seller and artist, and a resale owes the royalty', async () => {
  const { id, code } = await addWork(alice)
  await ok('POST', '/bind_box/resellNFT', sell(alice, code))
  const [before, artist] = await Promise.all([balance(alice.userId), balance(bob.userId)])
  const answers = await Promise.all(
    [bob, carol].map((person) =>
      ok('POST', '/v1/nft/purchase', { form: { work_id: String(id) }, token: person.token }).then(
        () => 'bought',
        () => 'late',
      ),
    ),
  )
  expect([...answers].sort()).toEqual(['bought', 'late'])
  const [buyer, other] = answers[0] === 'bought' ? [bob, carol] : [carol, bob]
  expect(await ownerOf(id)).toBe(buyer.userId)
  const { lot } = { lot: await stateOf(id) }
  expect(lot?.state).toBe('sold')
  await sweepLots(env, 40, Date.now())
  await soon(async () => expect((await balance(alice.userId)).available - before.available).toBe(97_500_000n))
  expect(await ok<{ code: string }[]>('GET', '/bind_box/getMyNFTs', { token: buyer.token })).toMatchObject([{ code }])
  expect(artist.held).toBe(0n)

  const again = sell(buyer, code, { price: '200' })
  const onSale = await ok('POST', '/bind_box/resellNFT', again)
  // A retry after a lost answer gets the same answer.
  expect(await ok('POST', '/bind_box/resellNFT', again)).toBe(onSale)
  expect(await refused('POST', '/bind_box/resellNFT', sell(buyer, code))).toContain('on sale already')
  expect(await refused('POST', '/bind_box/buyNFT', { form: { code }, token: buyer.token })).toContain('sell yourself')
  const paid = await balance(alice.userId)
  // A buyer who saw the first sale's price isn't charged the second sale's price.
  const shown = { work_id: String(id), lot_id: String(lot?.id), lang: 'en' }
  expect(await refused('POST', '/v1/nft/purchase', { form: shown, token: other.token })).toContain('price has changed')
  await ok('POST', '/bind_box/buyNFT', { form: { code }, token: other.token })
  await soon(async () => expect((await balance(alice.userId)).available - paid.available).toBe(10_000_000n))
  const all = await Promise.all([alice, bob, carol].map(({ userId }) => balance(userId)))
  expect(await ownerOf(id)).toBe(other.userId)
  expect(all.every(({ held }) => held === 0n)).toBe(true)
})

it('refuses by name what cannot be sold, bid on or paid (nft_not_on_sale, nft_order_not_found)', async () => {
  const { id, code } = await addWork(alice)
  const by = (person: Person, form: Record<string, string>) => ({ form, token: person.token })
  expect(await refused('POST', '/bind_box/buyNFT', by(bob, { code }))).toContain('not on sale')
  expect(await refused('POST', '/bind_box/buyNFT', by(bob, { code: 'f'.repeat(64) }))).toContain('no such artwork')
  expect(await refused('POST', '/bind_box/resellNFT', sell(bob, code))).toContain('do not own')
  const now = Date.now()
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code, { to: now - HOUR }))).toContain(
    'end has to come',
  )
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code, { price: '0' }))).toContain('valid price')
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code, { step: '101' }))).toContain('step has to')
  await ok('POST', '/bind_box/resellNFT', sell(alice, code, { step: '5', from: now + HOUR, to: now + 2 * HOUR }))
  expect(await refused('POST', '/bind_box/auctionNFT', by(bob, { code, price: '5' }))).toContain('not started')
  expect(await refused('POST', '/bind_box/buyNFT', by(bob, { code }))).toContain('fixed price')
  expect(await ok('POST', '/bind_box/marginNFT', by(bob, { code }))).toContain('first bid')
  await env.DB.prepare('UPDATE nft_lot SET sale_from = 0 WHERE work_id = ?').bind(id).run()
  await wake((await stateOf(id))?.id ?? 0)
  expect(await refused('POST', '/bind_box/auctionNFT', by(bob, { code, price: '3' }))).toContain('105')
  expect(await refused('POST', '/bind_box/auctionNFT', by(bob, { code, price: '7' }))).toContain('steps of 5')
  expect(await refused('POST', '/bind_box/auctionNFT', by(bob, { code, price: '5005' }))).toContain('at most')
  expect(await refused('POST', '/v1/nft/bid', by(bob, { work_id: String(id), bid: '100' }))).toContain('or more')
  expect(await refused('POST', '/bind_box/auctionNFT', by(alice, { code, price: '5' }))).toContain('sell yourself')
  expect((await balance(bob.userId)).held).toBe(0n)
  await ok('POST', '/bind_box/auctionNFT', by(bob, { code, price: '5' }))
  const mine = await ok<{ code: number; data: { nft_name: string }[]; count: number }>(
    'POST',
    '/bind_box/getMyBindBoxQuotationLog',
    { token: bob.token },
  )
  expect(mine).toMatchObject({ code: 0, count: 1, data: [{ nft_name: 'Work 3', price: '105.00000000' }] })

  await pass(id)
  expect(await refused('POST', '/bind_box/auctionNFT', by(carol, { code, price: '5' }))).toContain('has ended')
  await sweepLots(env, 40, Date.now())
  const [order] = await ok<{ id: number; is_read: string; overtime: string }[]>(
    'POST',
    '/bind_box/getNeedPayNFTOrder',
    {
      token: bob.token,
    },
  )
  expect(order).toMatchObject({ is_read: '0', is_pay: '0', is_expired: '0', price: '105.00000000' })
  const of = { id: String(order?.id) }
  expect(await refused('POST', '/bind_box/payNFTOrder', by(carol, of))).toContain('no such order')
  expect(await refused('POST', '/bind_box/readNFTOrderMessage', by(carol, of))).toContain('no such order')
  await ok('POST', '/bind_box/readNFTOrderMessage', by(bob, of))

  await pass(id)
  const before = await balance(alice.userId)
  await soon(async () =>
    expect(await refused('POST', '/bind_box/payNFTOrder', by(bob, of))).toContain('time to pay is over'),
  )
  await sweepLots(env, 40, Date.now())
  expect(await stateOf(id)).toMatchObject({ state: 'forfeited' })
  await soon(async () => expect((await balance(bob.userId)).margins).toBe(0n))
  await soon(async () => expect((await balance(alice.userId)).available - before.available).toBe(10_000_000n))
  expect(await refused('POST', '/bind_box/payNFTOrder', by(bob, of))).toContain('time to pay is over')
  expect(await ownerOf(id)).toBe(alice.userId)
})

it('gives margins back when a work is taken down, and sells no work that was', async () => {
  const { id, code } = await addWork(alice)
  const work_id = String(id)
  const sale = { work_id, price: '100', step: '5', starts_at: '0', ends_at: String(Date.now() + HOUR) }
  await ok('POST', '/v1/nft/sale', { form: sale, token: alice.token })
  await ok('POST', '/v1/nft/bid', { form: { work_id, bid: '105' }, token: bob.token })
  expect((await balance(bob.userId)).margins).toBe(10_000_000n)
  await env.DB.prepare("UPDATE nft_work SET state = 'taken_down' WHERE id = ?").bind(id).run()
  await sweepLots(env, 40, Date.now())
  expect(await stateOf(id)).toMatchObject({ state: 'called_off' })
  expect(await balance(bob.userId)).toMatchObject({ held: 0n, margins: 0n })
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code))).toContain('taken down')
  const sold = await addWork(alice)
  await ok('POST', '/bind_box/resellNFT', sell(alice, sold.code))
  await env.DB.prepare("UPDATE nft_work SET state = 'taken_down' WHERE id = ?").bind(sold.id).run()
  expect(await refused('POST', '/bind_box/buyNFT', { form: { code: sold.code }, token: bob.token })).toContain(
    'taken down',
  )
  expect((await balance(bob.userId)).held).toBe(0n)
})

it('draws the order of boxes before the first sale, and each box holds what its number says (nft_not_box, nft_on_sale)', async () => {
  const series = 77
  const now = Date.now()
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO nft_series (id, artist_id, name, media, chain, asset, ask, royalty, sale_from, sale_to, is_ready)
       VALUES (?, ?, 'Tides', '/media/box.webp', 'CM', 'USDT', '20000000', '5000000', ?, ?, 1)`,
    ).bind(series, artistId, now - 1, now + HOUR),
    ...[1, 2, 3].map((no) =>
      env.DB.prepare(
        "INSERT INTO nft_prize (series_id, no, name, kind, media, rarity) VALUES (?, ?, ?, 'image', '/media/p.webp', ?)",
      ).bind(series, no, `Tide ${no}`, no === 1 ? 'SR' : 'N'),
    ),
  ])
  await Promise.all([sweepSeries(env, now), sweepSeries(env, now)])
  const boxes = await env.DB.prepare('SELECT code FROM nft_work WHERE series_id = ? ORDER BY id')
    .bind(series)
    .all<{ code: string }>()
  const [one, two] = boxes.results.map(({ code }) => code)
  expect(boxes.results).toHaveLength(3)
  const shown = async () => {
    const filter = { viewerId: null, isOneBoxPerSeries: true, now, page: 1, limit: 50 }
    const { rows } = await browseWorks(env, filter)
    return rows
      .filter(({ work }) => work.seriesId === series && work.ownerId === null)
      .map(({ boxesLeft }) => boxesLeft)
  }
  expect(await shown()).toEqual([3])
  await expect(
    env.DB.prepare('UPDATE nft_prize SET position = 9 WHERE series_id = ?').bind(series).run(),
  ).rejects.toThrow()
  const order = await env.DB.prepare('SELECT name FROM nft_prize WHERE series_id = ? ORDER BY position')
    .bind(series)
    .all<{ name: string }>()
  await ok('POST', '/bind_box/buyNFT', { form: { code: two ?? '' }, token: bob.token })
  await ok('POST', '/bind_box/buyNFT', { form: { code: one ?? '' }, token: bob.token })
  expect(await shown()).toEqual([1])
  const shut = await ok<{ rarity: string }>('GET', '/bind_box/getBoxDetail', { query: { code: two ?? '' } })
  expect(shut).toMatchObject({ rarity: '', rarity_status: 0 })
  expect(await refused('POST', '/bind_box/openBlindBox', { form: { code: two ?? '' }, token: carol.token })).toContain(
    'do not own',
  )
  const opened = await ok<{ name: string; rarity: string; rarity_status: number }>('POST', '/bind_box/openBlindBox', {
    form: { code: two ?? '' },
    token: bob.token,
  })
  expect(opened).toMatchObject({ name: order.results[0]?.name, rarity_status: 1, image: '/media/p.webp' })
  expect(opened.rarity).not.toBe('')
  const row = await env.DB.prepare('SELECT id, receipt_id FROM nft_work WHERE code = ?')
    .bind(two)
    .first<{ id: number; receipt_id: string }>()
  const { body } = await ok<{ body: string }>('GET', '/v1/receipt', { query: { receipt_id: row?.receipt_id ?? '' } })
  expect(checkReceipt(JSON.parse(body) as Receipt, HASHING)).toEqual([])
  expect(body).not.toContain(String(bob.userId))
  const plain = await addWork(bob)
  expect(await refused('POST', '/bind_box/openBlindBox', { form: { code: plain.code }, token: bob.token })).toContain(
    'not a blind box',
  )
  // Unopened it is sold on, and keeps its number.
  await ok('POST', '/bind_box/resellNFT', sell(bob, one ?? '', { price: '30' }))
  expect(await refused('POST', '/bind_box/openBlindBox', { form: { code: one ?? '' }, token: bob.token })).toContain(
    'on sale already',
  )
  await ok('POST', '/bind_box/buyNFT', { form: { code: one ?? '' }, token: carol.token })
  const later = await ok<{ name: string }>('POST', '/bind_box/openBlindBox', {
    form: { code: one ?? '' },
    token: carol.token,
  })
  expect(later.name).toBe(order.results[1]?.name)
})

it('sells nothing of an account whose trading is frozen', async () => {
  const { code } = await addWork(alice)
  const freeze = (value: 0 | 1) =>
    env.DB.prepare('UPDATE user SET is_trading_frozen = ? WHERE id = ?').bind(value, alice.userId).run()
  await freeze(1)
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code))).toMatch(/^Trading is suspended/)
  await freeze(0)
  await ok('POST', '/bind_box/resellNFT', sell(alice, code))
})

it('takes no new sales while the market is closed (nft_market_closed)', async () => {
  const { code } = await addWork(alice)
  await env.DB.prepare('UPDATE nft_term SET is_open = 0').run()
  expect(await refused('POST', '/bind_box/resellNFT', sell(alice, code))).toContain('not taken at the moment')
})
