// A token's transfer on a chain that changes its mind: read from a node's own JSON-RPC, put into the directory, and credited by the Account.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { seed } from '../api/client'
import { type User, balance, expectSound, newestDeposit, reviewsOf } from './customers'
import { MINUTE, meet } from './evm-story'

beforeAll(async () => {
  await seed()
})

const countOf = async ({ userId }: User) =>
  await env.DB.prepare('SELECT count(*) AS count FROM deposit WHERE user_id = ?').bind(userId).first<number>('count')

test('A transfer of 25 USDT that is mined again in another block stays one deposit, and is credited once by itself', async () => {
  const { user, told, state, watchAt } = await meet('Alice')
  const [before] = await balance(user)
  await watchAt(101)
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming', amount: '25.000000' })
  Object.assign(told, { height: 102, approvals: 3 })
  state.fork = 'x'
  await watchAt(103)
  expect(await countOf(user)).toBe(1)
  expect((await newestDeposit(user)).state).toBe('confirming')
  await watchAt(200)
  await watchAt(201)
  expect(await countOf(user)).toBe(1)
  expect((await newestDeposit(user)).state).toBe('passed')
  expect(await balance(user)).toEqual([String(BigInt(before) + 25_000_000n), '0'])
  await expectSound(user)
})

for (const [what, differs] of [
  ['of another amount', { units: [26_000_000] }],
  ['to somebody else', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }],
] as const) {
  test(`A transfer that is mined again ${what} is not credited: a person looks`, async () => {
    const { user, told, state, watchAt } = await meet('Bob')
    const before = await balance(user)
    await watchAt(101)
    Object.assign(told, { height: 102, ...differs })
    state.fork = 'x'
    await watchAt(200)
    expect((await newestDeposit(user)).state).toBe('confirming')
    await watchAt(201, Date.now() + 3 * MINUTE)
    await watchAt(202, Date.now() + 6 * MINUTE)
    const seen = await newestDeposit(user)
    expect(seen).toMatchObject({ state: 'review', isReorganised: true })
    expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
    expect(await balance(user)).toEqual(before)
    expect((await callAccountAsSystem(env, user.userId, { type: 'verify' })).problems).toEqual([])
  })
}

test('A node that is behind, once or for hours, keeps no deposit from being credited and takes none back', async () => {
  const { user, watchAt } = await meet('Carol')
  const [before] = await balance(user)
  await watchAt(101)
  const now = Date.now()
  for (let minute = 1; minute <= 20; minute += 1) await watchAt(99, now + minute * MINUTE)
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming', confirmations: 2 })
  await watchAt(200, now + 21 * MINUTE)
  expect((await newestDeposit(user)).state).toBe('passed')
  // Alternately behind its block, and below the required confirmations.
  for (let minute = 22; minute <= 60; minute += 1) await watchAt(minute % 2 ? 99 : 101, now + minute * MINUTE)
  expect(await newestDeposit(user)).toMatchObject({ state: 'passed', isReorganised: false })
  expect(await balance(user)).toEqual([String(BigInt(before) + 25_000_000n), '0'])
})

test('One node of two that went another way is not believed, and when both say it the deposit goes to a person once', async () => {
  const { user, state, watchAt } = await meet('Dave')
  const [before] = await balance(user)
  await watchAt(101)
  await watchAt(200)
  const now = Date.now()
  for (let minute = 1; minute <= 20; minute += 1) {
    state.isWithout = minute % 3 !== 0
    await watchAt(200 + minute, now + minute * MINUTE)
  }
  expect((await newestDeposit(user)).state).toBe('passed')
  state.isWithout = true
  // Three looks within one minute are not enough either.
  for (const second of [0, 1, 2, 3]) await watchAt(230, now + 21 * MINUTE + second * 1_000)
  expect((await newestDeposit(user)).state).toBe('passed')
  for (const minute of [22, 24, 26, 28]) await watchAt(240, now + minute * MINUTE)
  const seen = await newestDeposit(user)
  expect(seen).toMatchObject({ state: 'review', isReorganised: true })
  expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
  expect(await balance(user)).toEqual([before, '25000000'])
})

test('A credited transfer that is mined again and not yet deep stays credited if it soon is, and is looked at if it is not', async () => {
  for (const isSoon of [true, false]) {
    const { user, told, state, watchAt } = await meet('Erin')
    await watchAt(101)
    await watchAt(200)
    const now = Date.now()
    told.height = 199
    state.fork = 'x'
    await watchAt(201, now + MINUTE)
    await watchAt(202, now + 2 * MINUTE)
    await watchAt(isSoon ? 300 : 203, now + 7 * MINUTE)
    expect((await newestDeposit(user)).state).toBe(isSoon ? 'passed' : 'review')
  }
})

test('A credited transfer that is deep again in another block is not taken back when a node is behind later', async () => {
  const { user, told, state, watchAt } = await meet('Frank')
  await watchAt(101)
  await watchAt(140)
  expect((await newestDeposit(user)).state).toBe('passed')
  const credited = await balance(user)
  const now = Date.now()
  told.height = 135
  state.fork = 'x'
  await watchAt(141, now + MINUTE)
  await watchAt(300, now + 2 * MINUTE)
  for (const minute of [30, 33, 36]) await watchAt(150, now + minute * MINUTE)
  expect(await newestDeposit(user)).toMatchObject({ state: 'passed', isReorganised: false })
  expect(await balance(user)).toEqual(credited)
})

test('The node that is asked for logs is behind the one that tells the blocks: 25 USDT are read when it has them', async () => {
  const { user, told, state, watchAt } = await meet('Grace')
  const [before] = await balance(user)
  told.height = 112
  await watchAt(100)
  state.logsTip = 108
  await watchAt(130)
  expect(await countOf(user)).toBe(0)
  state.logsTip = Infinity
  await watchAt(131)
  await watchAt(300)
  expect((await newestDeposit(user)).state).toBe('passed')
  expect(await balance(user)).toEqual([String(BigInt(before) + 25_000_000n), '0'])
})

test('A transfer that first comes with a change of fifteen blocks that were read already is read', async () => {
  const { user, told, state, watchAt } = await meet('Heidi')
  told.height = 5_000
  await watchAt(100)
  await watchAt(120)
  told.height = 106
  Object.assign(state, { fork: 'x', forkFrom: 105 })
  // At the same or a lower height, the changed blocks go unnoticed.
  await watchAt(120)
  await watchAt(121)
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming', amount: '25.000000' })
  await watchAt(137)
  expect((await newestDeposit(user)).state).toBe('passed')
})
