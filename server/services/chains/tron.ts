// TRON by the HTTP API of a full node or TronGrid: coins from block transactions, TRC20 tokens from transaction logs.
// Payments of a transaction to one address in one asset form one transfer.

import { writeAddress } from './address'
import {
  type Chain,
  type ChainGap,
  type ChainPlace,
  type Payment,
  type TransferPart,
  findGapEnd,
  partsOf,
  sumByTransaction,
} from './chain'
import { readAnswer } from './json-rpc'
import {
  type Block,
  type Header,
  type Info,
  type Transaction,
  type TronHttp,
  type TronLog,
  type TronNode,
  sending,
  tronNode,
} from './tron-node'

export interface TronConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly { readonly assetCode: string; readonly contract: string; readonly decimals: number }[]
}

/** Sun. */
const COIN_DECIMALS = 6
/** keccak256 of "Transfer(address,address,uint256)", as TRON writes it. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Three minutes of blocks per reading. The newest twenty are read again, because a reorg may replace them. */
const BLOCKS_MAX = 60
const OVERLAP = 20
/** Concurrent calls: TronGrid limits calls per second. */
const CALL_CONCURRENCY = 8

export const tronChain = (http: TronHttp, config: TronConfig): Chain => {
  const node = tronNode(http)
  return {
    read: async (position, findOurs) => {
      const tip = heightOf(await node.newest())
      if (position === null) return { transfers: [], position: String(tip), tip, isAtTip: true }
      const readTo = parseInt(position, 10)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      // Earlier blocks came from another node, or this node was reset.
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const from = Math.max(1, readTo + 1 - OVERLAP)
      const to = Math.min(tip, from + BLOCKS_MAX - 1)
      const read = await readBlocks(node, config, { from, to, tip })
      const last = from + read.length - 1
      if (last <= readTo && last < tip) return { ...nothing, gap: await findGap(node, config, { from: last + 1, tip }) }
      const transfers = sumByTransaction(read.flat())
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
      // Another block at that height: a reorg in progress, or answers from two nodes.
      if (!one || !sent || !isOfSameTime(told, one)) return 'unknown'
      const money =
        assetCode === config.coin ? [coinPayment(config, sent)] : told.log.map((log) => tokenPayment(config, log))
      const parts = money.flatMap((part) => partsOf(part, txId, placeOf(one, heightOf(newest))))
      const [found] = sumByTransaction(parts.filter((part) => part.assetCode === assetCode && part.address === address))
      if (found && didSucceed(told)) return found
      // Re-mined without a payment to this address.
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
 * Payments per block, up to the first missing block or the first without transaction results (not yet written, or
 * replaced by a reorg meanwhile).
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
  for (const parts of await inBatches(known, (one) => readBlock(node, config, one, tip))) {
    if (parts === null) break
    read.push(parts)
  }
  return read
}

/** Gap from the first unreadable block to the last unreadable one. */
async function findGap(node: TronNode, config: TronConfig, { from, tip }: Omit<Range, 'to'>): Promise<ChainGap> {
  const to = await findGapEnd({ from, tip }, async (height) => {
    const read = await readBlocks(node, config, { from: height, to: height, tip })
    return read.length > 0
  })
  return { from, to, restart: to < tip ? String(to + OVERLAP) : null }
}

/** Block with results; null unless results match the transactions of the block exactly. */
async function readBlock(
  node: TronNode,
  config: TronConfig,
  block: Block,
  tip: number,
): Promise<TransferPart[] | null> {
  const { transactions } = block
  const place = placeOf(block, tip)
  // An empty block has no list of results.
  const infos = transactions.length === 0 ? [] : await node.infosOf(place.height)
  const ids = new Set(transactions.map(({ txID }) => txID))
  if (infos.length !== ids.size || infos.some(({ id }) => !ids.has(id))) return null
  const coins = transactions.flatMap((one) => partsOf(coinPayment(config, one), one.txID, place))
  const tokens = infos
    .filter(didSucceed)
    .flatMap(({ id, log: logs }) => logs.flatMap((one) => partsOf(tokenPayment(config, one), id, place)))
  return [...coins, ...tokens]
}

/** Null for a transaction that failed or transfers no coin. */
function coinPayment({ network, coin }: TronConfig, { ret, raw_data: raw }: Transaction): Payment | null {
  const [contract] = raw.contract
  if (contract?.type !== 'TransferContract' || (ret?.[0]?.contractRet ?? 'SUCCESS') !== 'SUCCESS') return null
  const { amount, to_address: to } = readAnswer(sending, 'TransferContract', contract.parameter.value)
  const address = addressOf(network, to)
  if (address === null || amount === 0n) return null
  return { assetCode: coin, units: amount, decimals: COIN_DECIMALS, address, memo: '' }
}

/** Null for other contracts (fake transfers mimic real tokens) and for zero transfers. */
function tokenPayment({ network, tokens }: TronConfig, { address: contract, topics, data }: TronLog): Payment | null {
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

/** A plain transfer has no contract result. */
const didSucceed = ({ receipt }: Info): boolean => (receipt?.result ?? 'SUCCESS') === 'SUCCESS'

/** A transaction's result names its block by height and time only. */
const isOfSameTime = ({ blockTimeStamp: told }: Info, { block_header: { raw_data: at } }: Header): boolean =>
  told === undefined || at.timestamp === undefined || told === at.timestamp

const heightOf = ({ block_header: header }: Header): number => header.raw_data.number

function placeOf(block: Header, tip: number): ChainPlace {
  const height = heightOf(block)
  return { height, blockHash: block.blockID, confirmations: Math.max(0, tip - height + 1) }
}

/** Base58Check from 21 bytes in hex; null for anything else. */
function addressOf(network: string, hex: string): string | null {
  if (!/^41[0-9a-fA-F]{40}$/.test(hex)) return null
  return writeAddress(
    network,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  )
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += CALL_CONCURRENCY)
    results.push(...(await Promise.all(items.slice(start, start + CALL_CONCURRENCY).map(work))))
  return results
}
