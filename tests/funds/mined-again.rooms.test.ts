// A token's transfer on a chain that changes its mind: read from a node's own JSON-RPC, put into the directory, and credited by the Account.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { tellAccount } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
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
let transactions = 0

/** One transfer of USDT in one transaction, as a node tells of it. */
interface Told {
  readonly txId: string
  address: string
  units: number
  height: number
  /** Through the block. */
  logIndex: number
}

const tell = (address: string, units: number): Told => ({
  txId: word(String((transactions += 1))),
  address,
  units,
  height: 100,
  logIndex: 7,
})

/** A node that has this one transfer, and its tip. */
function nodeOf(told: Told, state: { tip: number }): JsonRpc {
  const logOf = ({ txId, address, units, height, logIndex }: Told) => ({
    address: CONTRACT,
    topics: [TRANSFER, word('1'), word(address)],
    data: word(hex(units)),
    blockNumber: hex(height),
    blockHash: `0xb${height}`,
    transactionHash: txId,
    logIndex: hex(logIndex),
  })
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_blockNumber') return hex(state.tip)
    if (method === 'eth_getBlockByNumber')
      return { number: params[0], hash: `0xb${parseInt(String(params[0]), 16)}`, transactions: [] }
    if (method === 'eth_getLogs') return [logOf(told)]
    return { blockNumber: hex(told.height), blockHash: `0xb${told.height}`, status: '0x1', logs: [logOf(told)] }
  }
  return <Result>(method: string, params: readonly unknown[]) => Promise.resolve(answer(method, params) as Result)
}

async function meet(name: string): Promise<{ user: User; told: Told; watchAt: (tip: number) => Promise<void> }> {
  const user = await enter(name)
  const { address } = value(await findReceivingPlace(env, user.userId, 'ERC20'))
  const told = tell(address, 25_000_000)
  const state = { tip: 90 }
  const chain = evmChain(nodeOf(told, state), CONFIG)
  const catalogue = await loadCatalogue(env)
  await env.DB.prepare("DELETE FROM chain_cursor WHERE network = 'ERC20'").run()
  const watchAt = (tip: number) => {
    state.tip = tip
    return watchNetwork(env, { network: 'ERC20', chain, catalogue, now: Date.now() })
  }
  await watchAt(90)
  return { user, told, watchAt }
}

const countOf = async ({ userId }: User) =>
  await env.DB.prepare('SELECT count(*) AS count FROM deposit WHERE user_id = ?').bind(userId).first<number>('count')

test('A transfer of 25 USDT that is mined again in another block stays one deposit, and is credited once by itself', async () => {
  const { user, told, watchAt } = await meet('Alice')
  const [before] = await balance(user)
  await watchAt(101)
  expect(await newestDeposit(user)).toMatchObject({ state: 'confirming', amount: '25.000000' })
  Object.assign(told, { height: 102, logIndex: 41 })
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
    Object.assign(told, { height: 102, ...differs })
    await watchAt(200)
    const seen = await newestDeposit(user)
    expect(seen).toMatchObject({ state: 'review', isReorganised: true })
    expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
    expect(await balance(user)).toEqual(before)
    expect((await tellAccount(env, user.userId, { type: 'verify' })).problems).toEqual([])
  })
}
