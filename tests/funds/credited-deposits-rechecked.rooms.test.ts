// Rechecks of credited deposits: each within its time, regardless of newer ones, and a missed one until it is acted on.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter } from '#services/chains/call-meter'
import type { Chain, ChainPlace, ChainTransfer } from '#services/chains/chain'
import { watchNetwork } from '#services/chains/watcher'
import { seed } from '../api/client'
import { USDT, type User, enter } from './customers'
import { errorsDuring } from './outage'

const NETWORK = 'TRC20'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let catalogue: Catalogue
beforeAll(async () => {
  await seed()
  catalogue = await loadCatalogue(env)
})
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM deposit').run()
})

/** Deposits of one USDT each, credited just now. */
async function credit({ userId }: User, count: number, at: number): Promise<void> {
  const statement = env.DB.prepare(
    `INSERT INTO deposit (user_id, kind, asset_id, network, amount, address, tx_id, height, block_hash, confirmations,
      confirmations_min, state, is_credited, created_at, settled_at, looked_at)
      VALUES (?, 'chain', ?, ?, '1000000', 'T', ?, 100, 'block', 500, 20, 'passed', 1, ?, ?, ?)`,
  )
  await env.DB.batch(
    Array.from({ length: count }, (_, index) => statement.bind(userId, USDT, NETWORK, `T${index}`, at, at, at)),
  )
}

/** A check costs three calls; removed transactions are reported as replaced. */
function chainOf(looked: string[], meter: CallMeter, gone: ReadonlySet<string> = new Set()): Chain {
  const money = { outputIndex: null, units: 1_000_000n, decimals: 6, memo: '' }
  return {
    read: () => Promise.resolve({ transfers: [], position: '700', tip: 700, isAtTip: true }),
    find: async (seen): Promise<(ChainTransfer & ChainPlace) | 'replaced'> => {
      await Promise.resolve()
      for (let call = 0; call < 3; call += 1) meter.take()
      looked.push(seen.txId)
      return gone.has(seen.txId) ? 'replaced' : { ...seen, ...money, confirmations: 600 }
    },
  }
}

const watch = (chain: Chain, meter: CallMeter, now: number) =>
  watchNetwork(env, { network: NETWORK, chain, catalogue, now, meter })

test('Hundreds were credited in an hour: each is looked at again before any a second time, and not again at once', async () => {
  const now = Date.now()
  await credit(await enter('Alice'), 300, now)
  const looked: string[] = []
  for (let run = 0; run < 3; run += 1) {
    const meter = new CallMeter(500)
    await watch(chainOf(looked, meter), meter, now + (10 + run) * MINUTE)
    expect(meter.left).toBeGreaterThan(50)
  }
  expect(looked).toHaveLength(300)
  expect(new Set(looked).size).toBe(300)
})

test('With calls for a few looks only, none loses its turn that was not looked at', async () => {
  const now = Date.now()
  await credit(await enter('Bob'), 40, now)
  const looked: string[] = []
  for (let run = 1; run <= 8; run += 1) {
    const meter = new CallMeter(20)
    await watch(chainOf(looked, meter), meter, now + run * MINUTE)
  }
  expect(looked).toHaveLength(40)
  expect(new Set(looked).size).toBe(40)
})

test('One of three hundred is gone: it is looked for with every run, also when its six hours end meanwhile, and set aside', async () => {
  const now = Date.now()
  await credit(await enter('Carol'), 300, now)
  const looked: string[] = []
  const stateOf = (txId: string) =>
    env.DB.prepare('SELECT state FROM deposit WHERE tx_id = ?').bind(txId).first('state')
  const run = async (at: number) => {
    const meter = new CallMeter(30)
    await watch(chainOf(looked, meter, new Set(['T299'])), meter, at)
  }
  await env.DB.prepare("UPDATE deposit SET looked_at = 1 WHERE tx_id = 'T299'").run()
  await errorsDuring(async () => {
    for (const at of [6 * HOUR - 2 * MINUTE, 6 * HOUR + MINUTE, 6 * HOUR + 4 * MINUTE]) await run(now + at)
  })
  expect(looked.filter((txId) => txId === 'T299')).toHaveLength(3)
  expect([await stateOf('T299'), await stateOf('T298')]).toEqual(['review', 'passed'])
})
