// Networks whose users share one address, from a node's answers to the credited wallet: the memo or tag identifies the user. And readings
// that exceed their call budget.

import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Catalogue } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter, CallsUsedUp } from '#services/chains/call-meter'
import type { Chain } from '#services/chains/chain'
import { evmChain } from '#services/chains/evm'
import { solanaChain } from '#services/chains/solana'
import { xrpChain } from '#services/chains/xrp'
import { type JsonRpc, NodeRefusal } from '#services/chains/json-rpc'
import { findReceivingPlace } from '#services/chains/networks'
import { watchNetwork } from '#services/chains/watcher'
import { textsOf } from '../kit/log-texts'
import { seed } from '../api/client'
import { type User, XRP, balance, enter, expectSound, value } from './customers'

let catalogue: Catalogue
let sol = 0
beforeAll(async () => {
  await seed()
  catalogue = await loadCatalogue(env)
  sol = catalogue.assets.find(({ code }) => code === 'SOL')?.id ?? 0
})
beforeEach(async () => {
  await env.DB.batch(['deposit', 'chain_cursor'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => vi.restoreAllMocks()
})

const metered =
  (answer: (method: string, params: readonly unknown[]) => unknown, meter: CallMeter): JsonRpc =>
  async (method, params) => {
    await Promise.resolve()
    meter.take()
    return answer(method, params)
  }

const watch = (network: string, chain: Chain, meter: CallMeter, now = Date.now()) =>
  watchNetwork(env, { network, chain, catalogue, now, meter })

const placeOf = async ({ userId }: User, network: string) => value(await findReceivingPlace(env, userId, network))

const statesOf = async ({ userId }: User) =>
  (
    await env.DB.prepare('SELECT tx_id, state, amount FROM deposit WHERE user_id = ? ORDER BY id')
      .bind(userId)
      .all<{ tx_id: string; state: string; amount: string }>()
  ).results.map(({ tx_id, state, amount }) => `${tx_id} ${state} ${amount}`)

const cursorOf = (network: string) =>
  env.DB.prepare('SELECT position FROM chain_cursor WHERE network = ?').bind(network).first<string>('position')

/** Spy on warnings in the log. */
const warned = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined)

interface Sent {
  readonly txId: string
  readonly slot: number
  readonly lamports: number
  readonly memo: string
  readonly err?: object
}

/** Newest first, in a state that the story changes. */
function solana(address: string, state: { tip: number; sent: readonly Sent[] }) {
  return (method: string, params: readonly unknown[]): unknown => {
    if (method === 'getSlot') return state.tip
    if (method === 'getFirstAvailableBlock') return 0
    if (method === 'getBlock') return { blockhash: `B${Number(params[0])}` }
    const shown = state.sent.filter(({ slot }) => slot <= state.tip)
    if (method === 'getSignaturesForAddress') {
      const { until, limit } = params[1] as { readonly until?: string; readonly limit: number }
      const end = shown.findIndex(({ txId }) => txId === until)
      const page = shown.slice(0, end < 0 ? shown.length : end).slice(0, limit)
      return page.map(({ txId, slot, err }) => ({ signature: txId, slot, err: err ?? null }))
    }
    const one = shown.find(({ txId }) => txId === params[0])
    if (method !== 'getTransaction' || !one) return null
    const instructions = one.memo === '' ? [] : [{ program: 'spl-memo', parsed: one.memo }]
    return {
      slot: one.slot,
      meta: { err: one.err ?? null, preBalances: [1_000], postBalances: [1_000 + one.lamports] },
      transaction: { message: { accountKeys: [{ pubkey: address }], instructions } },
    }
  }
}

test('Two SOL with Alice’s memo are hers once they are deep enough; what names nobody, failed or is dust is nobody’s', async () => {
  const log = warned()
  const alice = await enter('Alice')
  const { address, memo } = await placeOf(alice, 'SOL')
  const [before] = await balance(alice, sol)
  const state = { tip: 1_000, sent: [] as Sent[] }
  const run = async (tip: number, calls = 500) => {
    state.tip = tip
    const meter = new CallMeter(calls)
    await watch('SOL', solanaChain(metered(solana(address, state), meter), address), meter)
  }
  await run(1_000)
  state.sent = [
    { txId: 'failed', slot: 1_005, lamports: 2_000_000_000, memo, err: {} },
    { txId: 'dust', slot: 1_004, lamports: 1, memo },
    { txId: 'dust-of-nobody', slot: 1_003, lamports: 1, memo: 'hello' },
    { txId: 'unnamed', slot: 1_002, lamports: 3_000_000_000, memo: '' },
    { txId: 'hers', slot: 1_001, lamports: 2_000_000_000, memo },
  ]
  await run(1_010)
  expect(await statesOf(alice)).toEqual(['hers confirming 2000000000'])
  for (const tip of [1_011, 1_500, 1_501]) await run(tip)
  expect(await statesOf(alice)).toEqual(['hers passed 2000000000'])
  expect(await balance(alice, sol)).toEqual([String(BigInt(before) + 2_000_000_000n), '0'])
  // Logged once, dust never.
  expect(textsOf(log)).toEqual([expect.stringMatching(/SOL: .* name no user: unnamed$/)])
  await expectSound(alice)
})

/** Ledgers up to a tip, with payments to an address. */
function ledgers(
  address: string,
  state: { tip: number; paid: readonly (readonly [string, number, number, string])[] },
) {
  return (method: string, [param]: readonly unknown[]): unknown => {
    const params = param as Record<string, unknown>
    const payments = state.paid.map(([hash, ledger, drops, tag]) => ({
      tx: {
        TransactionType: 'Payment',
        Destination: address,
        ...(tag === '' ? {} : { DestinationTag: Number(tag) }),
        // A partial payment states more than it delivers.
        Amount: '990000000',
        hash,
        ledger_index: ledger,
      },
      meta: { TransactionResult: 'tesSUCCESS', delivered_amount: String(drops) },
      validated: true,
    }))
    if (method === 'ledger') {
      const index = params['ledger_index'] === 'validated' ? state.tip : Number(params['ledger_index'])
      return { ledger_index: index, ledger_hash: `L${index}`, validated: true }
    }
    if (method === 'tx') {
      const found = payments.find(({ tx }) => tx.hash === params['transaction'])
      return found ? { ...found.tx, meta: found.meta, validated: true } : { status: 'error', error: 'txnNotFound' }
    }
    const [min, max] = [Number(params['ledger_index_min']), Number(params['ledger_index_max'])]
    const transactions = payments.filter(({ tx }) => tx.ledger_index >= min && tx.ledger_index <= max)
    return { ledger_index_min: min, ledger_index_max: max, transactions }
  }
}

test('What a payment in XRP delivers is Bob’s by his tag, once, and strangers’ payments are one line of the log', async () => {
  const log = warned()
  const bob = await enter('Bob')
  const { address, memo } = await placeOf(bob, 'XRP')
  const [before] = await balance(bob, XRP)
  const state = { tip: 100, paid: [] as (readonly [string, number, number, string])[] }
  const run = async (tip: number, calls = 500) => {
    state.tip = tip
    const meter = new CallMeter(calls)
    await watch('XRP', xrpChain(metered(ledgers(address, state), meter), address), meter)
  }
  await run(100)
  const strangers = Array.from({ length: 60 }, (_, index) => [`S${index}`, 102, 50_000_000, ''] as const)
  state.paid = [['his', 101, 25_000_000, memo], ...strangers]
  await run(103)
  for (const tip of [104, 300, 301]) await run(tip)
  expect(await statesOf(bob)).toEqual(['his passed 25000000'])
  expect(await balance(bob, XRP)).toEqual([String(BigInt(before) + 25_000_000n), '0'])
  expect(textsOf(log)).toEqual([expect.stringMatching(/XRP: .* name no user: S0, .*S9 and 50 more$/)])
  await expectSound(bob)
})

test('A reading for which the calls are not enough changes nothing, and the next one with enough reads all of it', async () => {
  const log = warned()
  const carol = await enter('Carol')
  const { address, memo } = await placeOf(carol, 'XRP')
  const paid = [1, 2, 3].map((number) => [`P${number}`, 100 + number, 30_000_000, memo] as const)
  const state = { tip: 100, paid }
  const run = async (calls: number) => {
    const meter = new CallMeter(calls)
    await watch('XRP', xrpChain(metered(ledgers(address, state), meter), address), meter)
  }
  await run(10)
  state.tip = 104
  // The tip, the history and one of three ledgers.
  await expect(run(3)).rejects.toThrow(CallsUsedUp)
  expect(await cursorOf('XRP')).toBe('100')
  expect(await statesOf(carol)).toEqual([])
  expect(textsOf(log)).toEqual(['chain XRP: the calls were not enough for one reading'])
  await run(500)
  expect(await cursorOf('XRP')).toBe('104')
  expect(await statesOf(carol)).toHaveLength(3)
})

test('At Solana’s address what was read before the calls were used up is kept, and each run reads on from there', async () => {
  const dan = await enter('Dan')
  const { address, memo } = await placeOf(dan, 'SOL')
  const state = { tip: 1_000, sent: [] as Sent[] }
  const run = async (calls: number) => {
    const meter = new CallMeter(calls)
    await watch('SOL', solanaChain(metered(solana(address, state), meter), address), meter)
  }
  await run(500)
  state.sent = [3, 2, 1].map((number) => ({ txId: `D${number}`, slot: 1_000 + number, lamports: 2_000_000_000, memo }))
  state.tip = 1_004
  const counts: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    // Three calls to start, two for the first and one more.
    await run(6)
    counts.push((await statesOf(dan)).length)
  }
  expect(counts).toEqual([1, 2, 3])
  expect(await cursorOf('SOL')).toBe('1003 D3')
})

test('Of Ethereum’s blocks, too, none is passed over when the calls end among them', async () => {
  warned()
  const block = (height: number) => ({
    number: `0x${height.toString(16)}`,
    hash: `0xb${height}`,
    parentHash: `0xb${height - 1}`,
    transactions: [],
  })
  const answer = (method: string, [param]: readonly unknown[]): unknown => {
    if (method === 'eth_blockNumber') return '0x78'
    if (method === 'eth_getBlockByNumber') return block(Number(param))
    throw new NodeRefusal(method, -32_601, 'the method does not exist')
  }
  const config = { network: 'ERC20', coin: 'ETH', tokens: [], depth: 12 }
  const run = async (calls: number) => {
    const meter = new CallMeter(calls)
    await watch('ERC20', evmChain(metered(answer, meter), config), meter)
  }
  await env.DB.prepare("INSERT INTO chain_cursor (network, position, read_at) VALUES ('ERC20', '100 0xb100', 1)").run()
  await expect(run(8)).rejects.toThrow(CallsUsedUp)
  expect(await cursorOf('ERC20')).toBe('100 0xb100')
  await run(100)
  expect(await cursorOf('ERC20')).toBe('120 0xb120')
})
