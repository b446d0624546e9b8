// Transactions of an Ethereum-compatible chain as its node shows them: what left our source for an address, and what a Safe's calls are.

import { type Hex, encodeFunctionData, encodePacked, parseAbi, toEventHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { SAFE_SUCCESS, safeCalls } from '#services/chains/evm-safe'
import type { Payment } from '#services/chains/payer'
import { HALF, OTHER, SOURCE, TARGET, TOKEN, coinPayment, payerBy, tokenPayment } from './evm-node'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const hex = (value: bigint): Hex => `0x${value.toString(16)}`

/** In block 16 of 18, with a fee of 21,000 at 2. */
const RECEIPT = {
  ...{ blockNumber: '0x10', blockHash: '0xb1', status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x2', logs: [] },
}
const SENT = { from: SOURCE, to: TARGET, value: hex(HALF), input: '0x' }
const NODE = {
  ...{ eth_getTransactionReceipt: RECEIPT, eth_getTransactionByHash: SENT },
  ...{ eth_blockNumber: '0x12', eth_getBlockByNumber: { hash: '0xb1', timestamp: '0x10' } },
}
const PLACED = { is: 'placed', confirmations: 3, hasFailed: false, minedAt: 16_000, networkFee: 42_000n }

const look = (differs: object, payment: Payment = coinPayment(), nonce: number | null = null) =>
  payerBy({ ...NODE, ...differs }).payer.look(payment, { txId: '0xaa', nonce, raw: '' })
const sent = (differs: object, payment?: Payment) =>
  look({ eth_getTransactionByHash: { ...SENT, ...differs } }, payment)
const received = (differs: object, payment?: Payment) =>
  look({ eth_getTransactionReceipt: { ...RECEIPT, ...differs } }, payment)

describe('a transaction', () => {
  it('waits until a block has it', async () => {
    const pending = { is: 'pending' }
    expect(await look({ eth_getTransactionReceipt: null })).toEqual(pending)
    expect(await received({ blockNumber: null, blockHash: null })).toEqual(pending)
    // A block that was replaced, or answers of two nodes.
    expect(await look({ eth_getTransactionByHash: null })).toEqual(pending)
    for (const block of [null, { hash: '0xb2' }]) expect(await look({ eth_getBlockByNumber: block })).toEqual(pending)
    expect(await look({ eth_blockNumber: '0xf' })).toEqual(pending)
  })

  it('is missing while the node knows none, and replaced once its number is used', async () => {
    const none = { eth_getTransactionReceipt: null, eth_getTransactionByHash: null }
    expect(await look(none)).toEqual({ is: 'missing' })
    const at = async (count: string) => {
      const { payer, asked } = payerBy({ ...none, eth_getTransactionCount: count })
      const sight = await payer.look(coinPayment(), { txId: '0xaa', nonce: 3, raw: '' })
      return [sight, asked.at(-1)]
    }
    const counted = ['eth_getTransactionCount', [SOURCE, 'latest']]
    expect([await at('0x3'), await at('0x4')]).toEqual([
      [{ is: 'missing' }, counted],
      [{ is: 'replaced' }, counted],
    ])
  })

  it('is placed with its confirmations, its time and its fee', async () => {
    const { payer, asked } = payerBy(NODE)
    expect(await payer.look(coinPayment(), { txId: '0xaa', nonce: null, raw: '' })).toEqual({
      ...PLACED,
      paid: 50_000_000n,
    })
    expect(asked).toEqual([
      ['eth_getTransactionReceipt', ['0xaa']],
      ['eth_getTransactionByHash', ['0xaa']],
      ['eth_blockNumber', []],
      ['eth_getBlockByNumber', ['0x10', false]],
    ])
    expect(await look({ eth_blockNumber: '0x10' })).toMatchObject({ confirmations: 1 })
    expect(await look({ eth_getBlockByNumber: { hash: '0xb1' } })).toMatchObject({ minedAt: null })
  })

  it('used a number of our source, where that sent it and the node says which', async () => {
    // 0xff is 255; the number of a stranger is none of ours.
    expect(await sent({ nonce: '0xff' })).toEqual({ ...PLACED, paid: 50_000_000n, nonce: 255 })
    expect(await sent({ nonce: '0xff', from: OTHER })).not.toHaveProperty('nonce')
    expect(await sent({})).not.toHaveProperty('nonce')
  })

  it('that failed paid nothing, at a fee', async () => {
    expect(await received({ status: '0x0' })).toEqual({ ...PLACED, hasFailed: true, paid: 0n })
  })

  it('is read as documented only', async () => {
    const wrong = [`x${SOURCE}`, `${SOURCE}0`, SOURCE.slice(0, -1), `0x${'z'.repeat(40)}`]
    for (const from of wrong) await expect(sent({ from })).rejects.toThrow('eth_getTransactionByHash')
    await expect(sent({ input: undefined })).rejects.toThrow('eth_getTransactionByHash')
    await expect(received({ logs: [{}] })).rejects.toThrow('eth_getTransactionReceipt')
  })
})

describe('a payment in the coin', () => {
  it('is what our source sent to the address, however that is written', async () => {
    expect(await sent({ from: SOURCE.toLowerCase() })).toEqual({ ...PLACED, paid: 50_000_000n })
    expect(await sent({ value: hex(HALF * 2n - 1n) })).toMatchObject({ paid: 99_999_999n })
    const letters = '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'
    expect(await sent({ to: letters }, coinPayment({ target: `0x${letters.slice(2).toUpperCase()}` }))).toMatchObject({
      paid: 50_000_000n,
    })
  })

  it('is nothing to another address, or from another source, whose fee is not ours', async () => {
    expect(await sent({ to: OTHER })).toEqual({ ...PLACED, paid: 0n })
    expect(await sent({ to: null })).toEqual({ ...PLACED, paid: 0n })
    expect(await sent({ from: OTHER })).toEqual({ ...PLACED, paid: 0n, networkFee: null })
  })
})

describe('a payment in a token', () => {
  const log = (differs: object = {}) => ({
    ...{ address: TOKEN.toLowerCase(), topics: [TRANSFER, word(SOURCE), word(TARGET)], data: hex(12_500_000n) },
    ...differs,
  })
  const paid = async (...logs: readonly object[]) => {
    const sight = await received({ logs }, tokenPayment())
    return sight.is === 'placed' ? sight.paid : sight.is
  }

  it('is the sum of what its contract moved from our source to the address', async () => {
    expect(await paid(log())).toBe(12_500_000n)
    expect(await paid(log(), log({ data: hex(7n) }), log({ data: '0x' }))).toBe(12_500_007n)
    expect(await paid()).toBe(0n)
  })

  it.each([
    ['another contract', { address: OTHER }],
    ['another event', { topics: [SAFE_SUCCESS, word(SOURCE), word(TARGET)] }],
    ['another source', { topics: [TRANSFER, word(OTHER), word(TARGET)] }],
    ['another address', { topics: [TRANSFER, word(SOURCE), word(OTHER)] }],
    ['an event without addresses', { topics: [TRANSFER] }],
  ])('is nothing of %s', async (_, differs) => {
    expect(await paid(log(differs))).toBe(0n)
  })

  it('is nothing where the token is unknown', async () => {
    expect(await received({ logs: [log()] }, tokenPayment({ assetCode: 'DAI' }))).toEqual({ ...PLACED, paid: 0n })
  })
})

describe('the money at the source', () => {
  it('is that of the coin and of each token', async () => {
    const { payer } = payerBy({ eth_getBalance: '0x5', eth_call: '0x7' })
    expect(payer.knowsSource).toBe(true)
    expect(await payer.float()).toEqual([
      { assetCode: 'ETH', decimals: 18, units: 5n },
      { assetCode: 'USDT', decimals: 6, units: 7n },
    ])
  })
})

describe('a Safe', () => {
  const EXECUTE = parseAbi([
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  ])
  const execute = (to: Hex, value: bigint, data: Hex, operation: number): Hex =>
    encodeFunctionData({
      ...{ abi: EXECUTE, functionName: 'execTransaction' },
      args: [to, value, data, operation, 0n, 0n, 0n, OTHER, OTHER, '0x'],
    })
  const packed = (operation: number, to: Hex, value: bigint, data: Hex) => {
    const types = ['uint8', 'address', 'uint256', 'uint256', 'bytes'] as const
    return encodePacked(types, [operation, to, value, BigInt((data.length - 2) / 2), data]).slice(2)
  }
  const many = (...calls: readonly string[]): Hex =>
    encodeFunctionData({
      ...{ abi: parseAbi(['function multiSend(bytes transactions)']), functionName: 'multiSend' },
      args: [`0x${calls.join('')}`],
    })

  it('says that it succeeded by the event of its contract', () => {
    expect(SAFE_SUCCESS).toBe(toEventHash('ExecutionSuccess(bytes32,uint256)'))
  })

  it('makes one call, or those of a list, and no delegated ones', () => {
    expect(safeCalls(execute(TARGET, 5n, '0x0102', 0))).toEqual([{ to: TARGET, value: 5n, data: '0x0102' }])
    const list = many(packed(0, TARGET, 5n, '0x010203'), packed(1, OTHER, 6n, '0x04'), packed(0, OTHER, 7n, '0x'))
    expect(safeCalls(execute(TOKEN, 0n, list, 1))).toEqual([
      { to: TARGET, value: 5n, data: '0x010203' },
      { to: OTHER, value: 7n, data: '0x' },
    ])
    expect(safeCalls(execute(TOKEN, 0n, many(), 1))).toEqual([])
    expect([safeCalls('0x'), safeCalls('0x12345678'), safeCalls(execute(TOKEN, 0n, '0x01', 1))]).toEqual([[], [], []])
  })

  it('pays by its calls, whoever sent them, if its own word says that they succeeded', async () => {
    const success = { address: SOURCE, topics: [SAFE_SUCCESS], data: '0x' }
    const input = execute(TARGET, HALF, '0x', 0)
    const seen = (logs: readonly object[], differs: object = {}) =>
      look({
        eth_getTransactionReceipt: { ...RECEIPT, logs },
        eth_getTransactionByHash: { ...{ from: OTHER, to: SOURCE, value: '0x0', input }, ...differs },
      })
    expect(await seen([success])).toEqual({ ...PLACED, paid: 50_000_000n })
    const failed = { ...PLACED, hasFailed: true, paid: 0n }
    expect(await seen([])).toEqual(failed)
    expect(await seen([{ ...success, address: OTHER }])).toEqual(failed)
    expect(await seen([{ ...success, topics: [TRANSFER] }])).toEqual(failed)
    // Of many words one is that.
    expect(await seen([{ ...success, topics: [TRANSFER] }, success])).toMatchObject({ hasFailed: false })
    // Calls to another address are not ours.
    expect(await seen([success], { to: OTHER })).toEqual({ ...PLACED, paid: 0n, networkFee: null })
  })
})
