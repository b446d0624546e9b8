// Reset of play money: back to the start grant in one entry, refused while something is open, only in a demo.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { roleOf } from '#domain/portfolio/series'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { createUser } from '#services/identity/new-user'
import { openSession } from '#services/identity/entry'
import { sendPendingSoon, startGrants } from '#services/identity/pending-commands'
import { hashPassword } from '#services/identity/password'
import { readLeftAtReset, resetDemo } from '#services/leaving/demo-reset'
import { listQuotes } from '#services/quotes'
import { placeOrder, cancelAll } from '#services/spot'
import { transfer } from '#services/wallet'
import { PASSWORD, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PAY_PASSWORD = '482913'
const proof = { payPassword: PAY_PASSWORD }
const USDT = 3

beforeAll(() => seed())

async function player(name: string) {
  const created = await createUser(
    env,
    { channel: 'mail', target: `${name}@reset.example`, national: null },
    {
      passwordHash: await hashPassword(env, PASSWORD),
      payPasswordHash: await hashPassword(env, PAY_PASSWORD),
      nickname: name,
      language: 'en',
      inviterId: null,
      now: Date.now(),
    },
  )
  if (!created.ok) throw new Error(created.refusal.code)
  const { userId } = created.value
  await sendPendingSoon(env, userId)
  const opened = await openSession(env, { userId, device: 'a test', kind: 'api' })
  if (!opened.ok) throw new Error(opened.refusal.code)
  return { userId, sessionId: opened.value.sessionId }
}

type Player = Awaited<ReturnType<typeof player>>

const reset = (who: Player, commandId: string = crypto.randomUUID(), given: object = proof) =>
  resetDemo(env, who, { commandId, proof: given }, Date.now())

async function balances(who: Player) {
  const rows = await callAccount(env, who, { type: 'balances' })
  if (!rows.ok) throw new Error(rows.refusal.code)
  return rows.value
    .filter(({ available, held }) => available !== '0' || held !== '0')
    .map(({ wallet, assetId, available, held }) => `${wallet} ${assetId} ${available} ${held}`)
    .sort()
}

const bills = async (who: Player) => {
  const page = { page: 1, limit: 50, wallet: null, assetId: null, reason: null }
  const found = await callAccount(env, who, { type: 'bills', ...page })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value.rows
}

/** A price that no order meets, yet within the pair's bounds. */
async function farBelow(symbol: string): Promise<string> {
  const quote = (await listQuotes(env)).find((each) => each.symbol === symbol)
  return ((Number(quote?.price) * 19) / 20).toFixed(1)
}

test('what was moved, won, lost and deposited is the start grant again; the books balance, and no profit is made of it', async () => {
  const who = await player('mia')
  const start = await balances(who)
  expect(start).toEqual(
    (await startGrants(env)).map(({ wallet, assetId, amount }) => `${wallet} ${assetId} ${amount} 0`).sort(),
  )
  await transfer(env, who, { commandId: 'move', form: { assetId: USDT, amount: '2500', from: 'change', to: 'lever' } })
  const bought = { symbol: 'SOL-USDT', side: 'buy', kind: 'market', quantity: '3' } as const
  expect(await placeOrder(env, who, { commandId: 'sol', form: bought })).toMatchObject({ ok: true })
  await callAccountAsSystem(env, who.userId, {
    type: 'credit_deposit',
    depositId: 77_001,
    assetId: 1,
    amount: '5000000',
  })
  expect(await balances(who)).not.toEqual(start)
  // The house fills an order in the round after it.
  await waitFor(async () => expect(await readLeftAtReset(env, who)).toEqual({ ok: true, value: {} }))

  expect(await reset(who, 'first')).toEqual({ ok: true, value: { isChanged: true } })
  expect(await balances(who)).toEqual(start)
  const { problems } = await callAccountAsSystem(env, who.userId, { type: 'verify' })
  expect(problems).toEqual([])
  const own = (await bills(who)).filter(({ reason }) => reason === 'demo_reset')
  expect(own.length).toBeGreaterThan(3)
  expect(roleOf('demo_reset')).toBe('flow')

  // A repetition is answered as the first time, also without a proof, and moves nothing.
  await transfer(env, who, { commandId: 'again', form: { assetId: USDT, amount: '10', from: 'change', to: 'lever' } })
  const between = await balances(who)
  expect(await reset(who, 'first', {})).toEqual({ ok: true, value: { isChanged: true } })
  expect(await balances(who)).toEqual(between)
  expect(await reset(who)).toEqual({ ok: true, value: { isChanged: true } })
  expect(await reset(who)).toEqual({ ok: true, value: { isChanged: false } })
})

test('an open order is named, and refuses it', async () => {
  const who = await player('noa')
  const form = {
    symbol: 'BTC-USDT',
    side: 'buy',
    kind: 'limit',
    price: await farBelow('BTC-USDT'),
    quantity: '0.01',
  } as const
  expect(await placeOrder(env, who, { commandId: 'low', form })).toMatchObject({ ok: true })
  expect(await readLeftAtReset(env, who)).toEqual({ ok: true, value: { spot_orders: 1 } })
  const before = await balances(who)
  expect(await reset(who)).toMatchObject({ refusal: { code: 'account_unfinished', facts: { count: '1' } } })
  // The Account refuses by itself what came after the page was read.
  const grants = await startGrants(env)
  expect(await callAccount(env, who, { type: 'reset_demo', commandId: 'past', grants })).toMatchObject({
    refusal: { code: 'account_unfinished' },
  })
  expect(await balances(who)).toEqual(before)
  await cancelAll(env, who, { commandId: 'cancel', symbol: null })
  await waitFor(async () => expect(await readLeftAtReset(env, who)).toEqual({ ok: true, value: {} }))
  expect(await reset(who)).toMatchObject({ ok: true })
})

test('a stranger’s proof and a site with real money are refused', async () => {
  const who = await player('zoe')
  expect(await reset(who, 'wrong', { payPassword: '000000' })).toMatchObject({ ok: false })
  const real = { ...env, DEMO_MODE: 'off' }
  expect(await resetDemo(real, who, { commandId: 'real', proof }, Date.now())).toMatchObject({
    refusal: { code: 'demo_reset_off' },
  })
})
