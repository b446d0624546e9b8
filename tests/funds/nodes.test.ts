// The adapters of real chains against a local server that speaks their nodes' documented JSON-RPC.

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bitcoinChain } from '#services/funds/chain-bitcoin'
import { evmChain } from '#services/funds/chain-evm'
import { openNode } from '#services/funds/json-rpc'

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

let server: Server | undefined
afterEach(() => server?.close())

/** A node that answers each method as the test says, and insists on user and password. */
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
  const chain = bitcoinChain(openNode(url), 'BTC')
  expect(await chain.read(null)).toEqual({ transfers: [], position: 'block-9' })
  const { transfers, position } = await chain.read('block-1')
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

test('A Bitcoin transaction that lost its block, or that nobody knows, is nowhere', async () => {
  const known: Readonly<Record<string, Answer>> = {
    aa: { result: received },
    conflicted: { result: { ...received, confirmations: -3 } },
  }
  const url = await startNode(
    (_method, [txId]) =>
      known[String(txId)] ?? { error: { code: -5, message: 'Invalid or non-wallet transaction id' } },
  )
  const chain = bitcoinChain(openNode(url), 'BTC')
  expect(await chain.find('aa', 1)).toEqual({ height: 8, blockHash: 'block-8', confirmations: 2 })
  expect(await chain.find('conflicted', 1)).toBeNull()
  expect(await chain.find('unknown', 1)).toBeNull()
})

test('Another error of a node is not taken for "nowhere"', async () => {
  const url = await startNode(() => ({ error: { code: -28, message: 'Loading block index' } }))
  await expect(bitcoinChain(openNode(url), 'BTC').find('aa', 1)).rejects.toThrow('Loading block index (-28)')
  await expect(bitcoinChain(openNode(url.replace('secret', 'wrong')), 'BTC').find('aa', 1)).rejects.toThrow('401')
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const word = (hex: string) => `0x${hex.replace(/^0x/, '').padStart(64, '0')}`
const log = {
  address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  topics: [TRANSFER, word('1'), word(ALICE.toLowerCase())],
  data: word((25_000_000).toString(16)),
  blockNumber: '0x64',
  blockHash: '0xb100',
  transactionHash: '0xt1',
  logIndex: '0x7',
  removed: false,
}
const CONFIG = {
  network: 'ERC20',
  coin: 'ETH',
  tokens: [{ assetCode: 'USDT', contract: log.address.toLowerCase(), decimals: 6 }],
}

function ethereum(differs: Readonly<Record<string, unknown>> = {}) {
  return (method: string, params: readonly unknown[]): Answer => {
    if (method in differs) return { result: differs[method] }
    switch (method) {
      case 'eth_blockNumber':
        return { result: '0x66' }
      case 'eth_getBlockByNumber':
        return {
          result: {
            number: params[0],
            hash: `0xhash${String(params[0])}`,
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
        return {
          result: [log, { ...log, address: '0x0000000000000000000000000000000000000001' }, { ...log, removed: true }],
        }
      case 'eth_getTransactionReceipt':
        return { result: { blockNumber: '0x64', blockHash: '0xb100', status: '0x1', logs: [log] } }
      default:
        return { error: { code: -32601, message: 'the method does not exist' } }
    }
  }
}

test('An Ethereum node tells coins by their blocks and tokens by their logs, and passes over what is neither', async () => {
  const chain = evmChain(openNode(await startNode(ethereum())), CONFIG)
  expect(await chain.read(null)).toEqual({ transfers: [], position: '102' })
  const { transfers, position } = await chain.read('101')
  expect(position).toBe('102')
  expect(transfers).toEqual([
    {
      txId: '0xt2',
      outputIndex: 0,
      assetCode: 'ETH',
      units: 10n ** 18n,
      decimals: 18,
      address: ALICE,
      memo: '',
      height: 101,
      blockHash: '0xhash0x65',
      confirmations: 2,
    },
    {
      txId: '0xt1',
      outputIndex: 8,
      assetCode: 'USDT',
      units: 25_000_000n,
      decimals: 6,
      address: ALICE,
      memo: '',
      height: 100,
      blockHash: '0xb100',
      confirmations: 3,
    },
  ])
})

test('A node that is behind is read again from the same place', async () => {
  const chain = evmChain(openNode(await startNode(ethereum({ eth_getBlockByNumber: null }))), CONFIG)
  expect(await chain.read('101')).toEqual({ transfers: [], position: '101' })
})

test('An Ethereum transfer counts while its receipt says that it succeeded and has the log', async () => {
  const chain = (differs: Readonly<Record<string, unknown>>) =>
    startNode(ethereum(differs)).then((url) => evmChain(openNode(url), CONFIG))
  expect(await (await chain({})).find('0xt1', 8)).toEqual({ height: 100, blockHash: '0xb100', confirmations: 3 })
  expect(await (await chain({})).find('0xt1', 9)).toBeNull()
  expect(await (await chain({ eth_getTransactionReceipt: null })).find('0xt1', 8)).toBeNull()
  const failed = { blockNumber: '0x64', blockHash: '0xb100', status: '0x0', logs: [] }
  expect(await (await chain({ eth_getTransactionReceipt: failed })).find('0xt1', 0)).toBeNull()
})
