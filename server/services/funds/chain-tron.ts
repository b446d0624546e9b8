// TRON through a full node's or TronGrid's documented HTTP API: the coin from the transactions of each block, tokens (TRC20) from the logs
// that the node keeps of each transaction. What a transaction brings to one address in one asset is one transfer.

import * as v from 'valibot'
import { writeAddress } from './address'
import {
  type Chain,
  type ChainGap,
  type ChainPlace,
  type PartMoney,
  type TransferPart,
  findGapEnd,
  partOf,
  together,
} from './chain'
import { readAnswer } from './json-rpc'
import type { TronHttp } from './tron-http'

export interface TronConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly { readonly assetCode: string; readonly contract: string; readonly decimals: number }[]
}

/** Sun. */
const COIN_DECIMALS = 6
/** keccak256 of "Transfer(address,address,uint256)", as TRON writes it. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** A block every three seconds: a minute's worth, and what is read again because it may still be replaced, until nineteen blocks are on top. */
const BLOCKS_MAX = 60
const OVERLAP = 20
/** Calls at once: TronGrid counts them by the second. */
const CALLS_AT_ONCE = 8

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const header = v.object({
  blockID: v.string(),
  /** A block of number 0 leaves it out. */
  block_header: v.object({ raw_data: v.object({ number: v.optional(number, 0), timestamp: v.optional(number) }) }),
})
const transaction = v.object({
  txID: v.string(),
  ret: v.optional(v.array(v.object({ contractRet: v.optional(v.string()) }))),
  raw_data: v.object({
    contract: v.array(
      v.object({
        type: v.string(),
        // Every kind of contract says something else here.
        parameter: v.object({ value: v.unknown() }),
      }),
    ),
  }),
})
/** Above nine billion coins, which no number of JSON's holds to the last unit, in digits as the node wrote them (tron-http.ts). */
const units = v.pipe(
  v.union([number, v.pipe(v.string(), v.regex(/^\d{1,19}$/))]),
  v.transform((told) => BigInt(told)),
)
const sending = v.object({ amount: v.optional(units, 0), to_address: v.optional(v.string(), '') })
const block = v.object({ ...header.entries, transactions: v.optional(v.array(transaction), []) })
const log = v.object({
  /** Twenty bytes, without TRON's 41. */
  address: v.optional(v.string(), ''),
  topics: v.optional(v.array(v.string()), []),
  data: v.optional(v.string(), ''),
})
const info = v.object({
  id: v.string(),
  blockNumber: number,
  blockTimeStamp: v.optional(number),
  receipt: v.optional(v.object({ result: v.optional(v.string()) })),
  log: v.optional(v.array(log), []),
})
/** What is unknown is answered by an empty object, and by nothing else. */
const unknown = v.strictObject({})
const noInfos = v.pipe(
  unknown,
  v.transform((): Info[] => []),
)
const blocks = v.object({ block: v.optional(v.array(block), []) })

type Header = v.InferOutput<typeof header>
type Block = v.InferOutput<typeof block>
type Transaction = v.InferOutput<typeof transaction>
type Info = v.InferOutput<typeof info>

const tronNode = (http: TronHttp) => {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, path: string, body: object) =>
    readAnswer(schema, path, await http(path, body))
  return {
    newest: () => ask(header, 'getnowblock', {}),
    /** The end is not part of it. */
    blocks: async (startNum: number, endNum: number) =>
      (await ask(blocks, 'getblockbylimitnext', { startNum, endNum })).block,
    block: async (height: number) => {
      const told = await ask(v.union([block, unknown]), 'getblock', { id_or_num: String(height), detail: true })
      return 'blockID' in told ? told : null
    },
    infosOf: (num: number) => ask(v.union([v.array(info), noInfos]), 'gettransactioninfobyblocknum', { num }),
    info: async (txId: string) => {
      const told = await ask(v.union([info, unknown]), 'gettransactioninfobyid', { value: txId })
      return 'id' in told ? told : null
    },
  }
}
type TronNode = ReturnType<typeof tronNode>

export const tronChain = (http: TronHttp, config: TronConfig): Chain => {
  const node = tronNode(http)
  return {
    read: async (position, findOurs) => {
      const tip = heightOf(await node.newest())
      if (position === null) return { transfers: [], position: String(tip), tip, isAtTip: true }
      const readTo = parseInt(position, 10)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      // What this node has not yet was read from another, or before it was set back.
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const from = Math.max(1, readTo + 1 - OVERLAP)
      const to = Math.min(tip, from + BLOCKS_MAX - 1)
      const read = await readBlocks(node, config, { from, to, tip })
      const last = from + read.length - 1
      if (last <= readTo && last < tip) return { ...nothing, gap: await findGap(node, config, { from: last + 1, tip }) }
      const transfers = together(read.flat())
      const ours = await findOurs(transfers.map(({ address }) => address))
      return {
        transfers: transfers.filter(({ address }) => ours.has(address)),
        position: String(last),
        tip,
        isAtTip: last < to || to === tip,
      }
    },
    find: async ({ txId, assetCode, address, height, blockHash }) => {
      const told = await node.info(txId)
      const [newest, one] = await Promise.all([node.newest(), node.block(told?.blockNumber ?? height)])
      if (!told) return one && one.blockID !== blockHash ? 'replaced' : 'unknown'
      const sent = one?.transactions.find(({ txID }) => txID === txId)
      // The node's own block at that height is another: it is changing its mind, or two nodes have answered.
      if (!one || !sent || !isOfSameTime(told, one)) return 'unknown'
      const money =
        assetCode === config.coin ? [coinMoney(config, sent)] : told.log.map((log) => tokenMoney(config, log))
      const parts = money.flatMap((part) => partOf(part, txId, placeOf(one, heightOf(newest))))
      const [found] = together(parts.filter((part) => part.assetCode === assetCode && part.address === address))
      if (found && didSucceed(told)) return found
      // Mined again, and it brings nothing there.
      return one.blockID === blockHash ? 'unknown' : 'replaced'
    },
  }
}

interface Range {
  readonly from: number
  readonly to: number
  readonly tip: number
}

/**
 * Up to the first block that the node has not got, because it is behind the one that told the tip or keeps only newer ones; or of whose
 * transactions it does not tell what came of them, not yet or as the block was replaced meanwhile.
 */
async function readBlocks(
  node: TronNode,
  config: TronConfig,
  { from, to, tip }: Range,
): Promise<readonly (readonly TransferPart[])[]> {
  const told = await node.blocks(from, to + 1)
  const missing = told.findIndex((one, index) => heightOf(one) !== from + index)
  const known = missing < 0 ? told : told.slice(0, missing)
  const read: TransferPart[][] = []
  for (const parts of await inTurns(known, (one) => readBlock(node, config, one, tip))) {
    if (parts === null) break
    read.push(parts)
  }
  return read
}

/** Of the first block, which could not be read, and those after it: up to the first that can be. */
async function findGap(node: TronNode, config: TronConfig, { from, tip }: Omit<Range, 'to'>): Promise<ChainGap> {
  const to = await findGapEnd({ from, tip }, async (height) => {
    const read = await readBlocks(node, config, { from: height, to: height, tip })
    return read.length > 0
  })
  return { from, to, restart: to < tip ? String(to + OVERLAP) : null }
}

/** Null when the node does not tell of each transaction in the block, and of no other, what came of it. */
async function readBlock(
  node: TronNode,
  config: TronConfig,
  block: Block,
  tip: number,
): Promise<TransferPart[] | null> {
  const { transactions } = block
  const place = placeOf(block, tip)
  // A block of nothing has no list of what came of its transactions.
  const infos = transactions.length === 0 ? [] : await node.infosOf(place.height)
  const ids = new Set(transactions.map(({ txID }) => txID))
  if (infos.length !== ids.size || infos.some(({ id }) => !ids.has(id))) return null
  const coins = transactions.flatMap((one) => partOf(coinMoney(config, one), one.txID, place))
  const tokens = infos
    .filter(didSucceed)
    .flatMap(({ id, log: logs }) => logs.flatMap((one) => partOf(tokenMoney(config, one), id, place)))
  return [...coins, ...tokens]
}

/** Null for a transaction that brings nobody a coin, or that failed. */
function coinMoney({ network, coin }: TronConfig, { ret, raw_data: raw }: Transaction): PartMoney | null {
  const [contract] = raw.contract
  if (contract?.type !== 'TransferContract' || (ret?.[0]?.contractRet ?? 'SUCCESS') !== 'SUCCESS') return null
  const { amount, to_address: to } = readAnswer(sending, 'TransferContract', contract.parameter.value)
  const address = addressOf(network, to)
  if (address === null || amount === 0n) return null
  return { assetCode: coin, units: amount, decimals: COIN_DECIMALS, address, memo: '' }
}

/** Null for a log that is no transfer of a token that we know, or of nothing: such are sent to anybody, to be mistaken for others. */
function tokenMoney(
  { network, tokens }: TronConfig,
  { address: contract, topics, data }: v.InferOutput<typeof log>,
): PartMoney | null {
  const [topic, , receiver] = topics
  if (topic !== TRANSFER_TOPIC || receiver === undefined || topics.length !== 3 || !/^[0-9a-fA-F]{1,64}$/.test(data))
    return null
  const token = tokens.find((one) => one.contract === addressOf(network, `41${contract}`))
  const address = addressOf(network, `41${receiver.slice(-40)}`)
  if (!token || address === null) return null
  const { assetCode, decimals } = token
  const units = BigInt(`0x${data}`)
  return units === 0n ? null : { assetCode, decimals, units, address, memo: '' }
}

/** A contract's result is told when it failed; a plain transfer has none. */
const didSucceed = ({ receipt }: Info): boolean => (receipt?.result ?? 'SUCCESS') === 'SUCCESS'

/** What came of a transaction names its block by height and time alone. */
const isOfSameTime = ({ blockTimeStamp: told }: Info, { block_header: { raw_data: at } }: Header): boolean =>
  told === undefined || at.timestamp === undefined || told === at.timestamp

const heightOf = ({ block_header: header }: Header): number => header.raw_data.number

function placeOf(block: Header, tip: number): ChainPlace {
  const height = heightOf(block)
  return { height, blockHash: block.blockID, confirmations: Math.max(0, tip - height + 1) }
}

/** Base58 with its checksum, from 21 bytes in hex; null for anything else. */
function addressOf(network: string, hex: string): string | null {
  if (!/^41[0-9a-fA-F]{40}$/.test(hex)) return null
  return writeAddress(
    network,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  )
}

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(work))))
  return results
}
