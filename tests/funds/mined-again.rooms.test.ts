// A token's transfer on a chain that changes its mind: read from a node's own JSON-RPC, put into the directory, and credited by the Account.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { tellAccount } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter } from '#services/funds/call-meter'
import { evmChain } from '#services/funds/chain-evm'
import type { JsonRpc } from '#services/funds/json-rpc'
import { findReceivingPlace } from '#services/funds/networks'
import { watchNetwork } from '#services/funds/watch'
import { seed } from '../api/client'
import { type User, balance, enter, expectSound, newestDeposit, reviewsOf, value } from './customers'

beforeAll(async () => {
  await seed()
})

const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`
const CONFIG = { network: 'ERC20', coin: 'ETH', tokens: [{ assetCode: 'USDT', contract: CONTRACT, decimals: 6 }] }
const MINUTE = 60_000
let transactions = 0

/** One transfer of USDT in one transaction, as a node tells of it. */
interface Told {
  readonly txId: string
  address: string
  units: number
  height: number
  /** Through the block. */
  logIndex: number
  /** Behind the hash of its chain's blocks. */
  fork: string
}

const tell = (address: string, units: number): Told => ({
  txId: word(String((transactions += 1))),
  address,
  units,
  height: 100,
  logIndex: 7,
  fork: '',
})

/** A node that has this one transfer, and its tip. */
function nodeOf(told: Told, state: { tip: number; isWithout: boolean }): JsonRpc {
  const logOf = ({ txId, address, units, height, logIndex, fork }: Told) => ({
    address: CONTRACT,
    topics: [TRANSFER, word('1'), word(address)],
    data: word(hex(units)),
    blockNumber: hex(height),
    blockHash: `0xb${height}${fork}`,
    transactionHash: txId,
    logIndex: hex(logIndex),
  })
  const isThere = () => !state.isWithout && told.height <= state.tip
  // Where the transfer went another way, the blocks did.
  const hashAt = (height: number) =>
    state.isWithout && height >= 100 ? `0xother${height}` : `0xb${height}${told.fork}`
  const blockAt = (height: number) =>
    height > state.tip ? null : { number: hex(height), hash: hashAt(height), transactions: [] }
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_blockNumber') return hex(state.tip)
    if (method === 'eth_getBlockByNumber') return blockAt(parseInt(String(params[0]), 16))
    if (method === 'eth_getLogs') return isThere() ? [logOf(told)] : []
    if (!isThere()) return null
    return { blockNumber: hex(told.height), blockHash: hashAt(told.height), status: '0x1', logs: [logOf(told)] }
  }
  return (method, params) => Promise.resolve(answer(method, params))
}

interface Met {
  readonly user: User
  readonly told: Told
  readonly state: { tip: number; isWithout: boolean }
  readonly watchAt: (tip: number, now?: number) => Promise<void>
}

async function meet(name: string): Promise<Met> {
  const user = await enter(name)
  const { address } = value(await findReceivingPlace(env, user.userId, 'ERC20'))
  const told = tell(address, 25_000_000)
  const state = { tip: 90, isWithout: false }
  const chain = evmChain(nodeOf(told, state), CONFIG)
  const catalogue = await loadCatalogue(env)
  await env.DB.prepare("DELETE FROM chain_cursor WHERE network = 'ERC20'").run()
  const watchAt = (tip: number, now = Date.now()) => {
    state.tip = tip
    return watchNetwork(env, { network: 'ERC20', chain, catalogue, now, meter: new CallMeter(1_000) })
  }
  await watchAt(90)
  return { user, told, state, watchAt }
}

const countOf = async ({ userId }: User) =>
  await env.DB.prepare('SELECT count(*) AS count FROM deposit WHERE user_id = ?').bind(userId).first<number>('count')

test('A transfer of 25 USDT that is mined again in another block stays one deposit, and is credited once by itself', async () => {
  const { user, told, watchAt } = await meet('Alice')
  const [before] = await balance(user)
  await watchAt(101)
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming', amount: '25.000000' })
  Object.assign(told, { height: 102, logIndex: 41, fork: 'x' })
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
  ['of another amount', { units: 26_000_000 }],
  ['to somebody else', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }],
] as const) {
  test(`A transfer that is mined again ${what} is not credited: a person looks`, async () => {
    const { user, told, watchAt } = await meet('Bob')
    const before = await balance(user)
    await watchAt(101)
    Object.assign(told, { height: 102, fork: 'x', ...differs })
    await watchAt(200)
    expect((await newestDeposit(user)).state).toBe('confirming')
    await watchAt(201, Date.now() + 3 * MINUTE)
    await watchAt(202, Date.now() + 6 * MINUTE)
    const seen = await newestDeposit(user)
    expect(seen).toMatchObject({ state: 'review', isReorganised: true })
    expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
    expect(await balance(user)).toEqual(before)
    expect((await tellAccount(env, user.userId, { type: 'verify' })).problems).toEqual([])
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
  // Now behind its block, and then before it is as deep as it must be.
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
    const { user, told, watchAt } = await meet('Erin')
    await watchAt(101)
    await watchAt(200)
    const now = Date.now()
    Object.assign(told, { height: 199, fork: 'x' })
    await watchAt(201, now + MINUTE)
    await watchAt(202, now + 2 * MINUTE)
    await watchAt(isSoon ? 300 : 203, now + 7 * MINUTE)
    expect((await newestDeposit(user)).state).toBe(isSoon ? 'passed' : 'review')
  }
})
