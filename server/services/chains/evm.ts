// Ethereum-compatible chains by JSON-RPC: coins from block transactions, tokens from Transfer logs. A re-mined
// transaction may get other log numbers, so its payments to one address in one asset form one transfer.
//
// One URL may serve several nodes with different newest blocks. Blocks are therefore read as a hash chain from the
// position, and logs by block hash (EIP-234): a node without the block refuses, whereas a query by height would return
// incomplete data.

import { logWarning } from '#lib/log-line'
import { getAddress } from 'viem'
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
import { type EvmBlock, type EvmNode, type EvmTransfer, evmNode, transfersIn } from './evm-node'
import { type JsonRpc, NodeRefusal, orNull } from './json-rpc'

interface EvmToken {
  readonly assetCode: string
  readonly contract: string
  readonly decimals: number
}

export interface EvmConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly EvmToken[]
  /** How many of the newest blocks a reorg may replace: the confirmations that a deposit needs. */
  readonly depth: number
}

const COIN_DECIMALS = 18
/** Blocks in one reading, two calls each. A watcher that was away catches up over several readings. */
const BLOCKS_MAX = 20

export const evmChain = (rpc: JsonRpc, config: EvmConfig): Chain => {
  const node = evmNode(rpc)
  return {
    read: async (position, findOurs) => {
      const tip = await node.tip()
      if (position === null) return { transfers: [], position: String(tip), tip, isAtTip: true }
      const { readTo, hash } = readPosition(position)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      // Earlier blocks came from another node, or this node was reset.
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const from = hash === null ? Math.max(0, readTo + 1 - config.depth) : readTo + 1
      const chained = await readBlocks(node, config, { from, to: Math.min(tip, from + BLOCKS_MAX - 1) })
      // A reorg replaced the last block that was read, and maybe blocks below it: the next reading starts `depth` blocks lower.
      if (hash !== null && chained[0] && chained[0].parentHash !== hash)
        return { transfers: [], position: String(readTo), tip, isAtTip: false }
      const logs = await readTransfers(node, config, chained)
      const blocks = chained.slice(0, logs.length)
      const last = blocks.at(-1)
      if (!last) return from > tip ? nothing : { ...nothing, gap: await findGap(node, config, { from, tip }) }
      const coins = blocks.flatMap((block) => coinParts(config, block, tip))
      const tokens = logs
        .flat()
        .flatMap((log) => partsOf(tokenPayment(config, log), log.transactionHash, placeOf(log, tip)))
      const read = sumByTransaction([...coins, ...tokens])
      const ours = await findOurs(read.map(({ address }) => address))
      const transfers = read.filter(({ address }) => ours.has(address))
      return { transfers, position: `${last.number} ${last.hash}`, tip, isAtTip: last.number === BigInt(tip) }
    },
    find: async ({ txId, assetCode, address, height, blockHash }) => {
      const isCoin = assetCode === config.coin
      const receipt = await node.receipt(txId)
      const [tip, block, transaction] = await Promise.all([
        node.tip(),
        node.header(receipt ? Number(receipt.blockNumber) : height),
        receipt && isCoin ? node.transaction(txId) : null,
      ])
      if (!receipt) return block && block.hash !== blockHash ? 'replaced' : 'unknown'
      // Another block at that height: a reorg in progress, or answers from two nodes.
      if (block?.hash !== receipt.blockHash || (isCoin && !transaction)) return 'unknown'
      const payments = transaction
        ? [coinPayment(config, transaction)]
        : transfersIn(receipt).map((log) => tokenPayment(config, log))
      const parts = payments.flatMap((payment) => partsOf(payment, txId, placeOf(receipt, tip)))
      const [found] = sumByTransaction(parts.filter((part) => part.assetCode === assetCode && part.address === address))
      if (found && receipt.status === 'success') return found
      // Re-mined without a payment to this address.
      return receipt.blockHash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

function coinParts(config: EvmConfig, block: EvmBlock, tip: number): TransferPart[] {
  const place = placeOf({ blockNumber: block.number, blockHash: block.hash }, tip)
  return block.transactions.flatMap((transaction) => partsOf(coinPayment(config, transaction), transaction.hash, place))
}

/** Null for a transaction that creates a contract or transfers no coin. */
function coinPayment(
  { coin }: EvmConfig,
  { from, to, value: units }: Pick<EvmBlock['transactions'][number], 'from' | 'to' | 'value'>,
): Payment | null {
  if (to === null || units === 0n) return null
  return { assetCode: coin, units, decimals: COIN_DECIMALS, address: getAddress(to), memo: '', sender: from }
}

/** Null for other contracts (fake transfers mimic real tokens) and for zero transfers. */
function tokenPayment({ tokens }: EvmConfig, { address: contract, args }: EvmTransfer): Payment | null {
  const token = tokens.find((one) => one.contract.toLowerCase() === contract.toLowerCase())
  if (!token || args.value === 0n) return null
  const { assetCode, decimals } = token
  return { assetCode, decimals, units: args.value, address: getAddress(args.to), memo: '', sender: args.from }
}

/** The last block that was read, as "102 0xb102"; "102" alone if its hash is not known. */
function readPosition(position: string): { readonly readTo: number; readonly hash: string | null } {
  const [height = '', hash = null] = position.split(' ')
  return { readTo: parseInt(height, 10), hash }
}

/**
 * Consecutive hash chain of blocks, up to the first block missing on the answering node or on another fork; the next
 * reading continues.
 */
async function readBlocks(
  node: EvmNode,
  { network }: EvmConfig,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly EvmBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const refusals: NodeRefusal[] = []
  const answers = await Promise.all(heights.map((height) => knownBlock(node, height, refusals)))
  if (refusals[0]) logWarning(`chain ${network}: blocks from ${from} on were refused: ${refusals[0].message}`)
  const blocks: EvmBlock[] = []
  for (const block of answers) {
    const below = blocks.at(-1)
    if (block?.number !== BigInt(from + blocks.length) || (below && block.parentHash !== below.hash)) break
    blocks.push(block)
  }
  return blocks
}

/** Null if the block is missing or pruned; some nodes answer pruned blocks with an error. */
const knownBlock = (node: EvmNode, height: number, refusals: NodeRefusal[] = []): Promise<EvmBlock | null> =>
  orNull(node.block(height), (refused) => refusals.push(refused) > 0)

/** Transfers in a block, or the node's refusal if it lacks the block. */
async function transfersOf(
  node: EvmNode,
  { tokens }: EvmConfig,
  { hash }: EvmBlock,
): Promise<readonly EvmTransfer[] | NodeRefusal> {
  if (tokens.length === 0) return []
  try {
    return await node.transfers(
      hash,
      tokens.map(({ contract }) => contract),
    )
  } catch (failure) {
    if (failure instanceof NodeRefusal) return failure
    throw failure
  }
}

/** Gap from the first unreadable block to the last unreadable one. */
async function findGap(
  node: EvmNode,
  config: EvmConfig,
  { from, tip }: { readonly from: number; readonly tip: number },
): Promise<ChainGap> {
  const to = await findGapEnd({ from, tip }, async (height) => {
    const block = await knownBlock(node, height)
    return block !== null && !((await transfersOf(node, config, block)) instanceof NodeRefusal)
  })
  const next = to < tip ? await knownBlock(node, to + 1) : null
  return { from, to, restart: next && `${to} ${next.parentHash}` }
}

/** The transfers of each block, up to the first block that the answering node lacks. */
async function readTransfers(
  node: EvmNode,
  config: EvmConfig,
  blocks: readonly EvmBlock[],
): Promise<readonly (readonly EvmTransfer[])[]> {
  const answers = await Promise.all(blocks.map((block) => transfersOf(node, config, block)))
  const read: (readonly EvmTransfer[])[] = []
  for (const [index, logs] of answers.entries()) {
    const block = blocks[index]
    if (logs instanceof NodeRefusal) {
      logWarning(`chain ${config.network}: the logs of block ${block?.number} were refused: ${logs.message}`)
      break
    }
    if (logs.some(({ blockHash }) => blockHash !== block?.hash))
      throw new Error('eth_getLogs: the node answered with the logs of another block')
    read.push(logs)
  }
  return read
}

const placeOf = (
  { blockNumber, blockHash }: { readonly blockNumber: bigint; readonly blockHash: string },
  tip: number,
): ChainPlace => {
  const height = Number(blockNumber)
  return { height, blockHash, confirmations: Math.max(0, tip - height + 1) }
}
