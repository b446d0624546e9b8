// The adapter of Solana against a local server that speaks its nodes' documented JSON-RPC.

import { afterEach, expect, test, vi } from 'vitest'
import { CallMeter, CallsUsedUp } from '#services/chains/call-meter'
import { solanaChain } from '#services/chains/solana'
import { openNode } from '#services/chains/json-rpc'
import { serveRpc, stopServing } from './rpc-server'

afterEach(stopServing)
// Thousands of signatures are listed, and a busy machine makes that slow.
vi.setConfig({ testTimeout: 60_000 })

const OURS = 'Vote111111111111111111111111111111111111111'
const nobody = () => Promise.resolve(new Set<string>())

interface Sent {
  readonly signature: string
  readonly slot: number
  readonly before: number
  readonly after: number
  readonly memos: readonly string[]
  readonly err: object | null
}
const sent = (signature: string, slot: number, differs: Partial<Sent> = {}): Sent => ({
  signature,
  slot,
  before: 1_000,
  after: 500_001_000,
  memos: ['1000017'],
  err: null,
  ...differs,
})

/** Newest first, as a node lists them. */
const ALL = [
  sent('two-memos', 106, { memos: ['1', '2'] }),
  sent('failed', 105, { err: { InstructionError: [0, 'Custom'] } }),
  sent('spent', 104, { before: 900, after: 100 }),
  sent('no-memo', 103, { memos: [], before: 0, after: 1 }),
  sent('paid', 102),
  sent('old', 100),
]

interface Said {
  readonly tip?: number
  readonly all?: readonly Sent[]
  /** Listed, and not got. */
  readonly missing?: string
  /** Earlier signatures are dropped. */
  readonly first?: number
  /** Signature of a transaction version that is returned only on request. */
  readonly newVersion?: string
}

function slots({ tip = 110, all = ALL, missing = '', first = 0, newVersion = '' }: Said = {}, asked: string[] = []) {
  const pages = ([, page]: readonly unknown[]) => {
    const { before, until, limit } = page as { before?: string; until?: string; limit: number }
    const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    if (before !== undefined && start === 0) return []
    const end = all.findIndex(({ signature }) => signature === until)
    return all.slice(start, end < 0 ? all.length : end).slice(0, limit)
  }
  const transaction = (txId: unknown) => {
    const one = all.find(({ signature }) => signature === txId && signature !== missing)
    return (
      one && {
        slot: one.slot,
        meta: { err: one.err, preBalances: [9e18, one.before], postBalances: [9e18, one.after] },
        transaction: {
          message: {
            accountKeys: [{ pubkey: 'somebody' }, { pubkey: OURS }],
            instructions: [
              { programId: 'unknown', accounts: [], data: '3Bxs' },
              { program: 'system', parsed: { type: 'transfer' } },
              ...one.memos.map((parsed) => ({ program: 'spl-memo', parsed })),
            ],
          },
        },
      }
    )
  }
  return serveRpc((method, params) => {
    asked.push(`${method} ${JSON.stringify(params)}`)
    if (method === 'getSlot') return { result: tip }
    if (method === 'getFirstAvailableBlock') return { result: first }
    if (method === 'getSignaturesForAddress')
      return { result: pages(params).map(({ signature, slot, err }) => ({ signature, slot, err, memo: null })) }
    if (method === 'getTransaction') {
      const { maxSupportedTransactionVersion: version } = params[1] as { maxSupportedTransactionVersion: number }
      if (params[0] === newVersion && version < 1)
        return {
          error: { code: -32_015, message: 'Transaction version (1) is not supported by the requesting client' },
        }
      return { result: transaction(params[0]) ?? null }
    }
    if (method !== 'getBlock') return { error: { code: -32_601, message: 'Method not found' } }
    return Number(params[0]) > tip || params[0] === 99
      ? { error: { code: -32_007, message: 'Slot 99 was skipped' } }
      : { result: { blockhash: `B${Number(params[0])}` } }
  })
}
const open = async (said?: Said, asked?: string[]) => solanaChain(openNode(await slots(said, asked)), OURS)

const PAID = {
  txId: 'paid',
  outputIndex: null,
  assetCode: 'SOL',
  units: 500_000_000n,
  decimals: 9,
  address: OURS,
  memo: '1000017',
  height: 102,
  blockHash: 'B102',
  confirmations: 9,
}
const seen = (txId: string, height: number, blockHash = `B${height}`) => ({
  txId,
  outputIndex: null,
  assetCode: 'SOL',
  address: OURS,
  height,
  blockHash,
})

test('What our address has more after a transaction is told with its memo, oldest first; what failed or took is not', async () => {
  const asked: string[] = []
  const chain = await open({}, asked)
  expect(await chain.read(null, nobody)).toEqual({ transfers: [], position: '106 two-memos', tip: 110, isAtTip: true })
  const { transfers, ...rest } = await chain.read('100 old', nobody)
  expect(rest).toEqual({ position: '106 two-memos', tip: 110, isAtTip: true })
  expect(transfers[0]).toEqual(PAID)
  expect(transfers.map(({ txId, memo, units }) => [txId, memo, units])).toEqual([
    ['paid', '1000017', 500_000_000n],
    ['no-memo', '', 1n],
    ['two-memos', '', 500_000_000n],
  ])
  const others = asked.filter((one) => !one.startsWith('getFirstAvailableBlock'))
  expect(others.every((one) => one.includes('"commitment":"finalized"'))).toBe(true)
  // Failed transactions are listed as such and not requested.
  expect(asked.filter((one) => one.includes('"failed"'))).toEqual([])
  expect(await chain.read('106 two-memos', nobody)).toEqual({
    transfers: [],
    position: '106 two-memos',
    tip: 110,
    isAtTip: true,
  })
})

test('Before anything came it goes on from a slot, and where the last one is not known any more, from its slot', async () => {
  const empty = await open({ all: [] })
  expect(await empty.read(null, nobody)).toEqual({ transfers: [], position: '110', tip: 110, isAtTip: true })
  stopServing()
  const chain = await open()
  expect((await chain.read('103', nobody)).transfers.map(({ txId }) => txId)).toEqual(['no-memo', 'two-memos'])
  expect((await chain.read('102 forgotten', nobody)).transfers.map(({ txId }) => txId)).toEqual([
    'paid',
    'no-memo',
    'two-memos',
  ])
})

test('After a long sleep it reads forty at a time from the oldest on, over all pages', async () => {
  const all = Array.from({ length: 1_050 }, (_, index) => sent(`S${1_050 - index}`, 2_050 - index))
  const chain = await open({ all, tip: 3_000 })
  const first = await chain.read('1000', nobody)
  expect(first).toMatchObject({ position: '1040 S40', isAtTip: false })
  expect(first.transfers.map(({ txId }) => txId)).toEqual(Array.from({ length: 40 }, (_, index) => `S${index + 1}`))
  expect(await chain.read('2020 S1020', nobody)).toMatchObject({ position: '2050 S1050', isAtTip: true })
})

test('What failed costs nothing: a thousand such from strangers keep no deposit waiting, and are not listed again', async () => {
  const asked: string[] = []
  const err = { InstructionError: [0, 'Custom'] }
  const failed = Array.from({ length: 990 }, (_, index) => sent(`F${990 - index}`, 1_990 - index, { err }))
  const chain = await open({ all: [sent('above', 2_000), ...failed, sent('below', 900)], tip: 3_000 }, asked)
  const { transfers, ...rest } = await chain.read('800', nobody)
  expect(transfers.map(({ txId }) => txId)).toEqual(['below', 'above'])
  expect(rest).toEqual({ position: '2000 above', tip: 3_000, isAtTip: true })
  expect(asked.filter((one) => one.startsWith('getTransaction'))).toHaveLength(2)
  stopServing()
  const only = await open({ all: failed, tip: 3_000 })
  expect(await only.read('800', nobody)).toEqual({ transfers: [], position: '1990 F990', tip: 3_000, isAtTip: true })
})

test('More than one reading can list is gone down in parts, the oldest is read first, and nothing is left out or listed each time', async () => {
  const all = Array.from({ length: 12_050 }, (_, index) => {
    const number = 12_050 - index
    return sent(`S${number}`, 1_000 + number, number % 500 === 0 ? {} : { err: {} })
  })
  const asked: string[] = []
  const chain = await open({ all, tip: 20_000 }, asked)
  const pages = () => asked.splice(0).filter((one) => one.startsWith('getSignatures')).length
  const down = await chain.read('1000', nobody)
  expect(down).toEqual({ transfers: [], position: '1000 - S3051', tip: 20_000, isAtTip: false })
  expect(pages()).toBe(10)
  const oldest = await chain.read(down.position, nobody)
  expect(oldest).toMatchObject({ position: '4050 S3050', isAtTip: false })
  expect(pages()).toBe(4)
  const seenIds = oldest.transfers.map(({ txId }) => txId)
  let at = oldest
  for (let turn = 0; !at.isAtTip && turn < 9; turn += 1) {
    at = await chain.read(at.position, nobody)
    seenIds.push(...at.transfers.map(({ txId }) => txId))
  }
  expect(seenIds).toEqual(Array.from({ length: 24 }, (_, index) => `S${(index + 1) * 500}`))
  expect(at.position).toBe('13050 S12050')
})

test('Where the calls are used up on the way down, the next reading goes on there; a node that does not know the place is not believed', async () => {
  const all = Array.from({ length: 4_000 }, (_, index) => sent(`S${4_000 - index}`, 5_000 - index, { err: {} }))
  const said = { all, tip: 9_000 }
  const short = solanaChain(openNode(await slots(said), new CallMeter(4)), OURS)
  expect(await short.read('1000', nobody)).toMatchObject({ position: '1000 - S3001', isAtTip: false })
  stopServing()
  const chain = await open(said)
  expect(await chain.read('1000 - S2001', nobody)).toMatchObject({ position: '3000 S2000', isAtTip: false })
  await expect(chain.read('1000 - elsewhere', nobody)).rejects.toThrow('does not know elsewhere')
  expect(await chain.read('2000 S1000 S1001', nobody)).toMatchObject({ position: '2000 S1000', isAtTip: false })
})

test('A transaction of a version that nobody speaks yet stops nothing: it is asked for once more, as of any version', async () => {
  const chain = await open({ newVersion: 'paid' })
  expect((await chain.read('100 old', nobody)).transfers.map(({ txId }) => txId)).toEqual([
    'paid',
    'no-memo',
    'two-memos',
  ])
  expect(await chain.find(seen('paid', 102))).toEqual(PAID)
})

test('What is listed and not got is read the next time, and a node that is behind says by how much', async () => {
  const { transfers, ...rest } = await (await open({ missing: 'no-memo' })).read('100 old', nobody)
  expect(transfers.map(({ txId }) => txId)).toEqual(['paid'])
  expect(rest).toEqual({ position: '102 paid', tip: 110, isAtTip: true })
  stopServing()
  const behind = { blocks: 40, restart: '110' }
  expect(await (await open()).read('150 later', nobody)).toEqual({
    transfers: [],
    position: '150 later',
    tip: 110,
    isAtTip: true,
    behind,
  })
})

test('A node that dropped what came next is not read, and says which slots and where it could be read on', async () => {
  const said = { tip: 50_000, all: [sent('new', 42_000)] }
  const chain = await open({ ...said, first: 40_000 })
  const stays = { transfers: [], position: '100 old', tip: 50_000, isAtTip: true }
  expect(await chain.read('100 old', nobody)).toEqual({ ...stays, gap: { from: 100, to: 41_499, restart: '41500' } })
  stopServing()
  // By then the node has dropped more blocks.
  const later = await open({ ...said, first: 40_600 })
  expect((await later.read('41500', nobody)).transfers.map(({ txId }) => txId)).toEqual(['new'])
})

test('One that is listed and never got is named, and the others can be read on after it', async () => {
  const chain = await open({ missing: 'paid' })
  const stays = { transfers: [], position: '100 old', tip: 110, isAtTip: true }
  expect(await chain.read('100 old', nobody)).toEqual({ ...stays, gap: { from: 102, to: 102, restart: '102 paid' } })
  expect((await chain.read('102 paid', nobody)).transfers.map(({ txId }) => txId)).toEqual(['no-memo', 'two-memos'])
})

test('Where nothing comes for long the position goes along, an hour behind, and what was read is not read again', async () => {
  const asked: string[] = []
  const chain = await open({ tip: 50_000, first: 40_000 }, asked)
  expect(await chain.read(null, nobody)).toMatchObject({ transfers: [], position: '41000 two-memos' })
  expect(await chain.read('40000 two-memos', nobody)).toMatchObject({ transfers: [], position: '41000 two-memos' })
  expect(await chain.read('40000', nobody)).toMatchObject({ transfers: [], position: '41000' })
  expect(asked.filter((one) => one.startsWith('getTransaction'))).toEqual([])
})

test('When the calls are used up what was read is kept, and the rest is read the next time', async () => {
  const node = openNode(await slots(), new CallMeter(6))
  const { transfers, ...rest } = await solanaChain(node, OURS).read('100 old', nobody)
  expect(transfers.map(({ txId }) => txId)).toEqual(['paid'])
  expect(rest).toEqual({ position: '102 paid', tip: 110, isAtTip: true })
  const none = solanaChain(openNode(await slots(), new CallMeter(3)), OURS)
  await expect(none.read('100 old', nobody)).rejects.toThrow(CallsUsedUp)
})

test('A transfer is found where it stands, replaced where another block is in its place, and else unknown', async () => {
  const chain = await open()
  expect(await chain.find(seen('paid', 102))).toEqual(PAID)
  expect(await chain.find(seen('gone', 102))).toBe('unknown')
  expect(await chain.find(seen('gone', 102, 'another'))).toBe('replaced')
  expect(await chain.find(seen('gone', 500, 'another'))).toBe('unknown')
  expect(await chain.find(seen('gone', 99, 'another'))).toBe('unknown')
  expect(await chain.find(seen('failed', 105, 'another'))).toBe('replaced')
})

test('Another error of a node, and more than a number holds, is thrown', async () => {
  const url = await serveRpc(() => ({ error: { code: -32_005, message: 'Node is behind' } }))
  await expect(solanaChain(openNode(url), OURS).read('100', nobody)).rejects.toThrow('Node is behind (-32005)')
  await expect(solanaChain(openNode(url), OURS).find(seen('paid', 102))).rejects.toThrow('Node is behind')
  stopServing()
  const whale = await open({ all: [sent('whale', 102, { after: 2 ** 53 + 2 })] })
  await expect(whale.read('100', nobody)).rejects.toThrow('more lamports than a number of JSON holds')
})
