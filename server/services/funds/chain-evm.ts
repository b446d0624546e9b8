// Ethereum and what speaks like it, through a node's documented JSON-RPC: the coin from the transactions of each block, tokens from
// the Transfer logs of their contracts. Everything that was sent to anybody is told; whose it is the directory knows.

import type { Chain, ChainPlace, ChainReading } from './chain'
import type { JsonRpc } from './json-rpc'
import { checkAddress } from './address'

export interface EvmToken {
  readonly assetCode: string
  readonly contract: string
  readonly decimals: number
}

export interface EvmConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly EvmToken[]
}

const COIN_DECIMALS = 18
/** keccak256 of "Transfer(address,address,uint256)". */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks in one reading: a watcher that was away catches up over several. */
const BLOCKS_MAX = 40
/** Blocks that are read again: the newest may be replaced by others after they were read. */
const OVERLAP = 12
/** The coin has no log of its own: its transfer is output 0, a token's is 1 + the number of its log. */
const COIN_OUTPUT = 0

interface Block {
  readonly number: string
  readonly hash: string
  readonly transactions: readonly { readonly hash: string; readonly to: string | null; readonly value: string }[]
}
interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly logIndex: string
  readonly removed?: boolean
}
interface Receipt {
  readonly blockNumber: string
  readonly blockHash: string
  readonly status: string
  readonly logs: readonly Log[]
}

export const evmChain = (rpc: JsonRpc, config: EvmConfig): Chain => ({
  read: async (position) => {
    const tip = numberOf(await rpc<string>('eth_blockNumber', []))
    if (position === null) return { transfers: [], position: String(tip) }
    const from = Math.max(0, Math.min(parseInt(position, 10), tip) + 1 - OVERLAP)
    const to = Math.min(tip, from + BLOCKS_MAX - 1)
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const [blocks, logs] = await Promise.all([
      Promise.all(heights.map((height) => rpc<Block | null>('eth_getBlockByNumber', [hexOf(height), true]))),
      readLogs(rpc, config, from, to),
    ])
    // A node that is behind the one that told the tip: what it has not is read the next time.
    const known = blocks.filter((block) => block !== null)
    if (known.length < blocks.length) return { transfers: [], position }
    const transfers = [
      ...known.flatMap((block) => coinTransfers(config, block, tip)),
      ...tokenTransfers(config, logs, tip),
    ]
    return { transfers, position: String(to) }
  },
  find: async (txId, outputIndex) => {
    const [tip, receipt] = await Promise.all([
      rpc<string>('eth_blockNumber', []),
      rpc<Receipt | null>('eth_getTransactionReceipt', [txId]),
    ])
    if (!receipt || receipt.status !== '0x1') return null
    const isThere =
      outputIndex === COIN_OUTPUT ||
      receipt.logs.some((log) => numberOf(log.logIndex) === outputIndex - 1 && !log.removed)
    return isThere ? placeOf(receipt, numberOf(tip)) : null
  },
})

type Transfers = ChainReading['transfers'][number][]

function coinTransfers({ network, coin }: EvmConfig, block: Block, tip: number): Transfers {
  const place = placeOf({ blockNumber: block.number, blockHash: block.hash }, tip)
  return block.transactions.flatMap(({ hash, to, value }) => {
    const address = to === null ? null : addressOf(network, to)
    const units = BigInt(value)
    if (address === null || units === 0n) return []
    const money = { assetCode: coin, units, decimals: COIN_DECIMALS }
    return [{ ...place, ...money, txId: hash, outputIndex: COIN_OUTPUT, address, memo: '' }]
  })
}

function tokenTransfers({ network, tokens }: EvmConfig, logs: readonly Log[], tip: number): Transfers {
  return logs.flatMap((log) => {
    const token = tokens.find(({ contract }) => contract.toLowerCase() === log.address.toLowerCase())
    const receiver = log.topics[2]
    if (!token || receiver === undefined || log.removed || log.topics.length !== 3) return []
    const address = addressOf(network, `0x${receiver.slice(-40)}`)
    if (address === null || !/^0x[0-9a-fA-F]{1,64}$/.test(log.data)) return []
    const { assetCode, decimals } = token
    const money = { assetCode, decimals, units: BigInt(log.data) }
    const outputIndex = numberOf(log.logIndex) + 1
    return [{ ...placeOf(log, tip), ...money, txId: log.transactionHash, outputIndex, address, memo: '' }]
  })
}

function readLogs(rpc: JsonRpc, { tokens }: EvmConfig, from: number, to: number): Promise<readonly Log[]> {
  if (tokens.length === 0) return Promise.resolve([])
  const address = tokens.map(({ contract }) => contract)
  const filter = { fromBlock: hexOf(from), toBlock: hexOf(to), address, topics: [TRANSFER_TOPIC] }
  return rpc<readonly Log[]>('eth_getLogs', [filter])
}

const placeOf = ({ blockNumber, blockHash }: Pick<Receipt, 'blockNumber' | 'blockHash'>, tip: number): ChainPlace => {
  const height = numberOf(blockNumber)
  return { height, blockHash, confirmations: Math.max(0, tip - height + 1) }
}

function addressOf(network: string, text: string): string | null {
  const checked = checkAddress(network, text.toLowerCase())
  return checked.ok ? checked.value : null
}

const numberOf = (hex: string): number => parseInt(hex, 16)
const hexOf = (value: number): string => `0x${value.toString(16)}`
