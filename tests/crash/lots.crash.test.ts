// Users bid, buy and pay while the process is killed at auction ends and in payments. Each sale ends sold and paid, or unsold and freed:
// amounts and owners match a slow model of the bids, and no deposit is left.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tellAccount } from '#services/account-room'
import { build } from '../../scripts/lib/build.mjs'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { Bidder } from './bidder'
import { bindingsOf, inApp, liveUntilKilled, more } from './lives'
import { type Random, seededRandom } from './random'
import { registerUser } from './traders'

const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** Lives that end with a kill: two at the end of auctions and in payments of the first of them, others in payments alone. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 12 : 2))
const [USERS, AUCTIONS, WORKS] = [4, 6, 4]
/** How long a life lasts that sees auctions end, besides the start of the app. */
const LIFE_MS = 1_200
const [PRICE, STEP, MARGIN] = [100_000_000n, 5_000_000n, 10_000_000n]
const [USDT, HOUR] = [3, 3_600_000]
const [MONEY, UNIT] = [10_000_000_000_000n, 1_000_000n]

type Kind = 'auction' | 'no_bids' | 'taken_down' | 'fixed'
interface Made {
  readonly lotId: number
  readonly workId: number
  readonly code: string
  readonly kind: Kind
  readonly seller: number
}
interface Story {
  readonly users: readonly Bidder[]
  /** Starting balance per user. */
  readonly begun: ReadonlyMap<number, bigint>
  readonly lots: readonly Made[]
  readonly ends: readonly number[]
}

test(`sales end as sold and paid, or not sold and freed, through ${KILLS} kills`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-lots-'))
  const random = seededRandom(SEED)
  await build()
  const from = Date.now()
  const story = await inApp(persistDir, (app) => openSales(app, (Date.now() - from) * 1.4 + LIFE_MS))
  for (let kill = 0; kill < KILLS; kill += 1)
    await tradeUntilKilled(persistDir, story, { end: story.ends[kill], random })
  const tally = await inApp(persistDir, async (app) => {
    const env = await bindingsOf(app)
    for (const user of story.users) await user.settle(app.url)
    await vi.waitFor(() => finish(app, story), { timeout: 120_000, interval: 250 })
    return expectCounted(env, story)
  })
  const lost = story.users.reduce((sum, user) => sum + user.lost, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${JSON.stringify(tally)}, ${lost} answers lost`)
  // Guards against an empty run: every kind of action has happened.
  expect(tally.auctioned).toBeGreaterThan(0)
  expect(tally.bids).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

/** Half of the auctions end after `lifeMs`, the others after twice that. */
async function openSales(app: StartedApp, lifeMs: number): Promise<Story> {
  const env = await bindingsOf(app)
  const users: Bidder[] = []
  for (let index = 0; index < USERS; index += 1) {
    const random = seededRandom(SEED * 1000 + index)
    const { userId, token } = await registerUser(app, `bidder-${SEED}-${index}`, random)
    const grants = [{ assetId: USDT, amount: String(MONEY), wallet: 'change' as const }]
    await tellAccount(env, userId, { type: 'grant_demo', ref: 'crash', grants })
    users.push(new Bidder(`bidder-${SEED}-${index}`, userId, token, random))
  }
  const artist = await env.DB.prepare(
    "INSERT INTO nft_artist (user_id, nickname, state, created_at) VALUES (?, 'Tidewater', 'listed', 1) RETURNING id",
  )
    .bind(users[0]?.userId)
    .first<number>('id')
  const ends = [Date.now() + lifeMs, Date.now() + 2 * lifeMs]
  const kinds: Kind[] = [...Array<Kind>(AUCTIONS).fill('auction'), 'no_bids', 'taken_down', ...Array<Kind>(WORKS).fill('fixed')] // prettier-ignore
  const lots: Made[] = []
  for (const [index, kind] of kinds.entries()) {
    const [isFixed, seller] = [kind === 'fixed', users[index % USERS]?.userId ?? 0]
    const endsAt = isFixed || kind === 'taken_down' ? Date.now() + HOUR : (ends[index % ends.length] ?? 0)
    const code = index.toString(16).padStart(64, 'c')
    const work = await env.DB.prepare(
      `INSERT INTO nft_work (code, artist_id, kind, media, name, rarity, chain, owner_id, royalty, state, created_at)
       VALUES (?, ?, 'image', '/media/ebb.webp', ?, 'N', 'CM', ?, '5000000', ?, 1) RETURNING id`,
    )
      .bind(code, artist, `Crash ${index}`, seller, kind === 'taken_down' ? kind : 'listed')
      .first<number>('id')
    const lot = await env.DB.prepare(
      `INSERT INTO nft_lot (work_id, seller_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most,
         terms_version, commission, royalty, created_at)
       VALUES (?1, ?2, ?3, 0, 1, 'USDT', ?4, ?5, ?6, 1, ?7, ?7, 1, '2500000', '5000000', 1) RETURNING id`,
    )
      .bind(
        work,
        seller,
        isFixed ? 'fixed' : 'auction',
        String(PRICE),
        isFixed ? '0' : String(STEP),
        isFixed ? '0' : String(MARGIN),
        endsAt,
      ) // prettier-ignore
      .first<number>('id')
    lots.push({ lotId: lot ?? 0, workId: work ?? 0, code, kind, seller })
  }
  const begun = await Promise.all(
    users.map(async ({ userId }) => [userId, (await bookOf(env, userId)).available] as const),
  )
  // Gives each auction a bid, so that a late life can see it end.
  for (const { code, seller, kind } of lots)
    if (kind === 'auction') await users.find(({ userId }) => userId !== seller)?.bid(app.url, code, Number(STEP / UNIT))
  return { users, begun: new Map(begun), lots, ends }
}

interface Ending {
  /** Auctions whose end this life should see. */
  readonly end: number | undefined
  readonly random: Random
}

function tradeUntilKilled(persistDir: string, { users, lots }: Story, { end, random }: Ending): Promise<void> {
  const codesOf = (kinds: readonly Kind[]) => lots.filter(({ kind }) => kinds.includes(kind))
  const sales = {
    auctions: codesOf(['auction', 'taken_down']).map(({ code }) => code),
    works: codesOf(['fixed']).map(({ workId }) => workId),
    step: Number(STEP / UNIT),
  }
  const answered = () => users.reduce((sum, user) => sum + user.answers, 0)
  return liveUntilKilled(persistDir, random, (app, isOver) => {
    const enough = [
      more('answers', answered, 4 + random() * 12),
      { what: 'the end of auctions, as a time', count: Date.now, least: end ?? 0 },
    ]
    const trading = users.map(async (user) => {
      await user.settle(app.url).catch(() => undefined)
      await user.trade(app.url, sales, isOver)
    })
    app.sweep()
    return Promise.resolve({ working: Promise.all(trading), enough })
  })
}

/** Completes the last life's open work: purchases, payments, and messages that rooms owe to accounts. */
async function finish(app: StartedApp, { users, lots }: Story): Promise<void> {
  const env = await bindingsOf(app)
  await app.sweep()
  for (const user of users) await user.payAll(app.url)
  for (const { lotId, workId, kind, seller } of lots) {
    const state = await env.DB.prepare('SELECT state FROM nft_lot WHERE id = ?').bind(lotId).first<string>('state')
    if (state === 'open' && kind === 'fixed') await users.find(({ userId }) => userId !== seller)?.buy(app.url, workId)
    expect(['sold', 'unsold', 'called_off'], `sale ${lotId}`).toContain(state)
  }
  const books = await Promise.all(users.map(({ userId }) => bookOf(env, userId)))
  expect(books.map(({ held, margins }) => [held, margins])).toEqual(books.map(() => [0n, 0n]))
  expect(books.reduce((sum, { nft }) => sum + nft, 0n)).toBe(0n)
}

async function bookOf(env: Env, userId: number) {
  const { accounts, problems } = await tellAccount(env, userId, { type: 'verify' })
  expect(problems).toEqual([])
  const of = (name: string) =>
    BigInt(accounts.find(({ account, assetId }) => account === name && assetId === USDT)?.amount ?? 0)
  return {
    ...{ available: of('change:available'), held: of('change:held') },
    ...{ margins: of('@nft_margin'), nft: of('@nft'), fees: of('@fees') },
  }
}

interface StoredBid {
  readonly seq: number
  readonly account: number
  readonly price: string
}

/** The slow count: every bid is looked through once more, and each sale shared by hand. */
async function expectCounted(env: Env, { users, begun, lots }: Story) {
  const due = new Map(users.map(({ userId }) => [userId, 0n]))
  const taken = new Map(users.map(({ userId }) => [userId, 0]))
  const give = (userId: number, value: bigint) => due.set(userId, (due.get(userId) ?? 0n) + value)
  const artist = users[0]?.userId ?? 0
  let [fees, bids, auctioned] = [0n, 0, 0]
  for (const { lotId, workId, kind, seller } of lots) {
    const room = env.Lot.get(env.Lot.idFromName(String(lotId)))
    const read = JSON.parse(await room.bids(100)) as StoredBid[]
    const row = await env.DB.prepare(
      'SELECT l.state, l.winner_id, w.owner_id FROM nft_lot AS l JOIN nft_work AS w ON w.id = l.work_id WHERE l.id = ?',
    )
      .bind(lotId)
      .first<{ state: string; winner_id: number | null; owner_id: number }>()
    const sold = await env.DB.prepare("SELECT to_id, price FROM nft_event WHERE work_id = ? AND kind = 'sold'")
      .bind(workId)
      .all<{ to_id: number; price: string }>()
    // Bids read earlier may outnumber those in the room's message.
    const prices = read.map(({ price }) => BigInt(price)).reverse()
    if (read.length === read[0]?.seq) prices.unshift(PRICE)
    for (const [index, price] of prices.slice(1).entries())
      expect(price - (prices[index] ?? 0n), `sale ${lotId}`).toBeGreaterThanOrEqual(STEP)
    const [highest] = read
    const winner = kind === 'fixed' ? row?.winner_id : kind === 'auction' ? highest?.account : undefined
    const state = winner ? 'sold' : kind === 'taken_down' ? 'called_off' : 'unsold'
    expect(row, `sale ${lotId}`).toMatchObject({ state, winner_id: winner ?? null, owner_id: winner ?? seller })
    const price = winner ? BigInt(kind === 'fixed' ? PRICE : (highest?.price ?? 0)) : 0n
    expect(sold.results).toEqual(winner ? [{ to_id: winner, price: String(price) }] : [])
    // Each bid has the next number.
    bids += highest?.seq ?? 0
    if (!winner) continue
    if (kind === 'auction') auctioned += 1
    const [fee, royalty] = [(price * 25n) / 1_000n, seller === artist ? 0n : (price * 5n) / 100n]
    fees += fee
    give(winner, -price)
    give(artist, royalty)
    give(seller, price - fee - royalty)
    taken.set(winner, (taken.get(winner) ?? 0) + 1)
  }
  const books = new Map(
    await Promise.all(users.map(async ({ userId }) => [userId, await bookOf(env, userId)] as const)),
  )
  for (const user of users) {
    const book = books.get(user.userId)
    expect((book?.available ?? 0n) - (begun.get(user.userId) ?? 0n), user.name).toBe(due.get(user.userId))
    // Acknowledged commands equal the stored ones: every command is answered by now.
    expect(user.done.buy.size + user.done.pay.size, user.name).toBe(taken.get(user.userId))
    expect(user.complaints).toEqual([])
  }
  expect([...books.values()].reduce((sum, book) => sum + book.fees, 0n)).toBe(fees)
  const acknowledged = users.reduce((sum, user) => sum + user.done.bid.size, 0)
  expect(acknowledged).toBe(bids)
  return { bids, auctioned, sold: [...taken.values()].reduce((sum, count) => sum + count, 0) }
}
