// The adapters of real chains against a local server that speaks their nodes' documented JSON-RPC.

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { CallMeter, CallsUsedUp } from '#services/chains/call-meter'
import { bitcoinChain, openBitcoinNode } from '#services/chains/bitcoin'
import { evmChain } from '#services/chains/evm'
import { type JsonRpc, NodeRefusal, openNode } from '#services/chains/json-rpc'
import { waitFor } from '../kit/wait-for'

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

let server: Server | undefined
afterEach(() => server?.close())

/** A node whose answers per method come from the test; requires user and password. */
async function startNode(answer: (method: string, params: readonly unknown[]) => Answer): Promise<string> {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.headers.authorization !== `Basic ${Buffer.from('cm:secret').toString('base64')}`) {
        response.writeHead(401).end()
        return
      }
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      const told = answer(method, params)
      response.writeHead('error' in told ? 500 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://cm:secret@127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A node, or its proxy, that answers every request with this. */
async function startSaying(status: number, body: string): Promise<string> {
  server = createServer((_request, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Transfer as seen in a block that its node still has. */
const seen = (txId: string, assetCode: string, differs: object = {}) => ({
  txId,
  outputIndex: null,
  assetCode,
  address: ALICE,
  height: 100,
  blockHash: '0xb100',
  ...differs,
})

const everybody = (addresses: readonly string[]) => Promise.resolve(new Set(addresses))

const received = {
  txid: 'aa',
  vout: 1,
  category: 'receive',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  amount: 0.1,
  confirmations: 2,
  blockhash: 'block-8',
  blockheight: 8,
}

const RECEIVED = { assetCode: 'BTC', address: received.address }

test('A Bitcoin node tells what its wallet received since a block, to the last satoshi', async () => {
  const asked: unknown[] = []
  const url = await startNode((method, params) => {
    asked.push([method, params])
    return {
      result: {
        transactions: [received, { ...received, txid: 'bb', confirmations: 0 }, { ...received, category: 'send' }],
        lastblock: 'block-9',
      },
    }
  })
  const chain = bitcoinChain(openBitcoinNode(url), 'BTC')
  expect(await chain.read(null, everybody)).toEqual({ transfers: [], position: 'block-9', tip: null, isAtTip: true })
  const { transfers, position } = await chain.read('block-1', everybody)
  expect(position).toBe('block-9')
  expect(transfers).toEqual([
    {
      txId: 'aa',
      outputIndex: 1,
      assetCode: 'BTC',
      units: 10_000_000n,
      decimals: 8,
      address: received.address,
      memo: '',
      height: 8,
      blockHash: 'block-8',
      confirmations: 2,
    },
  ])
  expect(asked[1]).toEqual(['listsinceblock', ['block-1', 100, true]])
})

/** `gettransaction` result for a transaction with that output and change back to the wallet. */
const transaction = {
  confirmations: 2,
  blockhash: 'block-8',
  blockheight: 8,
  details: [
    { vout: 0, category: 'send', address: received.address, amount: -0.3 },
    { vout: 1, category: 'receive', address: received.address, amount: 0.1 },
  ],
}

test('A Bitcoin transaction that lost its block, or that nobody knows, is nowhere', async () => {
  const known: Readonly<Record<string, Answer>> = {
    aa: { result: transaction },
    conflicted: { result: { ...transaction, confirmations: -3 } },
  }
  const url = await startNode((method, [key]) => {
    if (method === 'getblockhash')
      return Number(key) > 8
        ? { error: { code: -8, message: 'Block height out of range' } }
        : { result: `block-${Number(key)}` }
    return known[String(key)] ?? { error: { code: -5, message: 'Invalid or non-wallet transaction id' } }
  })
  const chain = bitcoinChain(openBitcoinNode(url), 'BTC')
  const find = (txId: string, outputIndex: number, blockHash = 'block-8', height = 8) =>
    chain.find({ ...RECEIVED, txId, outputIndex, height, blockHash })
  expect(await find('aa', 1)).toEqual({
    txId: 'aa',
    outputIndex: 1,
    assetCode: 'BTC',
    units: 10_000_000n,
    decimals: 8,
    address: received.address,
    memo: '',
    height: 8,
    blockHash: 'block-8',
    confirmations: 2,
  })
  expect(await find('aa', 0, 'another')).toBe('replaced')
  expect(await find('aa', 2, 'another')).toBe('replaced')
  expect(await find('conflicted', 1, 'another')).toBe('replaced')
  expect(await find('unknown', 1, 'another')).toBe('replaced')
  // Its block still exists, or doesn't exist yet: the wallet or the node is behind.
  expect(await find('unknown', 1)).toBe('unknown')
  expect(await find('unknown', 1, 'block-9', 9)).toBe('unknown')
})

test('A node that tells no heights, as Dogecoin’s does not, is asked for each block once', async () => {
  const { blockheight: _, ...older } = received
  const asked: unknown[] = []
  const url = await startNode((method, params) => {
    asked.push([method, ...params])
    if (method === 'getblockheader') return { result: { height: 8 } }
    if (method === 'gettransaction') return { result: { ...transaction, blockheight: undefined } }
    return {
      result: {
        transactions: [older, { ...older, vout: 2 }, { ...older, category: 'move', vout: undefined }],
        lastblock: 'block-9',
      },
    }
  })
  const chain = bitcoinChain(openBitcoinNode(url), 'DOGE')
  const { transfers } = await chain.read('block-1', everybody)
  expect(transfers.map(({ height, outputIndex }) => [height, outputIndex])).toEqual([
    [8, 1],
    [8, 2],
  ])
  expect(asked).toEqual([
    ['listsinceblock', 'block-1', 100, true],
    ['getblockheader', 'block-8'],
  ])
  const found = await chain.find({ ...RECEIVED, txId: 'aa', outputIndex: 1, height: 8, blockHash: 'block-8' })
  expect(found).toMatchObject({ height: 8 })
})

test('A Bitcoin node that does not know the block that was read last is behind it, and says from where it can be read', async () => {
  const url = await startNode((_method, [since]) =>
    since === ''
      ? { result: { transactions: [], lastblock: 'block-3' } }
      : { error: { code: -5, message: 'Block not found' } },
  )
  expect(await bitcoinChain(openBitcoinNode(url), 'BTC').read('block-9', everybody)).toEqual({
    transfers: [],
    position: 'block-9',
    tip: null,
    isAtTip: true,
    behind: { blocks: null, restart: 'block-3' },
  })
})

test('Another error of a node is not taken for "nowhere"', async () => {
  const url = await startNode(() => ({ error: { code: -28, message: 'Loading block index' } }))
  await expect(bitcoinChain(openBitcoinNode(url), 'BTC').find(seen('aa', 'BTC', { outputIndex: 1 }))).rejects.toThrow(
    'Loading block index (-28)',
  )
  await expect(
    bitcoinChain(openBitcoinNode(url.replace('secret', 'wrong')), 'BTC').find(seen('aa', 'BTC', { outputIndex: 1 })),
  ).rejects.toThrow('401')
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const word = (hex: string) => `0x${hex.replace(/^0x/, '').padStart(64, '0')}`
/** First topic after the event of `log`. */
const SENDER = `0x${'1'.padStart(40, '0')}`

const log = {
  address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  topics: [TRANSFER, word('1'), word(ALICE.toLowerCase())],
  data: word((25_000_000).toString(16)),
  blockNumber: '0x64',
  blockHash: '0xb100',
  transactionHash: '0xt1',
}
const CONFIG = {
  network: 'ERC20',
  coin: 'ETH',
  tokens: [{ assetCode: 'USDT', contract: log.address.toLowerCase(), decimals: 6 }],
  depth: 12,
}

/** Approvals and other contracts' logs precede it in its transaction. */
const receipt = {
  blockNumber: '0x64',
  blockHash: '0xb100',
  status: '0x1',
  logs: [{ ...log, topics: [word('8c5be1e5')] }, log],
}

const coinReceipt = { blockNumber: '0x65', blockHash: '0xb101', status: '0x1', logs: [] }

type Answers = (...params: readonly unknown[]) => unknown

/** Logs of a block by its hash. */
const logsOf = (logs: readonly (typeof log)[]) => (filter: unknown) =>
  logs.filter(({ blockHash }) => blockHash === (filter as { readonly blockHash: string }).blockHash)

function ethereum(differs: Readonly<Record<string, unknown>> = {}) {
  return (method: string, params: readonly unknown[]): Answer => {
    const told = differs[method]
    if (method in differs) return { result: typeof told === 'function' ? (told as Answers)(...params) : told }
    switch (method) {
      case 'eth_blockNumber':
        return { result: '0x66' }
      case 'eth_getBlockByNumber':
        return {
          result: {
            number: params[0],
            hash: `0xb${Number(params[0])}`,
            parentHash: `0xb${Number(params[0]) - 1}`,
            transactions:
              params[0] === '0x65'
                ? [
                    { hash: '0xt2', to: ALICE.toLowerCase(), value: '0xde0b6b3a7640000' },
                    { hash: '0xt3', to: null, value: '0x1' },
                    { hash: '0xt4', to: ALICE.toLowerCase(), value: '0x0' },
                  ]
                : [],
          },
        }
      case 'eth_getLogs':
        return { result: logsOf([log, { ...log, address: '0x0000000000000000000000000000000000000001' }])(params[0]) }
      case 'eth_getTransactionReceipt':
        return { result: params[0] === '0xt2' ? coinReceipt : receipt }
      case 'eth_getTransactionByHash':
        return { result: { hash: params[0], to: ALICE.toLowerCase(), value: '0xde0b6b3a7640000' } }
      default:
        return { error: { code: -32601, message: 'the method does not exist' } }
    }
  }
}

test('An Ethereum node tells coins by their blocks and tokens by their logs, and passes over what is neither', async () => {
  const chain = evmChain(openNode(await startNode(ethereum())), CONFIG)
  expect(await chain.read(null, everybody)).toEqual({ transfers: [], position: '102', tip: 102, isAtTip: true })
  const { transfers, position } = await chain.read('101', everybody)
  expect(position).toBe('102 0xb102')
  expect(transfers).toEqual([
    {
      txId: '0xt2',
      outputIndex: null,
      assetCode: 'ETH',
      units: 10n ** 18n,
      decimals: 18,
      address: ALICE,
      memo: '',
      height: 101,
      blockHash: '0xb101',
      confirmations: 2,
    },
    {
      txId: '0xt1',
      outputIndex: null,
      assetCode: 'USDT',
      units: 25_000_000n,
      decimals: 6,
      address: ALICE,
      memo: '',
      sender: SENDER,
      height: 100,
      blockHash: '0xb100',
      confirmations: 3,
    },
  ])
})

test('A node that is behind is read again from the same place', async () => {
  const chain = evmChain(openNode(await startNode(ethereum({ eth_getBlockByNumber: null }))), CONFIG)
  const gap = { from: 90, to: 102, restart: null }
  expect(await chain.read('101', everybody)).toEqual({ transfers: [], position: '101', tip: 102, isAtTip: true, gap })
  // Its newest block is below the read position: no block is requested.
  const asked: string[] = []
  server?.close()
  const url = await startNode((method, params) => {
    asked.push(method)
    return ethereum()(method, params)
  })
  const below = await evmChain(openNode(url), CONFIG).read('143 0xb143', everybody)
  const behind = { blocks: 41, restart: '102' }
  expect(below).toEqual({ transfers: [], position: '143 0xb143', tip: 102, isAtTip: true, behind })
  expect(asked).toEqual(['eth_blockNumber'])
})

const openChain = (differs: Readonly<Record<string, unknown>> = {}) =>
  startNode(ethereum(differs)).then((url) => evmChain(openNode(url), CONFIG))

const USDT_TRANSFER = {
  sender: SENDER,
  txId: '0xt1',
  outputIndex: null,
  assetCode: 'USDT',
  units: 25_000_000n,
  decimals: 6,
  address: ALICE,
}

test('An Ethereum transfer is found as the chain has it now, while its receipt says that it succeeded', async () => {
  expect(await (await openChain()).find(seen('0xt1', 'USDT'))).toEqual({
    ...USDT_TRANSFER,
    memo: '',
    height: 100,
    blockHash: '0xb100',
    confirmations: 3,
  })
  expect(await (await openChain()).find(seen('0xt2', 'ETH'))).toMatchObject({
    assetCode: 'ETH',
    units: 10n ** 18n,
    address: ALICE,
  })
  // It transfers no other token, and only to this address.
  expect(await (await openChain()).find(seen('0xt1', 'USDC'))).toBe('unknown')
  expect(await (await openChain()).find(seen('0xt1', 'USDT', { address: BOB }))).toBe('unknown')
  expect(await (await openChain({ eth_getTransactionReceipt: null })).find(seen('0xt1', 'USDT'))).toBe('unknown')
  const failed = { ...receipt, status: '0x0', logs: [] }
  expect(await (await openChain({ eth_getTransactionReceipt: failed })).find(seen('0xt1', 'USDT'))).toBe('unknown')
})

test('A token transfer that is mined again in another block, with other logs before it, is the same transfer', async () => {
  const again = { ...log, blockNumber: '0x65', blockHash: '0xb101' }
  const approval = { ...again, topics: [word('8c5be1e5')] }
  const mined = { ...receipt, blockNumber: '0x65', blockHash: '0xb101', logs: [approval, approval, again] }
  const chain = await openChain({ eth_getLogs: logsOf([again]), eth_getTransactionReceipt: mined })
  const { transfers } = await chain.read('101', everybody)
  expect(transfers.at(-1)).toMatchObject({ ...USDT_TRANSFER, height: 101, blockHash: '0xb101' })
  expect(await chain.find(seen('0xt1', 'USDT'))).toMatchObject({ ...USDT_TRANSFER, height: 101, blockHash: '0xb101' })
})

test('What one transaction brings to one address in one token is one transfer, in whatever order it logs it', async () => {
  const part = (units: number, differs: object = {}) => ({ ...log, data: word(units.toString(16)), ...differs })
  const toBob = part(7, { topics: [TRANSFER, word('1'), word(BOB.toLowerCase())] })
  for (const logs of [
    [part(10), part(15), toBob],
    [toBob, part(15), part(10)],
  ]) {
    const chain = await openChain({ eth_getLogs: logsOf(logs), eth_getTransactionReceipt: { ...receipt, logs } })
    const tokens = (await chain.read('101', everybody)).transfers.filter(({ assetCode }) => assetCode === 'USDT')
    expect(new Map(tokens.map(({ address, units }) => [address, units]))).toEqual(
      new Map([
        [ALICE, 25n],
        [BOB, 7n],
      ]),
    )
    expect(await chain.find(seen('0xt1', 'USDT'))).toMatchObject({ outputIndex: null, units: 25n, address: ALICE })
    expect(await chain.find(seen('0xt1', 'USDT', { address: BOB }))).toMatchObject({ units: 7n, address: BOB })
    server?.close()
  }
})

test('Of a transaction that brings other money, or nothing, when it is mined again, that is what is found', async () => {
  const differing = (differs: object) =>
    openChain({ eth_getTransactionReceipt: { ...receipt, logs: [receipt.logs[0], { ...log, ...differs }] } })
  const other = { address: '0x0000000000000000000000000000000000000001' }
  expect(await (await differing(other)).find(seen('0xt1', 'USDT'))).toBe('unknown')
  expect(await (await differing(other)).find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('replaced')
  const toBob = await differing({ topics: [TRANSFER, word('1'), word(BOB)] })
  expect(await toBob.find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('replaced')
  expect(await (await differing({ data: word('1') })).find(seen('0xt1', 'USDT'))).toMatchObject({ units: 1n })
})

test('What is not ours is not told', async () => {
  const nobodys = await (await openChain()).read('101', () => Promise.resolve(new Set()))
  expect(nobodys).toEqual({ transfers: [], position: '102 0xb102', tip: 102, isAtTip: true })
})

test('A transfer is replaced where another block is in the place of its own, and not where a node is behind or unsure', async () => {
  const gone = { eth_getTransactionReceipt: null }
  expect(await (await openChain(gone)).find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('replaced')
  expect(await (await openChain(gone)).find(seen('0xt1', 'USDT'))).toBe('unknown')
  const behind = { ...gone, eth_getBlockByNumber: null }
  expect(await (await openChain(behind)).find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('unknown')
  // Back in a pool; in a block off the node's chain; a coin unknown to one of two nodes.
  const waiting = { eth_getTransactionReceipt: { ...receipt, blockNumber: null, blockHash: null } }
  expect(await (await openChain(waiting)).find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('replaced')
  const elsewhere = { eth_getTransactionReceipt: { ...receipt, blockHash: '0xother' } }
  expect(await (await openChain(elsewhere)).find(seen('0xt1', 'USDT'))).toBe('unknown')
  const half = { eth_getTransactionByHash: null }
  expect(await (await openChain(half)).find(seen('0xt2', 'ETH', { blockHash: '0xother' }))).toBe('unknown')
  // Mined again in another block, where it failed.
  const failed = { eth_getTransactionReceipt: { ...receipt, status: '0x0', logs: [] } }
  expect(await (await openChain(failed)).find(seen('0xt1', 'USDT', { blockHash: '0xother' }))).toBe('replaced')
})

test('A transfer of nothing is none', async () => {
  const nothing = await openChain({ eth_getLogs: logsOf([{ ...log, data: word('0') }]) })
  expect((await nothing.read('101', everybody)).transfers.map(({ assetCode }) => assetCode)).toEqual(['ETH'])
})

const blockOf = (number: number, differs: object = {}) => ({
  number: `0x${number.toString(16)}`,
  hash: `0xb${number}`,
  parentHash: `0xb${number - 1}`,
  transactions: [],
  ...differs,
})

test('Logs are asked for by the hash of each block, and where a node has not got one, it is read up to there', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const asked: unknown[] = []
  const url = await startNode((method, params) => {
    if (method !== 'eth_getLogs') return ethereum()(method, params)
    asked.push(params[0])
    const { blockHash } = params[0] as { readonly blockHash: string }
    return blockHash === '0xb101' ? { error: { code: -32_000, message: 'unknown block' } } : ethereum()(method, params)
  })
  const chain = evmChain(openNode(url), CONFIG)
  const { transfers, ...rest } = await chain.read('99 0xb99', everybody)
  expect(transfers.map(({ txId }) => txId)).toEqual(['0xt1'])
  expect(rest).toEqual({ position: '100 0xb100', tip: 102, isAtTip: false })
  expect(asked[0]).toEqual({ blockHash: '0xb100', address: [CONFIG.tokens[0]?.contract], topics: [TRANSFER] })
  expect(asked).toHaveLength(3)
  // The next block is unknown, the one after it known.
  expect(await chain.read('100 0xb100', everybody)).toEqual({
    transfers: [],
    position: '100 0xb100',
    tip: 102,
    isAtTip: true,
    gap: { from: 101, to: 101, restart: '101 0xb101' },
  })
  expect(await chain.read('101 0xb101', everybody)).toMatchObject({ position: '102 0xb102' })
  vi.restoreAllMocks()
  server?.close()
  // An old node that only supports heights would answer with its newest logs.
  const old = await openChain({ eth_getLogs: [{ ...log, blockHash: '0xb102' }] })
  await expect(old.read('99 0xb99', everybody)).rejects.toThrow('the logs of another block')
})

test('A node that keeps the logs of newer blocks only says up to where it has none, with few questions', async () => {
  for (const first of [102, 800, 1_000_002]) {
    let calls = 0
    const tip = 1_000_001
    const answer = (method: string, [param]: readonly unknown[]): unknown => {
      calls += 1
      if (method === 'eth_blockNumber') return `0x${tip.toString(16)}`
      if (method === 'eth_getBlockByNumber') return Number(param) > tip ? null : blockOf(Number(param))
      const { blockHash } = param as { readonly blockHash: string }
      if (Number(blockHash.slice(3)) < first) throw new NodeRefusal(method, -32_000, 'pruned')
      return []
    }
    const rpc: JsonRpc = async (method, params) => {
      await Promise.resolve()
      return answer(method, params)
    }
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { gap } = await evmChain(rpc, CONFIG).read('99 0xb99', everybody)
    const restart = first > tip ? null : `${first - 1} 0xb${first - 1}`
    expect(gap).toEqual({ from: 100, to: first - 1, restart })
    expect(calls).toBeLessThan(150)
    vi.restoreAllMocks()
  }
})

test('A node that answers dropped blocks with an error has a gap there, and can be read on after it', async () => {
  const [first, tip] = [800, 1_001]
  const rpc: JsonRpc = async (method, [param]) => {
    await Promise.resolve()
    if (method === 'eth_blockNumber') return `0x${tip.toString(16)}`
    if (method === 'eth_getLogs') return []
    if (Number(param) < first) throw new NodeRefusal(method, 4_444, 'pruned history unavailable')
    return Number(param) > tip ? null : blockOf(Number(param))
  }
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const chain = evmChain(rpc, CONFIG)
  const stays = { transfers: [], position: '99 0xb99', tip, isAtTip: true }
  expect(await chain.read('99 0xb99', everybody)).toEqual({
    ...stays,
    gap: { from: 100, to: 799, restart: '799 0xb799' },
  })
  expect(warned.mock.calls).toEqual([[expect.stringContaining('pruned history unavailable')]])
  expect(await chain.read('799 0xb799', everybody)).toMatchObject({ position: '819 0xb819' })
  vi.restoreAllMocks()
})

test('Blocks are read as a chain: to where it breaks, and from as deep as a deposit waits when the last one read is gone', async () => {
  const broken = (height: unknown) => blockOf(Number(height), Number(height) === 102 ? { parentHash: '0xother' } : {})
  const half = await openChain({ eth_getBlockByNumber: broken })
  expect(await half.read('100 0xb100', everybody)).toEqual({
    transfers: [],
    position: '101 0xb101',
    tip: 102,
    isAtTip: false,
  })
  expect(await half.read('101 0xb101', everybody)).toEqual({ transfers: [], position: '101', tip: 102, isAtTip: false })
  server?.close()
  const asked: number[] = []
  const told = (height: unknown) => {
    asked.push(Number(height))
    return blockOf(Number(height))
  }
  const whole = await openChain({ eth_getBlockByNumber: told })
  expect(await whole.read('101 0xgone', everybody)).toEqual({
    transfers: [],
    position: '101',
    tip: 102,
    isAtTip: false,
  })
  const again = await whole.read('101', everybody)
  expect(again).toMatchObject({ position: '102 0xb102', tip: 102, isAtTip: true })
  expect(again.transfers).toHaveLength(1)
  expect(asked.slice(1)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102])
  // At the newest block no request is needed.
  expect(await whole.read('102 0xb102', everybody)).toEqual({
    transfers: [],
    position: '102 0xb102',
    tip: 102,
    isAtTip: true,
  })
  expect(asked).toHaveLength(14)
})

test('What is no answer is an error, and never taken for "nowhere": no result, no number, no JSON, no answer', async () => {
  await expect((await openChain({ eth_getTransactionReceipt: undefined })).find(seen('0xt1', 'USDT'))).rejects.toThrow(
    'neither a result nor an error',
  )
  await expect((await openChain({ eth_blockNumber: null })).read('101', everybody)).rejects.toThrow(
    'eth_blockNumber: the answer is not as documented',
  )
  await expect((await openChain({ eth_blockNumber: 'soon' })).read(null, everybody)).rejects.toThrow('eth_blockNumber')
  await expect((await openChain({ eth_getTransactionReceipt: {} })).find(seen('0xt1', 'USDT'))).rejects.toThrow(
    'not as documented',
  )
  const bitcoin = await startNode(() => ({ result: { transactions: null, lastblock: 'b' } }))
  await expect(bitcoinChain(openBitcoinNode(bitcoin), 'BTC').read('a', everybody)).rejects.toThrow('transactions')
  for (const [status, body, words] of [
    [200, 'null', 'answered 200 and neither'],
    [429, '{"message":"slow down"}', 'answered 429 and neither'],
    [200, '{"error":"busy"}', 'answered 200 and neither'],
    [502, '<html>', 'answered 502 and no JSON'],
  ] as const) {
    const url = await startSaying(status, body)
    await expect(evmChain(openNode(url), CONFIG).find(seen('0xt1', 'USDT'))).rejects.toThrow(words)
    server?.close()
  }
  const url = await startSaying(200, '')
  server?.close()
  await expect(evmChain(openNode(url), CONFIG).find(seen('0xt1', 'USDT'))).rejects.toThrow('fetch failed')
})

test('Each call to a node is counted, and the one after the last is not sent', async () => {
  const asked: string[] = []
  const url = await startNode((method, params) => {
    asked.push(method)
    return ethereum()(method, params)
  })
  const meter = new CallMeter(3)
  await expect(evmChain(openNode(url, meter), CONFIG).read('101', everybody)).rejects.toThrow(CallsUsedUp)
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(meter.left).toBe(0)
})

test('A network has calls of its own, and then takes of what all have in common', () => {
  const common = new CallMeter(1)
  const [one, other] = [new CallMeter(1, common), new CallMeter(1, common)]
  one.take()
  expect(one.left).toBe(1)
  one.take()
  expect(() => one.take()).toThrow(CallsUsedUp)
  expect(one.left).toBe(0)
  other.take()
  expect(() => other.take()).toThrow(CallsUsedUp)
})
