// The adapter of the XRP Ledger against a local server that speaks the documented JSON-RPC of its servers.

import { afterEach, expect, test } from 'vitest'
import { xrpChain } from '#services/chains/xrp'
import { openNode } from '#services/chains/json-rpc'
import { serveRpc, stopServing } from './rpc-server'

afterEach(stopServing)

const OURS = 'rLNaPoKeeBjZe2qs6x52yVPZpZ8td4dc6w'
const nobody = () => Promise.resolve(new Set<string>())

const payment = (hash: string, ledger: number, delivered: unknown, differs: object = {}, result = 'tesSUCCESS') => ({
  tx: {
    TransactionType: 'Payment',
    Destination: OURS,
    DestinationTag: 1_000_017,
    Amount: '99000000',
    hash,
    ledger_index: ledger,
    ...differs,
  },
  meta: { TransactionResult: result, delivered_amount: delivered },
  validated: true,
})

const ALL = [
  payment('A1', 101, '25000000'),
  // A partial payment that states 99 XRP and delivers 1.
  payment('A2', 102, '1000000'),
  payment('untagged', 103, '5', { DestinationTag: undefined }),
  payment('mistyped', 103, '5', { DestinationTag: 1_000_018 }),
  payment('issued', 102, { currency: 'USD', issuer: OURS, value: '5' }),
  payment('out', 102, '7', { Destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' }),
  payment('trust', 102, undefined, { TransactionType: 'TrustSet' }),
  payment('failed', 102, '9', {}, 'tecPATH_DRY'),
]

interface Said {
  readonly tip?: number
  readonly from?: number
  readonly all?: typeof ALL
  readonly pageSize?: number
}

/** Ledgers 90 to 104 and these payments; errors come as results, as the servers send them. */
function ledgers({ tip = 104, from = 90, all = ALL, pageSize = 100 }: Said = {}, asked: unknown[] = []) {
  const failed = (error: string, code: number) => ({ result: { status: 'error', error, error_code: code } })
  return serveRpc((method, [param]) => {
    const params = param as Record<string, unknown>
    asked.push([method, params])
    if (method === 'ledger') {
      const index = params['ledger_index'] === 'validated' ? tip : Number(params['ledger_index'])
      if (index > tip) return failed('lgrNotFound', 21)
      return { result: { ledger_index: index, ledger_hash: `L${index}`, validated: true, status: 'success' } }
    }
    if (method === 'tx') {
      const found = all.find(({ tx }) => tx.hash === params['transaction'])
      return found
        ? { result: { ...found.tx, meta: found.meta, validated: true, status: 'success' } }
        : failed('txnNotFound', 29)
    }
    if (method !== 'account_tx') return failed('unknownCmd', 32)
    const [min, max] = [Number(params['ledger_index_min']), Math.min(tip, Number(params['ledger_index_max']))]
    const start = Number(params['marker'] ?? 0)
    const fit = all.filter(({ tx }) => tx.ledger_index >= min && tx.ledger_index <= max)
    const next = start + pageSize
    return {
      result: {
        account: OURS,
        ledger_index_min: Math.max(min, from),
        ledger_index_max: max,
        transactions: fit.slice(start, next),
        ...(next < fit.length ? { marker: next } : {}),
        status: 'success',
      },
    }
  })
}
const open = async (said?: Said, asked?: unknown[]) => xrpChain(openNode(await ledgers(said, asked)), OURS)

const FOUND = {
  txId: 'A1',
  outputIndex: null,
  assetCode: 'XRP',
  units: 25_000_000n,
  decimals: 6,
  address: OURS,
  memo: '1000017',
  height: 101,
  blockHash: 'L101',
  confirmations: 4,
}
const seen = (txId: string, height: number, blockHash = `L${height}`) => ({
  txId,
  outputIndex: null,
  assetCode: 'XRP',
  address: OURS,
  height,
  blockHash,
})

test('Payments to our address are told by what they delivered and by their tag, and nothing else is', async () => {
  const asked: unknown[] = []
  const chain = await open({}, asked)
  expect(await chain.read(null, nobody)).toEqual({ transfers: [], position: '104', tip: 104, isAtTip: true })
  expect(await chain.read('100', nobody)).toEqual({
    transfers: [FOUND, { ...FOUND, txId: 'A2', units: 1_000_000n, height: 102, blockHash: 'L102', confirmations: 3 }],
    position: '104',
    tip: 104,
    isAtTip: true,
  })
  const range = {
    account: OURS,
    ledger_index_min: 101,
    ledger_index_max: 104,
    forward: true,
    limit: 200,
    api_version: 1,
  }
  expect(asked).toContainEqual(['account_tx', range])
  // Each ledger once, though two of its payments are looked at.
  expect(asked.filter((one) => JSON.stringify(one).includes('"ledger_index":102'))).toHaveLength(1)
  // Payments without a user are only logged.
  expect(asked.filter((one) => JSON.stringify(one).includes('"ledger_index":103'))).toEqual([])
  expect(await chain.read('104', nobody)).toEqual({ transfers: [], position: '104', tip: 104, isAtTip: true })
})

test('A history of several answers is read to its end, and one of very many up to its last whole ledger', async () => {
  const few = await (await open({ pageSize: 1 })).read('100', nobody)
  expect(few.transfers.map(({ txId }) => txId)).toEqual(['A1', 'A2'])
  expect(few.position).toBe('104')
  stopServing()
  const all = Array.from({ length: 12 }, (_, index) => payment(`P${index}`, 95 + index, '1000000'))
  const many = await (await open({ all, tip: 106, pageSize: 1 })).read('94', nobody)
  expect(many).toMatchObject({ position: '103', tip: 106, isAtTip: false })
  expect(many.transfers).toHaveLength(10)
})

test('After a long sleep it reads forty ledgers at a time that brought something, each asked for once', async () => {
  const all = Array.from({ length: 45 }, (_, index) => payment(`P${index}`, 101 + index, '1000000'))
  const asked: unknown[] = []
  const chain = await open({ all, tip: 150 }, asked)
  const first = await chain.read('100', nobody)
  expect(first).toMatchObject({ position: '140', tip: 150, isAtTip: false })
  expect(first.transfers.map(({ txId }) => txId)).toEqual(all.slice(0, 40).map(({ tx }) => tx.hash))
  // The newest ledger, the history, and each of forty.
  expect(asked).toHaveLength(42)
  const rest = await chain.read('140', nobody)
  expect(rest).toMatchObject({ position: '150', isAtTip: true })
  expect(rest.transfers).toHaveLength(5)
})

test('A server that has not all ledgers since is not believed and says which, and one that is behind says by how much', async () => {
  const gap = await open({ from: 102 })
  expect(await gap.read('90', nobody)).toEqual({
    transfers: [],
    position: '90',
    tip: 104,
    isAtTip: true,
    gap: { from: 91, to: 101, restart: '101' },
  })
  const { transfers, ...rest } = await gap.read('101', nobody)
  expect(transfers.map(({ txId }) => txId)).toEqual(['A2'])
  expect(rest).toEqual({ position: '104', tip: 104, isAtTip: true })
  const behind = { blocks: 16, restart: '104' }
  expect(await gap.read('120', nobody)).toEqual({ transfers: [], position: '120', tip: 104, isAtTip: true, behind })
})

test('A payment is found where it stands, replaced where another ledger is in its place, and else unknown', async () => {
  const chain = await open()
  expect(await chain.find(seen('A1', 101))).toEqual(FOUND)
  expect(await chain.find(seen('gone', 101))).toBe('unknown')
  expect(await chain.find(seen('gone', 101, 'another'))).toBe('replaced')
  expect(await chain.find(seen('gone', 500, 'another'))).toBe('unknown')
  expect(await chain.find(seen('failed', 102))).toBe('unknown')
  expect(await chain.find(seen('failed', 102, 'another'))).toBe('replaced')
})

test('Another error of a server, and what is not as documented, is thrown', async () => {
  const url = await serveRpc(() => ({ result: { status: 'error', error: 'tooBusy', error_code: 9 } }))
  await expect(xrpChain(openNode(url), OURS).read('100', nobody)).rejects.toThrow('tooBusy (9)')
  await expect(xrpChain(openNode(url), OURS).find(seen('A1', 101))).rejects.toThrow('tooBusy')
  stopServing()
  const open1 = await serveRpc(() => ({ result: { ledger_index: 1, ledger_hash: 'L1', validated: false } }))
  await expect(xrpChain(openNode(open1), OURS).read('100', nobody)).rejects.toThrow('not as documented')
})
