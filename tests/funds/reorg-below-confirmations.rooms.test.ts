// Chain reorganisations deeper than the required confirmations: the same transaction in another block, with other logs, for another user,
// or replaced by another transaction. Money received once is never in two wallets, nor twice in one.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter } from '#services/chains/call-meter'
import type { Chain } from '#services/chains/chain'
import { depositFacts } from '#services/funds/facts'
import { watchNetwork } from '#services/chains/watcher'
import { seed } from '../api/client'
import { type User, balance, enter, expectSound, newestDeposit, reviewsOf } from './customers'
import { type Met, MINUTE, addressOf, meet } from './evm-story'
import { errorsDuring } from './outage'

beforeAll(async () => {
  await seed()
})
beforeEach(() => env.DB.prepare('DELETE FROM deposit').run())

const rowsOf = async ({ userId }: User) =>
  (
    await env.DB.prepare('SELECT state, amount FROM deposit WHERE user_id = ? ORDER BY id')
      .bind(userId)
      .all<{ state: string; amount: string }>()
  ).results.map(({ state, amount }) => `${state} ${amount}`)

const plus = (before: string, units: bigint) => String(BigInt(before) + units)

/** In the earlier form, with one row per log. */
async function putInByLog({ user, told }: Pick<Met, 'user' | 'told'>, logs: readonly number[]): Promise<void> {
  const old = env.DB.prepare(
    `INSERT INTO deposit (user_id, kind, asset_id, network, amount, address, tx_id, output_index, height, block_hash,
      confirmations, confirmations_min, state, created_at)
     VALUES (?, 'chain', 3, 'ERC20', ?, ?, ?, ?, 100, '0xb100', 1, 12, 'confirming', ?)`,
  )
  await env.DB.batch(
    logs.map((units, index) => old.bind(user.userId, String(units), told.address, told.txId, index + 2, Date.now())),
  )
}

/** Credited with forty blocks on top; then another way from block 95 on. */
async function credited(name: string): Promise<Met & { readonly before: string; readonly now: number }> {
  const met = await meet(name)
  const [before] = await balance(met.user)
  await met.watchAt(101)
  await met.watchAt(140)
  expect((await newestDeposit(met.user)).state).toBe('passed')
  Object.assign(met.state, { fork: 'x', forkFrom: 95 })
  return { ...met, before, now: Date.now() }
}

test('Alice’s 25 USDT are mined again with other logs before them, forty blocks later: the same deposit, credited once', async () => {
  const { user, told, before, now, watchAt } = await credited('Alice')
  Object.assign(told, { height: 142, approvals: 2 })
  for (const [second, tip] of [141, 143, 150, 160, 174, 175, 300].entries()) {
    await watchAt(tip, now + second * 1_000)
    expect(await rowsOf(user)).toEqual(['passed 25000000'])
    expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
  }
  const { results } = await env.DB.prepare('SELECT block_hash AS hash, missed_looks AS missed FROM deposit').all()
  expect(results).toEqual([{ hash: '0xb142x', missed: 0 }])
  await expectSound(user)
})

test('10 and 15 USDT to Bob in one transaction are one deposit of 25, and in the other order they still are', async () => {
  const { user, told, state, watchAt } = await meet('Bob')
  const [before] = await balance(user)
  Object.assign(told, { units: [10_000_000, 15_000_000], approvals: 1 })
  await watchAt(101)
  expect(await rowsOf(user)).toEqual(['confirming 25000000'])
  Object.assign(told, { units: [15_000_000, 10_000_000], approvals: 0, height: 102 })
  state.fork = 'x'
  for (const tip of [103, 140, 141]) await watchAt(tip)
  expect(await rowsOf(user)).toEqual(['passed 25000000'])
  Object.assign(told, { units: [5_000_000, 20_000_000], height: 145 })
  Object.assign(state, { fork: 'y', forkFrom: 95 })
  for (const tip of [142, 150, 200, 201]) await watchAt(tip)
  expect(await rowsOf(user)).toEqual(['passed 25000000'])
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
})

test('It brings 26 USDT when it is mined again: no second deposit, and the first goes to a person with its money set aside', async () => {
  const { user, told, before, now, watchAt } = await credited('Carol')
  Object.assign(told, { units: [26_000_000], height: 142 })
  await errorsDuring(async () => {
    for (const minute of [1, 2, 3, 7]) await watchAt(200 + minute, now + minute * MINUTE)
  })
  expect(await rowsOf(user)).toEqual(['review 25000000'])
  const { id, isReorganised } = await newestDeposit(user)
  expect(isReorganised).toBe(true)
  expect(await reviewsOf('deposit', id)).toEqual(['1 open'])
  expect(await balance(user)).toEqual([before, '25000000'])
  await expectSound(user)
})

test('Another transaction took its place: it is a deposit of its own, and the first is taken back', async () => {
  const { user, told, before, now, watchAt, also } = await credited('Dave')
  told.isDropped = true
  also({ height: 142 })
  await errorsDuring(async () => {
    for (const minute of [1, 2, 3, 4, 5, 6, 7]) await watchAt(140 + minute * 10, now + minute * MINUTE)
  })
  expect(await rowsOf(user)).toEqual(['review 25000000', 'passed 25000000'])
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '25000000'])
  await expectSound(user)
})

test('A transaction that waited was replaced before it was deep: only the one that came is credited', async () => {
  const { user, told, state, watchAt, also } = await meet('Erin')
  const [before] = await balance(user)
  await watchAt(101)
  told.isDropped = true
  state.fork = 'x'
  also({ height: 101, units: [24_000_000] })
  const now = Date.now()
  for (const minute of [1, 3, 7, 8]) await watchAt(101 + minute * 10, now + minute * MINUTE)
  expect(await rowsOf(user)).toEqual(['review 25000000', 'passed 24000000'])
  expect(await balance(user)).toEqual([plus(before, 24_000_000n), '0'])
})

test('Mined again it pays Grace and not Frank: she is credited when his deposit was taken back, and not before', async () => {
  const { user: frank, told, before, now, watchAt } = await credited('Frank')
  const grace = await enter('Grace')
  const [hers] = await balance(grace)
  Object.assign(told, { address: await addressOf(grace), height: 142 })
  const free: string[] = []
  await errorsDuring(async () => {
    for (let minute = 1; minute <= 9; minute += 1) {
      await watchAt(140 + minute * 30, now + minute * MINUTE)
      const gained =
        BigInt((await balance(frank))[0]) - BigInt(before) + BigInt((await balance(grace))[0]) - BigInt(hers)
      free.push(String(gained))
    }
  })
  // The credit is first on Frank's account, then on none, then on Grace's.
  expect(new Set(free)).toEqual(new Set(['25000000', '0']))
  expect(await rowsOf(frank)).toEqual(['review 25000000'])
  expect(await rowsOf(grace)).toEqual(['passed 25000000'])
  expect(await balance(grace)).toEqual([plus(hers, 25_000_000n), '0'])
  expect(await balance(frank)).toEqual([before, '25000000'])
})

test('Mined again when nobody looks for Fred’s any more, it pays Gina: not by itself, a person sees both', async () => {
  const { user: fred, told, before, now, watchAt } = await credited('Fred')
  const gina = await enter('Gina')
  const [hers] = await balance(gina)
  Object.assign(told, { address: await addressOf(gina), height: 142 })
  for (const minute of [420, 421, 422]) await watchAt(minute - 200, now + minute * MINUTE)
  expect(await rowsOf(fred)).toEqual(['passed 25000000'])
  expect(await rowsOf(gina)).toEqual(['review 25000000'])
  expect(await balance(gina)).toEqual([hers, '0'])
  expect(await balance(fred)).toEqual([plus(before, 25_000_000n), '0'])
  const { id } = await newestDeposit(gina)
  expect((await depositFacts(env, String(id), 'en'))?.lines.map(({ label }) => label)).toContain('earlier_uses')
})

test('Heidi and Ivan are paid by one transaction: both are credited, and both stay so when it is mined again', async () => {
  const { user: heidi, told, state, watchAt } = await meet('Heidi')
  const ivan = await enter('Ivan')
  const [before] = await balance(ivan)
  told.other = { address: await addressOf(ivan), units: 7_000_000 }
  await watchAt(101)
  await watchAt(140)
  told.height = 142
  Object.assign(state, { fork: 'x', forkFrom: 95 })
  for (const tip of [141, 150, 200, 201]) await watchAt(tip)
  expect(await rowsOf(heidi)).toEqual(['passed 25000000'])
  expect(await rowsOf(ivan)).toEqual(['passed 7000000'])
  expect(await balance(ivan)).toEqual([plus(before, 7_000_000n), '0'])
})

test('What was put in log by log before stays as it is: nothing is added, and each is credited once', async () => {
  const { user, told, watchAt } = await meet('Judy')
  const [before] = await balance(user)
  told.units = [10_000_000, 15_000_000]
  await putInByLog({ user, told }, told.units)
  await watchAt(101)
  await watchAt(140)
  await watchAt(141)
  expect(await rowsOf(user)).toEqual(['passed 10000000', 'passed 15000000'])
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
})

test('One log of 25 USDT that was put in under two numbers before is not credited twice: people look', async () => {
  const { user, told, watchAt } = await meet('Kim')
  const [before] = await balance(user)
  await putInByLog({ user, told }, [25_000_000, 25_000_000])
  const now = Date.now()
  for (const minute of [0, 3, 6]) await watchAt(140 + minute, now + minute * MINUTE)
  // When the second is checked after the first was undone, the second is valid.
  expect(await rowsOf(user)).toContain('review 25000000')
  expect([before, plus(before, 25_000_000n)]).toContain((await balance(user))[0])
})

test('Dust beside what was put in log by log before changes nothing, and as much as a deposit beside it is looked at', async () => {
  for (const [dust, state] of [
    [100_000, 'passed'],
    [30_000_000, 'review'],
  ] as const) {
    const { user, told, watchAt } = await meet('Leo')
    const [before] = await balance(user)
    told.units = [25_000_000, dust]
    await putInByLog({ user, told }, [25_000_000])
    const now = Date.now()
    for (const minute of [0, 3, 6]) await watchAt(140 + minute, now + minute * MINUTE)
    expect(await rowsOf(user)).toEqual([`${state} 25000000`])
    expect(await balance(user)).toEqual([state === 'passed' ? plus(before, 25_000_000n) : before, '0'])
  }
})

test('Two nodes have one transaction in two blocks, one for Mia and one for Noah: only one of them is credited', async () => {
  const { user: mia, told } = await meet('Mia')
  const noah = await enter('Noah')
  const addresses = [told.address, await addressOf(noah)]
  const row = env.DB.prepare(
    `INSERT INTO deposit (user_id, kind, asset_id, network, amount, address, tx_id, height, block_hash, confirmations,
      confirmations_min, state, created_at) VALUES (?, 'chain', 3, 'ERC20', '25000000', ?, 'T1', 100, '0xb100', 1, 12, 'confirming', ?)`,
  )
  await env.DB.batch([mia, noah].map(({ userId }, index) => row.bind(userId, addresses[index], Date.now())))
  const money = { outputIndex: null, units: 25_000_000n, decimals: 6, memo: '', height: 100, confirmations: 41 }
  const chain: Chain = {
    read: () => Promise.resolve({ transfers: [], position: '140', tip: 140, isAtTip: true }),
    find: (seen) => Promise.resolve({ ...seen, ...money, blockHash: `0xof${addresses.indexOf(seen.address)}` }),
  }
  const watch = { network: 'ERC20', chain, catalogue: await loadCatalogue(env), meter: new CallMeter(1_000) }
  await watchNetwork(env, { ...watch, now: Date.now() })
  expect([await rowsOf(mia), await rowsOf(noah)]).toEqual([['passed 25000000'], ['confirming 25000000']])
})
