// The adapter of TRON against a local server that speaks the documented HTTP API of its full nodes and of TronGrid.

import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { tronChain } from '#services/chains/tron'
import { openTronNode } from '#services/chains/tron-node'

let server: Server | undefined
afterEach(() => server?.close())

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** USDT as bytes and as address; and the zero address. */
const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const CONFIG = {
  network: 'TRC20',
  coin: 'TRX',
  tokens: [{ assetCode: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 }],
}
const ALICE = '0'.repeat(40)
const ALICE_TEXT = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const word = (hex: string) => hex.padStart(64, '0')
const seen = (txId: string, assetCode: string, blockHash = 'block-100') => ({
  txId,
  outputIndex: null,
  assetCode,
  address: ALICE_TEXT,
  height: 100,
  blockHash,
})
const everybody = (addresses: readonly string[]) => Promise.resolve(new Set(addresses))

/** Blocks come every three seconds. */
const header = (number: number, blockID = `block-${number}`) => ({
  blockID,
  block_header: { raw_data: { number, timestamp: number * 3_000 } },
})
const transaction = (txID: string, type: string, value: object, contractRet = 'SUCCESS') => ({
  txID,
  ret: [{ contractRet }],
  raw_data: { contract: [{ type, parameter: { value } }] },
})
const coins = (txID: string, amount: number | string, contractRet?: string) =>
  transaction(txID, 'TransferContract', { amount, owner_address: `41${USDT}`, to_address: `41${ALICE}` }, contractRet)
const call = (txID: string) => transaction(txID, 'TriggerSmartContract', { contract_address: `41${USDT}` })
const log = (units: number, differs: object = {}) => ({
  address: USDT,
  topics: [TRANSFER, word(USDT), word(ALICE)],
  data: word(units.toString(16)),
  ...differs,
})
const info = (id: string, logs: readonly object[], differs: object = {}) => ({
  id,
  blockNumber: 100,
  blockTimeStamp: 300_000,
  receipt: { result: 'SUCCESS' },
  log: logs,
  ...differs,
})

const IN_101 = { blockNumber: 101, blockTimeStamp: 303_000 }

/** Two blocks with their transactions; a story overrides methods. */
const chainOfTwo = {
  getnowblock: header(101),
  blocks: [
    { ...header(100), transactions: [call('tokens'), call('failed')] },
    { ...header(101), transactions: [coins('coins', 2_500_000), coins('refused', 1, 'REVERT'), call('vote')] },
  ] as readonly object[],
  infos: {
    100: [
      // An approval comes first in the same transaction: the transfer is the second log.
      info('tokens', [log(9, { topics: [APPROVAL, word(USDT), word(ALICE)] }), log(25_000_000)]),
      info('failed', [log(7)], { receipt: { result: 'OUT_OF_ENERGY' } }),
    ],
    101: [
      info('coins', [], { receipt: {}, ...IN_101 }),
      info('refused', [], { receipt: { result: 'REVERT' }, ...IN_101 }),
      info('vote', [log(1, { address: '1'.repeat(40) })], IN_101),
    ],
  } as Readonly<Record<number, readonly object[]>>,
}

async function startNode(differs: Partial<typeof chainOfTwo> = {}, asked: string[] = []): Promise<string> {
  const told = { ...chainOfTwo, ...differs }
  const find = (value: unknown) =>
    Object.values(told.infos)
      .flat()
      .find((one) => 'id' in one && one.id === value)
  const heightOf = (block: object) => (block as ReturnType<typeof header>).block_header.raw_data.number
  const isWithin = (height: number, { startNum, endNum }: Record<string, unknown>) =>
    height >= Number(startNum) && height < Number(endNum)
  const answer = (path: string, body: Record<string, unknown>): unknown => {
    switch (path) {
      case '/wallet/getnowblock':
        return told.getnowblock
      case '/wallet/getblockbylimitnext':
        return { block: told.blocks.filter((one) => isWithin(heightOf(one), body)) }
      case '/wallet/gettransactioninfobyblocknum':
        return told.infos[Number(body['num'])]
      case '/wallet/gettransactioninfobyid':
        return find(body['value']) ?? {}
      case '/wallet/getblock':
        return told.blocks.find((one) => heightOf(one) === Number(body['id_or_num'])) ?? {}
      default:
        return { Error: 'class org.tron.core.exception : no such path' }
    }
  }
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push(`${request.url ?? ''} ${text}`)
      if (request.headers['tron-pro-api-key'] !== 'our-key') response.writeHead(401)
      const answered = JSON.stringify(answer(request.url ?? '', JSON.parse(text) as Record<string, unknown>))
      // Numbers beyond safe integers are written as text in the story and sent as numbers.
      response.end(answered.replace(/"amount":"(\d+)"/, '"amount":$1'))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://our-key@127.0.0.1:${(server.address() as AddressInfo).port}`
}
const open = async (differs?: Partial<typeof chainOfTwo>, asked?: string[]) =>
  tronChain(openTronNode(await startNode(differs, asked)), CONFIG)

/** The twenty blocks that are read again precede these. */
const BLOCKS = Array.from({ length: 18 }, (_, index) => header(82 + index))
const READ = { blocks: [...BLOCKS, ...chainOfTwo.blocks] }

test('A TRON node tells coins by their transactions and tokens by their logs, and passes over what failed or is neither', async () => {
  const asked: string[] = []
  const chain = await open(READ, asked)
  expect(await chain.read(null, everybody)).toEqual({ transfers: [], position: '101', tip: 101, isAtTip: true })
  expect(await chain.read('101', everybody)).toEqual({
    position: '101',
    tip: 101,
    isAtTip: true,
    transfers: [
      {
        txId: 'tokens',
        outputIndex: null,
        assetCode: 'USDT',
        units: 25_000_000n,
        decimals: 6,
        address: ALICE_TEXT,
        memo: '',
        height: 100,
        blockHash: 'block-100',
        confirmations: 2,
      },
      {
        txId: 'coins',
        outputIndex: null,
        assetCode: 'TRX',
        units: 2_500_000n,
        decimals: 6,
        address: ALICE_TEXT,
        memo: '',
        height: 101,
        blockHash: 'block-101',
        confirmations: 1,
      },
    ],
  })
  expect(asked).toContain('/wallet/getblockbylimitnext {"startNum":82,"endNum":102}')
  // Empty blocks are not asked about.
  expect(asked.filter((line) => line.includes('byblocknum'))).toHaveLength(2)
})

test('What is not ours is not told, and a node that is behind is read again from the same place', async () => {
  const nobodys = await (await open(READ)).read('101', () => Promise.resolve(new Set()))
  expect(nobodys).toEqual({ transfers: [], position: '101', tip: 101, isAtTip: true })
  server?.close()
  const behind = await (await open({ blocks: BLOCKS })).read('101', everybody)
  const gap = { from: 100, to: 101, restart: null }
  expect(behind).toEqual({ transfers: [], position: '101', tip: 101, isAtTip: true, gap })
})

test('After a long sleep it reads sixty blocks at a time, and says that there are more', async () => {
  const blocks = Array.from({ length: 60 }, (_, index) => header(1 + index))
  const chain = await open({ getnowblock: header(500), blocks })
  expect(await chain.read('5', everybody)).toEqual({ transfers: [], position: '60', tip: 500, isAtTip: false })
})

test('A transfer is found as the chain has it now, in whichever block, and nowhere when it failed or is unknown', async () => {
  const chain = await open()
  expect(await chain.find(seen('tokens', 'USDT'))).toMatchObject({
    assetCode: 'USDT',
    units: 25_000_000n,
    address: ALICE_TEXT,
    height: 100,
    blockHash: 'block-100',
    confirmations: 2,
  })
  expect(await chain.find(seen('coins', 'TRX'))).toMatchObject({
    assetCode: 'TRX',
    units: 2_500_000n,
    address: ALICE_TEXT,
  })
  // It transfers no other asset, and only to this address.
  expect(await chain.find(seen('tokens', 'TRX'))).toBe('unknown')
  expect(await chain.find({ ...seen('tokens', 'USDT'), address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })).toBe('unknown')
  expect(await chain.find(seen('failed', 'USDT'))).toBe('unknown')
  expect(await chain.find(seen('unknown', 'TRX'))).toBe('unknown')
})

test('What one transaction brings to one address in one asset is one transfer, in whatever order it logs it', async () => {
  for (const [units, logs] of [
    [25_000_000n, [log(10_000_000), log(15_000_000)]],
    [25_000_000n, [log(15_000_000), log(9, { topics: [APPROVAL, word(USDT), word(ALICE)] }), log(10_000_000)]],
    [10_000_000n, [log(10_000_000), log(15_000_000, { topics: [TRANSFER, word(ALICE), word(USDT)] })]],
  ] as const) {
    const infos = { ...chainOfTwo.infos, 100: [info('tokens', logs), info('failed', [])] }
    const chain = await open({ ...READ, infos })
    const { transfers } = await chain.read('101', (all) =>
      Promise.resolve(new Set(all.filter((one) => one === ALICE_TEXT))),
    )
    expect(transfers[0]).toMatchObject({ txId: 'tokens', outputIndex: null, assetCode: 'USDT', units })
    expect(await chain.find(seen('tokens', 'USDT'))).toEqual(transfers[0])
    server?.close()
  }
})

test('A node’s error is thrown with its words, and a key that it does not know with its status', async () => {
  const url = await startNode()
  await expect(openTronNode(url)('nothing', {})).rejects.toThrow('no such path')
  const wrong = tronChain(openTronNode(url.replace('our-key', 'another')), CONFIG)
  await expect(wrong.find(seen('tokens', 'USDT'))).rejects.toThrow('answered 401')
})

test('A transfer is replaced where another block is in the place of its own, and not where a node is behind', async () => {
  const chain = await open()
  expect(await chain.find(seen('unknown', 'USDT', 'another'))).toBe('replaced')
  expect(await chain.find(seen('failed', 'USDT', 'another'))).toBe('replaced')
  expect(await chain.find({ ...seen('unknown', 'USDT', 'another'), height: 102 })).toBe('unknown')
  const below = await chain.read('141', everybody)
  const behind = { blocks: 40, restart: '101' }
  expect(below).toEqual({ transfers: [], position: '141', tip: 101, isAtTip: true, behind })
})

test('A block of which the node does not tell what came of it is read again from the same place', async () => {
  const gap = { from: 101, to: 101, restart: null }
  const again = { transfers: [], position: '101', tip: 101, isAtTip: true, gap }
  for (const told of [[], chainOfTwo.infos[101]?.slice(1), [info('another', [])]]) {
    const chain = await open({ ...READ, infos: { ...chainOfTwo.infos, 101: told ?? [] } })
    expect(await chain.read('101', everybody)).toEqual(again)
    server?.close()
  }
})

/** Requested blocks among those that the node has, without transactions. */
const keepsFrom = (first: number, tip: number, but: readonly number[] = []) => ({
  getnowblock: header(tip),
  blocks: Array.from({ length: tip - first + 1 }, (_, index) => header(first + index)).filter(
    ({ block_header: { raw_data: at } }) => !but.includes(at.number),
  ),
})

test('A node that keeps only newer blocks says which it has not, and is read on after them', async () => {
  const chain = await open(keepsFrom(470, 500))
  const stays = { transfers: [], position: '120', tip: 500, isAtTip: true }
  expect(await chain.read('120', everybody)).toEqual({ ...stays, gap: { from: 101, to: 469, restart: '489' } })
  expect(await chain.read('489', everybody)).toEqual({ transfers: [], position: '500', tip: 500, isAtTip: true })
})

test('Before a block that the node never tells all is read, and after it can be read on', async () => {
  const chain = await open(keepsFrom(400, 500, [470]))
  expect(await chain.read('460', everybody)).toEqual({ transfers: [], position: '469', tip: 500, isAtTip: true })
  const stays = { transfers: [], position: '469', tip: 500, isAtTip: true }
  expect(await chain.read('469', everybody)).toEqual({ ...stays, gap: { from: 470, to: 470, restart: '490' } })
  expect(await chain.read('490', everybody)).toEqual({ transfers: [], position: '500', tip: 500, isAtTip: true })
})

test('What is no answer is an error, and never taken for "unknown"', async () => {
  const without = await open({ getnowblock: {} as (typeof chainOfTwo)['getnowblock'] })
  await expect(without.read('101', everybody)).rejects.toThrow('getnowblock: the answer is not as documented')
  server?.close()
  const limited = await open({ infos: { 100: [{ id: 'tokens', message: 'slow down' }] } })
  await expect(limited.find(seen('tokens', 'USDT'))).rejects.toThrow('gettransactioninfobyid: the answer')
})

test('What came of a transaction and the block at its height are of two ways of the chain: nothing is said', async () => {
  const [, second = {}] = chainOfTwo.blocks
  const own = { ...header(100, 'other'), transactions: [call('tokens')] }
  for (const block of [
    { ...header(100, 'other'), transactions: [call('failed')] },
    { ...own, block_header: { raw_data: { number: 100, timestamp: 303_000 } } },
  ]) {
    const chain = await open({ blocks: [block, second] })
    expect(await chain.find(seen('tokens', 'USDT'))).toBe('unknown')
    server?.close()
  }
  const again = await open({ blocks: [own, second] })
  expect(await again.find(seen('tokens', 'USDT'))).toMatchObject({ units: 25_000_000n, blockHash: 'other' })
  server?.close()
  const without = await open({ blocks: [chainOfTwo.blocks[0] ?? {}, header(101)] })
  expect(await without.find({ ...seen('coins', 'TRX', 'another'), height: 101 })).toBe('unknown')
})

test('More coins than a number of JSON holds are read to the last unit, and stop nobody’s reading', async () => {
  const whale = { ...header(101), transactions: [coins('whale', '9007199254740993')] }
  const differs = {
    blocks: [...BLOCKS, header(100), whale],
    infos: { 101: [info('whale', [], { receipt: {}, ...IN_101 })] },
  }
  const { transfers } = await (await open(differs)).read('101', everybody)
  expect(transfers).toMatchObject([{ txId: 'whale', assetCode: 'TRX', units: 9_007_199_254_740_993n }])
  server?.close()
  const nobodys = await (await open(differs)).read('101', () => Promise.resolve(new Set()))
  expect(nobodys).toEqual({ transfers: [], position: '101', tip: 101, isAtTip: true })
})
