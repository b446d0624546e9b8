// Ethereum and what speaks like it, through a node's documented JSON-RPC: the coin from the transactions of each block, tokens from
// the Transfer logs of their contracts. A node numbers logs through a block, which changes when the transaction is mined again; here a
// token's transfer is numbered by its place among the logs of its own transaction, as the receipt has them.

import type { Chain, ChainPlace, ChainReading, ChainTransfer } from './chain'
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
/** The coin has no log of its own: its transfer is output 0, a token's is 1 + its place among the transaction's logs. */
const COIN_OUTPUT = 0

interface Transaction {
  readonly hash: string
  readonly to: string | null
  readonly value: string
}
interface Block {
  readonly number: string
  readonly hash: string
  readonly transactions: readonly Transaction[]
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
  read: async (position, findOurs) => {
    const tip = numberOf(await rpc<string>('eth_blockNumber', []))
    if (position === null) return { transfers: [], position: String(tip), isAtTip: true }
    const from = Math.max(0, Math.min(parseInt(position, 10), tip) + 1 - OVERLAP)
    const to = Math.min(tip, from + BLOCKS_MAX - 1)
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    const [blocks, logs] = await Promise.all([
      Promise.all(heights.map((height) => rpc<Block | null>('eth_getBlockByNumber', [hexOf(height), true]))),
      readLogs(rpc, config, from, to),
    ])
    // A node that is behind the one that told the tip: what it has not is read the next time.
    const known = blocks.filter((block) => block !== null)
    if (known.length < blocks.length) return { transfers: [], position, isAtTip: true }
    const coins = known.flatMap((block) => coinTransfers(config, block, tip))
    const tokens = logs.flatMap((log) => {
      const money = log.removed ? null : tokenMoney(config, log)
      return money ? [{ log, money }] : []
    })
    const ours = await findOurs([...coins, ...tokens.map(({ money }) => money)].map(({ address }) => address))
    const numbered = await numberLogs(
      rpc,
      tokens.filter(({ money }) => ours.has(money.address)),
      tip,
    )
    // The chain was changed while it was read: it is read again from the same place.
    if (numbered === null) return { transfers: [], position, isAtTip: true }
    const transfers = [...coins.filter(({ address }) => ours.has(address)), ...numbered]
    return { transfers, position: String(to), isAtTip: to === tip }
  },
  find: async (txId, outputIndex) => {
    const [tip, receipt, transaction] = await Promise.all([
      rpc<string>('eth_blockNumber', []),
      readReceipt(rpc, txId),
      outputIndex === COIN_OUTPUT ? rpc<Transaction | null>('eth_getTransactionByHash', [txId]) : null,
    ])
    if (!receipt || receipt.status !== '0x1') return null
    const log = receipt.logs[outputIndex - 1]
    const money = transaction ? coinMoney(config, transaction) : log && !log.removed ? tokenMoney(config, log) : null
    return money && { ...money, ...placeOf(receipt, numberOf(tip)), txId, outputIndex }
  },
})

type Transfers = ChainReading['transfers'][number][]
/** A transfer before it is numbered. */
type Money = Omit<ChainTransfer, 'txId' | 'outputIndex'>

function coinTransfers(config: EvmConfig, block: Block, tip: number): Transfers {
  const place = placeOf({ blockNumber: block.number, blockHash: block.hash }, tip)
  return block.transactions.flatMap((transaction) => {
    const money = coinMoney(config, transaction)
    return money ? [{ ...place, ...money, txId: transaction.hash, outputIndex: COIN_OUTPUT }] : []
  })
}

/** Null for a transaction that brings nobody a coin. */
function coinMoney({ network, coin }: EvmConfig, { to, value }: Transaction): Money | null {
  const address = to === null ? null : addressOf(network, to)
  const units = BigInt(value)
  if (address === null || units === 0n) return null
  return { assetCode: coin, units, decimals: COIN_DECIMALS, address, memo: '' }
}

/** Null for a log that is no transfer of a token that we know. */
function tokenMoney({ network, tokens }: EvmConfig, log: Log): Money | null {
  const token = tokens.find(({ contract }) => contract.toLowerCase() === log.address.toLowerCase())
  const [topic, , receiver] = log.topics
  if (!token || topic !== TRANSFER_TOPIC || receiver === undefined || log.topics.length !== 3) return null
  const address = addressOf(network, `0x${receiver.slice(-40)}`)
  if (address === null || !/^0x[0-9a-fA-F]{1,64}$/.test(log.data)) return null
  const { assetCode, decimals } = token
  return { assetCode, decimals, units: BigInt(log.data), address, memo: '' }
}

/** Each by its place in its transaction's receipt; null when a receipt is of another block than the log, or has it not. */
async function numberLogs(
  rpc: JsonRpc,
  tokens: readonly { readonly log: Log; readonly money: Money }[],
  tip: number,
): Promise<Transfers | null> {
  const txIds = [...new Set(tokens.map(({ log }) => log.transactionHash))]
  const read = await Promise.all(txIds.map(async (txId) => [txId, await readReceipt(rpc, txId)] as const))
  const receipts = new Map(read)
  const transfers = tokens.flatMap(({ log, money }) => {
    const receipt = receipts.get(log.transactionHash)
    const place = receipt?.logs.findIndex(({ logIndex }) => logIndex === log.logIndex) ?? -1
    if (receipt?.blockHash !== log.blockHash || place < 0) return []
    return [{ ...placeOf(log, tip), ...money, txId: log.transactionHash, outputIndex: place + 1 }]
  })
  return transfers.length < tokens.length ? null : transfers
}

const readReceipt = (rpc: JsonRpc, txId: string) => rpc<Receipt | null>('eth_getTransactionReceipt', [txId])

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
