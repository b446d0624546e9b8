// A sale is allocated, tokens are delivered and unlocked, deposits pay daily, and investments settle by fixings, while the process is
// killed during each. The next life completes interrupted work: everyone gets the amount of a slow count, once, and no unit is created or
// lost.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { claimIeo } from '#db/platform/ieo-claim'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { readIeoReceipt } from '#services/ieo/receipt'
import { type StartedApp, spawnApp } from '../kit/miniflare'
import { SEED, bindingsOf, expectConserved, inApp, middlePrice } from './lives'
import { seededRandom } from './random'
import { expectReceiptsRight } from './receipts'
import { SAVERS, expectYields, killWhilePaid, lockAmounts } from './yields'
import { waitFor } from '../kit/wait-for'

const DAY_MS = 86_400_000
const [BTC, USDT, TOKEN] = [1, 3, 9_001]
const MONEY = 1_000_000_000n
/** Units of USDT for a token. */
const COST = 50_000n
const CAP = 60
const [SYMBOL, SERIES] = ['BTC-USDT', 900_001]
/** Retry delay of an account without a fixing. */
const ASKED_AGAIN_MS = 20_000
/** 12 % a year for three days, at a strike beyond a minute's price move: calls are repaid in the coin, and puts in dollars never converted. */
const [APR, DAYS, STRIKE] = [12_000_000n, 3n, 900_000]
const YEAR = 365n * 100_000_000n

const MATURED = [
  ...(['ieo-claims-1', 'ieo-list-1', 'ieo-3', 'ieo-payment-1'] as const),
  ...(['fixing-1', 'invest-1', 'mining-1'] as const),
]

const USERS = Array.from({ length: 5 }, (_, index) => ({ userId: 71_001 + index, sessionId: `session-${index}` }))

interface Sale {
  readonly id: number
  readonly supply: number
  readonly listingAt: number
  readonly lockDays: number
  /** Days of the lock that have passed at the end. */
  readonly daysOver: number
}

/** Delivered by a timer; unlocked for a day by a timer; all days passed. */
const salesAt = (due: number): readonly Sale[] => [
  { id: 801, supply: 97, listingAt: due, lockDays: 3, daysOver: 0 },
  { id: 802, supply: 50, listingAt: due - DAY_MS, lockDays: 2, daysOver: 1 },
  { id: 803, supply: 1_000, listingAt: due - 5 * DAY_MS, lockDays: 3, daysOver: 3 },
]

test('sales, deposits and investments come to what a slow count says, though the process dies in the middle of each', async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-matured-'))
  const random = seededRandom(SEED)
  const bought = await inApp({ persistDir }, async (app) => {
    await lockAmounts(await bindingsOf(app))
    return apply(app, random)
  })
  await killWhilePaid(persistDir, random)
  const due = bought.at + ASKED_AGAIN_MS
  await killAt(persistDir, (begun) => begun + 30 + random() * 150)
  await killAt(persistDir, (begun) => Math.max(begun, bought.at + 5_000) + random() * 400)
  await killAt(persistDir, () => due + random() * 250)
  await inApp({ persistDir, isPrepared: true }, async (app) => {
    const env = await bindingsOf(app)
    await waitFor(
      async () => {
        await app.sweep()
        const { results } = await env.DB.prepare("SELECT 1 FROM ieo_run WHERE phase = 'done'").all()
        expect(results).toHaveLength(3)
        for (const user of USERS) {
          for (const order of await investOrders(env, user)) expect(order.state).toBe('success')
          for (const order of await saleOrders(env, user)) expect(['unlocking', 'done']).toContain(order.state)
          for (const order of (await saleOrders(env, user)).filter(({ projectId }) => projectId === 802))
            expect(order.unlockedDays).toBe(1)
        }
      },
      { timeout: 120_000, interval: 500 },
    )
    await expectCounted(env, salesAt(due))
    await expectYields(env)
    const orders = (await Promise.all(USERS.map((user) => saleOrders(env, user)))).flat()
    const allotments = await Promise.all(orders.map(({ claimNo }) => readIeoReceipt(env, claimNo ?? 0)))
    const asked = allotments.flatMap((receipt) => receipt ?? [])
    expect(asked).toHaveLength(orders.length)
    const receipts = await expectReceiptsRight(app, { kinds: MATURED, least: 50, asked })
    console.log(`receipts: ${JSON.stringify(receipts)}`)
    // However often the process died, the applications of a sale have one root, and so has its list.
    expect(receipts).toMatchObject({ 'ieo-claims-1': 3, 'ieo-list-1': 3 })
    await expectConserved(app, [...USERS, ...SAVERS].map(({ userId }) => userId)) // prettier-ignore
  })
  await rm(persistDir, { recursive: true, force: true })
})

/** Every user applies in every sale and invests twice, with messages as the Worker sends them after its checks. */
async function apply(app: StartedApp, random: () => number): Promise<{ at: number }> {
  const env = await bindingsOf(app)
  // From here on ticks are published.
  await middlePrice(app.url)
  const far = Date.now() + 3_600_000
  // Series mature at a whole second, as their receipts say it.
  const at = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000
  const sales = salesAt(at + ASKED_AGAIN_MS)
  await env.DB.batch([
    ...sales.flatMap(({ id, supply, lockDays }) => [
      env.DB.prepare(
        `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days)
          VALUES (?, ?, 'pro_rata', ?, ?, 1, ?, 'USDT', 1, ?, ?, ?)`,
      ).bind(id, TOKEN, String(COST), supply, CAP, far, far, lockDays),
      env.DB.prepare(
        "INSERT INTO ieo_text (project_id, language, title, summary, content) VALUES (?, 'en', 'A', 'B', 'C')",
      ).bind(id),
    ]),
    env.DB.prepare(
      `INSERT INTO invest_series (id, rung_id, name, symbol, kind, strike, apr, shares, user_shares, opens_at, matures_at, is_open)
        VALUES (?, 9, 'CRASH', ?, 'call', ?, ?, 1000, 1000, 1, ?, 1)`,
    ).bind(SERIES, SYMBOL, STRIKE, String(APR), at),
  ])
  for (const [index, user] of USERS.entries()) {
    const { userId, sessionId } = user
    await callAccountAsSystem(env, userId, { type: 'open_session', sessionId, expiresAt: far, device: 'test' })
    const grants = [BTC, USDT].map((assetId) => ({ assetId, amount: String(MONEY), wallet: 'change' as const }))
    await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'welcome', grants })
    for (const sale of sales) await applyIn(env, user, sale, 10 + index * 7 + Math.floor(random() * 40))
    for (const kind of ['call', 'put'] as const) await invest(env, user, { kind, at, share: index + 1 })
  }
  await env.DB.prepare('UPDATE ieo_project SET ends_at = 2 WHERE id > 800 AND id < 900').run()
  return { at }
}

type User = (typeof USERS)[number]

async function applyIn(env: Env, user: User, { id, listingAt, lockDays }: Sale, wanted: number): Promise<void> {
  const [quantity, endsAt] = [Math.min(wanted, CAP), Date.now() + 3_600_000]
  const held = String(BigInt(quantity) * COST)
  const terms = { assetId: TOKEN, mode: 'pro_rata', cost: String(COST), userMax: CAP, endsAt, listingAt, lockDays, held, tick: null } as const // prettier-ignore
  const asked = { type: 'subscribe_ieo', commandId: `sale-${id}`, projectId: id, quantity, payAssetId: USDT } as const
  const applied = await callAccount(env, user, { ...asked, terms })
  if (!applied.ok) throw new Error(applied.refusal.code)
  const { orderNo } = applied.value
  const claimed = await claimIeo(env.DB, user.userId, { projectId: id, orderNo, quantity, at: 1 })
  await callAccountAsSystem(env, user.userId, { type: 'claimed_ieo', orderNo, claimed })
}

async function invest(
  env: Env,
  user: User,
  { kind, at, share }: { readonly kind: 'call' | 'put'; readonly at: number; readonly share: number },
): Promise<void> {
  const series = {
    ...{ name: 'CRASH', symbol: SYMBOL, kind, strike: STRIKE, apr: String(APR), days: Number(DAYS), maturesAt: at },
    ...{ baseId: BTC, quoteId: USDT, baseScale: 8, quoteScale: 6, priceDecimals: 1 },
  }
  const bought = await callAccount(env, user, {
    ...{ type: 'buy_series', commandId: kind, seriesId: SERIES, shares: 1, series },
    ...{ assetId: kind === 'call' ? BTC : USDT, amount: String(BigInt(share) * 1_000_003n) },
  } as const)
  expect(bought).toMatchObject({ ok: true, value: { state: 'purchased' } })
}

/** One life: sweeps run one after another; the process dies at the time that `instant` returns. */
async function killAt(persistDir: string, instant: (begun: number) => number): Promise<void> {
  const app = await spawnApp({ persistDir, isPrepared: true })
  await middlePrice(app.url)
  app.sweep()
  const end = instant(Date.now())
  for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
    await wait(Math.min(left, 700))
    if (Date.now() < end) app.sweep()
  }
  await app.kill()
}

async function saleOrders(env: Env, user: User) {
  const listed = await callAccount(env, user, { type: 'ieo_orders', projectId: null, page: 1, limit: 50 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.rows
}

async function investOrders(env: Env, user: User) {
  const asked = { type: 'invest_orders', stage: 'all', baseId: null, kind: null, settlesBefore: 0 } as const
  const listed = await callAccount(env, user, { ...asked, page: 1, limit: 50 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  return listed.value.rows
}

/** By hand: tokens go one by one to the applicant furthest below the exact share. */
function shareByHand(supply: number, claims: readonly { readonly claim: number; readonly applied: number }[]) {
  const total = claims.reduce((sum, { applied }) => sum + applied, 0)
  const given = new Map(claims.map(({ claim }) => [claim, 0]))
  const lacks = ({ claim, applied }: (typeof claims)[number]) => applied * supply - (given.get(claim) ?? 0) * total
  for (let left = Math.min(supply, total); left > 0; left -= 1) {
    const next = [...claims]
      .filter(({ claim, applied }) => (given.get(claim) ?? 0) < applied)
      .sort((one, other) => Math.min(lacks(other), total) - Math.min(lacks(one), total) || one.claim - other.claim)[0]
    if (next) given.set(next.claim, (given.get(next.claim) ?? 0) + 1)
  }
  return given
}

async function expectCounted(env: Env, sales: readonly Sale[]): Promise<void> {
  const orders = await Promise.all(USERS.map(async (user) => ({ user, rows: await saleOrders(env, user) })))
  const scale = 10n ** BigInt((await env.DB.prepare('SELECT scale FROM asset WHERE id = ?').bind(TOKEN).first<number>('scale')) ?? 0) // prettier-ignore
  const due = new Map(USERS.map(({ userId }) => [userId, { [USDT]: MONEY, [BTC]: MONEY, [TOKEN]: 0n }]))
  for (const { id, supply, lockDays, daysOver } of sales) {
    const own = orders.flatMap(({ user, rows }) =>
      rows.filter(({ projectId }) => projectId === id).map((row) => ({ user, row })),
    )
    expect(own).toHaveLength(USERS.length)
    const given = shareByHand(supply, own.map(({ row }) => ({ claim: row.claimNo ?? 0, applied: row.quantity }))) // prettier-ignore
    for (const { user, row } of own) {
      const tokens = given.get(row.claimNo ?? 0) ?? 0
      const all = BigInt(tokens) * scale
      const unlocked = (all * BigInt(daysOver)) / BigInt(lockDays)
      expect(row).toMatchObject({
        ...{
          allotted: tokens,
          paid: String(BigInt(tokens) * COST),
          unlockedDays: daysOver,
          unlocked: String(unlocked),
        },
        state: daysOver === lockDays ? 'done' : 'unlocking',
      })
      const sums = due.get(user.userId)
      if (!sums) throw new Error('everybody is counted')
      sums[USDT] = (sums[USDT] ?? 0n) - BigInt(tokens) * COST
      sums[TOKEN] = (sums[TOKEN] ?? 0n) + unlocked
    }
  }
  const fixing = await env.DB.prepare('SELECT steps FROM invest_fixing WHERE symbol = ? ORDER BY at DESC').bind(SYMBOL).first<number>('steps') // prettier-ignore
  // Below the strike: paid in the coin, whichever asset was invested.
  expect(fixing).toBeLessThan(STRIKE)
  for (const [index, user] of USERS.entries()) {
    const amount = BigInt(index + 1) * 1_000_003n
    const growth = YEAR + DAYS * APR
    const paid = {
      call: (amount * growth) / YEAR,
      put: (amount * 10n ** 9n * growth) / (BigInt(STRIKE) * 10n ** 6n * YEAR),
    }
    const rows = await investOrders(env, user)
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({
        side: 'coin',
        fixingSteps: fixing,
        paidAssetId: BTC,
        paid: String(paid[row.series.kind]),
      })
    const sums = due.get(user.userId)
    if (!sums) throw new Error('everybody is counted')
    sums[BTC] = (sums[BTC] ?? 0n) - amount + paid.call + paid.put
    sums[USDT] = (sums[USDT] ?? 0n) - amount
    const sheet = await callAccount(env, user, { type: 'balances' })
    const free = (sheet.ok ? sheet.value : []).filter(({ wallet }) => wallet === 'change')
    for (const assetId of [BTC, USDT, TOKEN] as const) {
      const row = free.find((each) => each.assetId === assetId)
      expect([assetId, row?.available ?? '0', row?.held ?? '0']).toEqual([assetId, String(sums[assetId]), '0'])
    }
  }
}
