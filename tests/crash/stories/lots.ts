// Users bid, buy and pay, and the process dies at the end of auctions and during payments. Each sale ends as sold and paid, or as unsold and
// released: money and owners equal a recount of all bids, and no margin remains.

import { expect } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import type { StartedApp } from '../../kit/miniflare'
import { Bidder } from '../bidder'
import { type CrashStory, SEED, bindingsOf, more } from '../lives'
import { seededRandom } from '../random'
import { registerSenders } from '../traders'
import { waitFor } from '../../kit/wait-for'

const [USERS, AUCTIONS, WORKS] = [4, 14, 4]
/** Time from the setup to the first end, between two ends, and length of an end. */
const [FIRST_END_MS, END_EVERY_MS, END_MS] = [12_000, 2_000, 50]
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

export async function lots(app: StartedApp): Promise<CrashStory> {
  const random = seededRandom(SEED)
  const story = await openSales(app)
  const { users, ends } = story
  const codesOf = (kinds: readonly Kind[]) => story.lots.filter(({ kind }) => kinds.includes(kind))
  const sales = {
    auctions: codesOf(['auction', 'taken_down']).map(({ code }) => code),
    works: codesOf(['fixed']).map(({ workId }) => workId),
    step: Number(STEP / UNIT),
  }
  const isAtAnEnd = () => {
    const over = ends.map((end) => Date.now() - end)
    return over.some((ms) => ms >= 0 && ms < END_MS) || over.every((ms) => ms >= 0)
  }
  return {
    name: 'lots',
    userIds: users.map(({ userId }) => userId),
    live: ({ url, sweep }, { isOver }) => {
      const enough = [
        more('answers', () => users.reduce((sum, { answers }) => sum + answers, 0), 4 + random() * 12),
        { what: 'ends of an auction', count: () => Number(isAtAnEnd()), least: 1 },
      ]
      const trading = users.map(async (user) => {
        await user.settle(url).catch(() => undefined)
        // Not paced like the other stories, so that auctions end while users bid.
        await user.trade(url, sales, () => Promise.resolve(!isOver()))
      })
      sweep()
      return Promise.resolve({ working: Promise.all(trading), enough })
    },
    check: async (last) => {
      await waitFor(() => finish(last, story), { timeout: 120_000, interval: 250 })
      const tally = await expectCounted(await bindingsOf(last), story)
      // Guards against an empty run: every kind of action has happened.
      expect(tally.auctioned).toBeGreaterThan(0)
      expect(tally.bids).toBeGreaterThan(0)
      return { ...tally, lost: users.reduce((sum, user) => sum + user.lost, 0) }
    },
  }
}

async function openSales(app: StartedApp): Promise<Story> {
  const env = await bindingsOf(app)
  const users = await registerSenders(app, { name: 'bidder', count: USERS, seed: SEED }, Bidder)
  const grants = [{ assetId: USDT, amount: String(MONEY), wallet: 'change' as const }]
  for (const { userId } of users) await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'crash', grants })
  const artist = await env.DB.prepare(
    "INSERT INTO nft_artist (user_id, nickname, state, created_at) VALUES (?, 'Tidewater', 'listed', 1) RETURNING id",
  )
    .bind(users[0]?.userId)
    .first<number>('id')
  const begin = Date.now() + FIRST_END_MS
  const ends = Array.from({ length: AUCTIONS }, (_, index) => begin + index * END_EVERY_MS)
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

/** Completes the last life's open work: purchases, payments, and messages that rooms owe to accounts. */
async function finish(app: StartedApp, { users, lots }: Story): Promise<void> {
  const env = await bindingsOf(app)
  await app.sweep()
  for (const user of users) {
    await user.settle(app.url)
    await user.payAll(app.url)
  }
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
  const { accounts, problems } = await callAccountAsSystem(env, userId, { type: 'verify' })
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
    for (const [index, price] of prices.slice(1).entries()) {
      const before = prices[index] ?? 0n
      expect(price, `sale ${lotId}`).toBeGreaterThanOrEqual(before + STEP)
      expect(price, `sale ${lotId}`).toBeLessThanOrEqual(before * 2n)
    }
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
