// Ethereum and what speaks like it, through a node's documented JSON-RPC: the coin from the transactions of each block, tokens from
// the Transfer logs of their contracts. When a transaction is mined again its logs may have other numbers, and others may be before them;
// so what it brings to one address in one asset is one transfer, of their sum.
//
// Behind one address there may be several nodes that differ by some blocks or by the newest ones. So blocks are read as a chain, each on
// top of the one before, from the block whose hash is the position; and logs are asked for by the hash of their block, which a node that
// has not got it refuses (EIP-234), and not by heights, where it would answer with those that it has.

import { checkAddress } from './address'
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
import {
  type EvmBlock,
  type EvmLog,
  type EvmNode,
  type EvmReceipt,
  type EvmTransaction,
  evmNode,
} from './chain-evm-node'
import { type JsonRpc, NodeRefusal, orNull } from './json-rpc'

export interface EvmToken {
  readonly assetCode: string
  readonly contract: string
  readonly decimals: number
}

export interface EvmConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly EvmToken[]
  /** Blocks that may be replaced by others: as many as a deposit waits for. */
  readonly depth: number
}

const COIN_DECIMALS = 18
/** keccak256 of "Transfer(address,address,uint256)". */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks in one reading, each two calls: a watcher that was away catches up over several. */
const BLOCKS_MAX = 20

export const evmChain = (rpc: JsonRpc, config: EvmConfig): Chain => {
  const node = evmNode(rpc)
  return {
    read: async (position, findOurs) => {
      const tip = await node.tip()
      if (position === null) return { transfers: [], position: String(tip), tip, isAtTip: true }
      const { readTo, hash } = readPosition(position)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      // What this node has not yet was read from another, or before it was set back.
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const from = hash === null ? Math.max(0, readTo + 1 - config.depth) : readTo + 1
      const chained = await readBlocks(node, config, { from, to: Math.min(tip, from + BLOCKS_MAX - 1) })
      // The next block is on top of another than was read last: those below may be others, too.
      if (hash !== null && chained[0] && chained[0].parentHash !== hash)
        return { transfers: [], position: String(readTo), tip, isAtTip: false }
      const logs = await readLogs(node, config, chained)
      const blocks = chained.slice(0, logs.length)
      const last = blocks.at(-1)
      if (!last) return from > tip ? nothing : { ...nothing, gap: await findGap(node, config, { from, tip }) }
      const coins = blocks.flatMap((block) => coinParts(config, block, tip))
      const tokens = logs
        .flat()
        .flatMap((log) => partOf(tokenMoney(config, log), log.transactionHash, placeOf(log, tip)))
      const told = together([...coins, ...tokens])
      const ours = await findOurs(told.map(({ address }) => address))
      const transfers = told.filter(({ address }) => ours.has(address))
      return { transfers, position: `${last.number} ${last.hash}`, tip, isAtTip: last.number === tip }
    },
    find: async ({ txId, assetCode, address, height, blockHash }) => {
      const isCoin = assetCode === config.coin
      const receipt = await node.receipt(txId)
      const [tip, block, transaction] = await Promise.all([
        node.tip(),
        node.header(receipt?.blockNumber ?? height),
        receipt && isCoin ? node.transaction(txId) : null,
      ])
      if (!receipt) return block && block.hash !== blockHash ? 'replaced' : 'unknown'
      // The node's own block at that height is another: it is changing its mind, or two nodes have answered.
      if (block?.hash !== receipt.blockHash || (isCoin && !transaction)) return 'unknown'
      const told = transaction ? [coinMoney(config, transaction)] : receipt.logs.map((log) => tokenMoney(config, log))
      const parts = told.flatMap((money) => partOf(money, txId, placeOf(receipt, tip)))
      const [found] = together(parts.filter((part) => part.assetCode === assetCode && part.address === address))
      if (found && receipt.status === '0x1') return found
      // Mined again, and it brings nothing there.
      return receipt.blockHash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

function coinParts(config: EvmConfig, block: EvmBlock, tip: number): TransferPart[] {
  const place = placeOf({ blockNumber: block.number, blockHash: block.hash }, tip)
  return block.transactions.flatMap((transaction) => partOf(coinMoney(config, transaction), transaction.hash, place))
}

/** Null for a transaction that brings nobody a coin. */
function coinMoney({ network, coin }: EvmConfig, { to, value: units }: EvmTransaction): PartMoney | null {
  const address = to === null ? null : addressOf(network, to)
  if (address === null || units === 0n) return null
  return { assetCode: coin, units, decimals: COIN_DECIMALS, address, memo: '' }
}

/** Null for a log that is no transfer of a token that we know, or of nothing: such are sent to anybody, to be mistaken for others. */
function tokenMoney(
  { network, tokens }: EvmConfig,
  log: Pick<EvmLog, 'address' | 'topics' | 'data'>,
): PartMoney | null {
  const token = tokens.find(({ contract }) => contract.toLowerCase() === log.address.toLowerCase())
  const [topic, , receiver] = log.topics
  if (!token || topic !== TRANSFER_TOPIC || receiver === undefined || log.topics.length !== 3) return null
  const address = addressOf(network, `0x${receiver.slice(-40)}`)
  if (address === null || !/^0x[0-9a-fA-F]{1,64}$/.test(log.data)) return null
  const { assetCode, decimals } = token
  const units = BigInt(log.data)
  return units === 0n ? null : { assetCode, decimals, units, address, memo: '' }
}

/** The last block that was read, "102 0xb102"; without its hash nobody knows which it was. */
function readPosition(position: string): { readonly readTo: number; readonly hash: string | null } {
  const [height = '', hash = null] = position.split(' ')
  return { readTo: parseInt(height, 10), hash }
}

/** Each on top of the one before. A node that is behind the one that told the tip, or on another way, ends it: the rest is read the next time. */
async function readBlocks(
  node: EvmNode,
  { network }: EvmConfig,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly EvmBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const refusals: NodeRefusal[] = []
  const told = await Promise.all(heights.map((height) => keptBlock(node, height, refusals)))
  if (refusals[0]) console.warn(`chain ${network}: not all blocks from ${from} on are told: ${refusals[0].message}`)
  const blocks: EvmBlock[] = []
  for (const block of told) {
    const below = blocks.at(-1)
    if (block?.number !== from + blocks.length || (below && block.parentHash !== below.hash)) break
    blocks.push(block)
  }
  return blocks
}

/** Null where the node has it not: not yet, or not any more, which some say by an error. */
const keptBlock = (node: EvmNode, height: number, refusals: NodeRefusal[] = []): Promise<EvmBlock | null> =>
  orNull(node.block(height), (refused) => refusals.push(refused) > 0)

/** Transfers that a block logged, or the refusal of a node that knows nothing of the block. */
async function logsOf(
  node: EvmNode,
  { tokens }: EvmConfig,
  { hash: blockHash }: EvmBlock,
): Promise<readonly EvmLog[] | NodeRefusal> {
  if (tokens.length === 0) return []
  try {
    return await node.logs({ blockHash, address: tokens.map(({ contract }) => contract), topics: [TRANSFER_TOPIC] })
  } catch (failure) {
    if (failure instanceof NodeRefusal) return failure
    throw failure
  }
}

/** Of the first block, which could not be read, and those after it: up to the first that can be. */
async function findGap(
  node: EvmNode,
  config: EvmConfig,
  { from, tip }: { readonly from: number; readonly tip: number },
): Promise<ChainGap> {
  const to = await findGapEnd({ from, tip }, async (height) => {
    const block = await keptBlock(node, height)
    return block !== null && !((await logsOf(node, config, block)) instanceof NodeRefusal)
  })
  const next = to < tip ? await keptBlock(node, to + 1) : null
  return { from, to, restart: next && `${to} ${next.parentHash}` }
}

/** What each block logged, up to the first of which the node that was asked knows nothing. */
async function readLogs(
  node: EvmNode,
  config: EvmConfig,
  blocks: readonly EvmBlock[],
): Promise<readonly (readonly EvmLog[])[]> {
  const told = await Promise.all(blocks.map((block) => logsOf(node, config, block)))
  const read: (readonly EvmLog[])[] = []
  for (const [index, logs] of told.entries()) {
    if (logs instanceof NodeRefusal) {
      console.warn(`chain ${config.network}: the logs of block ${blocks[index]?.number} are not told: ${logs.message}`)
      break
    }
    if (logs.some(({ blockHash }) => blockHash !== blocks[index]?.hash))
      throw new Error('eth_getLogs: the node tells the logs of another block than it was asked for')
    read.push(logs)
  }
  return read
}

const placeOf = (
  { blockNumber: height, blockHash }: Pick<EvmReceipt, 'blockNumber' | 'blockHash'>,
  tip: number,
): ChainPlace => ({ height, blockHash, confirmations: Math.max(0, tip - height + 1) })

function addressOf(network: string, text: string): string | null {
  const checked = checkAddress(network, text.toLowerCase())
  return checked.ok ? checked.value : null
}
