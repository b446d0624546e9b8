// A life of a running site without a kill: the game, an event of the quiz and orders that wait for a price, with all their receipts.

import { expect, test } from 'vitest'
import { betReceiptName } from '#domain/quiz/bet-receipt'
import type { Receipt } from '#domain/receipt'
import { callAccountAsSystem } from '#services/account-room'
import type { StartedApp } from '../kit/miniflare'
import { bindingsOf, inApp, middlePrice } from './lives'
import { expectReceiptsRight } from './receipts'
import { type RegisteredUser, registerUser } from './traders'
import { waitFor } from '../kit/wait-for'

const EVENT = 950
const SEEDS = 20
const BETS = 20
const ORDERS = 12
const WAIT = { timeout: 60_000, interval: 200 }

test('what was played, bet and triggered on a running site has receipts that are right by all three verifiers', () =>
  inApp({}, async (app) => {
    const env = await bindingsOf(app)
    const user = await registerUser(app, 'player')
    const grants = [1, 3].map((assetId) => ({ assetId, amount: '1000000000', wallet: 'change' as const }))
    await callAccountAsSystem(env, user.userId, { type: 'grant_demo', ref: 'play', grants })
    const bets = await betOn(app, env, user)
    await playSeeds(app, user)
    await triggerOrders(app, user)
    const asked = await waitFor(async () => {
      await app.sweep()
      return Promise.all(bets.map((key) => readBet(app, key)))
    }, WAIT)
    const wanted = {
      ...{ kinds: ['game-1', 'quiz-bets-2', 'quiz-bet-2', 'conditional-1'] as const },
      ...{ least: SEEDS + BETS + 2, asked },
    }
    const receipts = await waitFor(() => expectReceiptsRight(app, wanted), WAIT)
    console.log(`receipts: ${JSON.stringify(receipts)}`)
  }))

async function ask<Answer>(
  { url }: StartedApp,
  { token }: RegisteredUser,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(`${url}/api${path}`, { headers: { Authorization: token }, ...sent })
  const { type, message } = await response.json<{ type: string; message: Answer }>()
  if (type !== 'ok') throw new Error(`${path}: ${String(message)}`)
  return message
}

/** Bets on an event that closes seconds later; answers their keys. */
async function betOn(app: StartedApp, env: Env, user: RegisteredUser): Promise<string[]> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO quiz_event (id, asset, option_count, fee, stake_min, stake_max, opens_at, closes_at, is_published, sort)
        VALUES (?, 'USDT', 2, '2000000', '1000000', '100000000', 0, ?, 1, 1)`,
    ).bind(EVENT, Date.now() + 10_000),
    env.DB.prepare(
      "INSERT INTO quiz_text (event_id, language, question, source, option_1, option_2) VALUES (?, 'en', 'Which?', 'Here.', 'A', 'B')",
    ).bind(EVENT),
  ])
  const placed = await Promise.all(
    Array.from({ length: BETS }, (_, index) =>
      ask<{ key: string }>(app, user, '/v1/quiz/bet', {
        ...{ event_id: String(EVENT), option: String(1 + (index % 2)), stake: '1' },
      }),
    ),
  )
  return placed.map(({ key }) => key)
}

/** The bet's receipt, which its page shows as well. */
async function readBet({ url }: StartedApp, key: string): Promise<Receipt> {
  const response = await fetch(`${url}/api/v1/quiz/bet-receipt?event_id=${EVENT}&key=${key}`)
  const { type, message } = await response.json<{ type: string; message: Receipt }>()
  if (type !== 'ok') throw new Error(JSON.stringify(message))
  const page = await fetch(`${url}/receipts/${betReceiptName(EVENT, key)}`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(key)
  return message
}

/** Each seed is revealed, and its rounds shown, by the next one. */
async function playSeeds(app: StartedApp, user: RegisteredUser): Promise<void> {
  await ask(app, user, '/v1/game/seed', {})
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const round = { seed_no: String(seed), client_seed: 'c0ffee', under: String(4_000 + seed), stake: '1' }
    await ask(app, user, '/v1/game/round', round)
    await ask(app, user, '/v1/game/seed', {})
  }
}

/** Stops and take-profits a tick away from the price, of which some are reached. */
async function triggerOrders(app: StartedApp, user: RegisteredUser): Promise<void> {
  for (let index = 0; index < ORDERS; index += 1) {
    const kind = index % 2 === 0 ? 'stop' : 'take_profit'
    // A price that has moved beyond the trigger meanwhile refuses it.
    await waitFor(async () => {
      const trigger = ((await middlePrice(app.url)) + (kind === 'stop' ? -0.1 : 0.1)).toFixed(1)
      const order = { symbol: 'BTC-USDT', side: 'sell', quantity: '0.001', kind, trigger_price: trigger }
      await ask(app, user, '/v1/conditional/order', order)
    }, WAIT)
  }
}
