// Ethereum JSON-RPC by viem over our metered transport. viem formats answers without validating, so raw answers are
// validated against their documented shape first: an invalid one is an error, never "not found". No caching, no
// retries.

import * as v from 'valibot'
import {
  type Address,
  BlockNotFoundError,
  type EIP1193RequestFn,
  type EIP1474Methods,
  type Hash,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  createClient,
  hexToNumber,
  parseAbiItem,
  parseEventLogs,
} from 'viem'
import { getBlock, getLogs, getTransaction, getTransactionReceipt } from 'viem/actions'
import { type JsonRpc, readAnswer } from './json-rpc'

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
const height = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,13}$/i))
const units = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))

const transaction = v.object({
  hash: v.string(),
  from: v.nullish(address),
  to: v.nullish(address, null),
  value: units,
})
const header = v.object({ number: height, hash: v.string() })
const block = v.object({ ...header.entries, parentHash: v.string(), transactions: v.array(transaction) })
const log = v.object({
  address,
  topics: v.array(v.string()),
  data: hex,
  blockNumber: height,
  blockHash: v.string(),
  transactionHash: v.string(),
})
const receipt = v.object({
  blockNumber: height,
  blockHash: v.string(),
  /** Missing before the Byzantium fork of 2017. */
  status: v.optional(v.string()),
  logs: v.array(v.object({ ...log.entries, blockNumber: v.unknown(), blockHash: v.unknown() })),
})
/** Nodes with a pending block may return a receipt without a block. */
const pendingReceipt = v.pipe(
  v.object({ blockNumber: v.null() }),
  v.transform(() => null),
)

function answerOf(method: string, params: readonly unknown[]): v.GenericSchema {
  switch (method) {
    case 'eth_blockNumber':
      return height
    case 'eth_getBlockByNumber':
      return v.nullable(params[1] === true ? block : header)
    case 'eth_getTransactionByHash':
      return v.nullable(transaction)
    case 'eth_getTransactionReceipt':
      return v.union([v.null(), pendingReceipt, receipt])
    case 'eth_getLogs':
      return v.array(log)
    default:
      throw new TypeError(`${method} is not called`)
  }
}

/** viem's own transports wrap errors and retry: `NodeRefusal` and `CallsUsedUp` must reach the watcher as they are. */
function openClient(rpc: JsonRpc) {
  const request = async ({ method, params = [] }: { readonly method: string; readonly params?: unknown }) => {
    const sent = params as readonly unknown[]
    return readAnswer(answerOf(method, sent), method, await rpc(method, sent))
  }
  const config = { key: 'node', name: 'Node', type: 'node', retryCount: 0 } as const
  // The schemas above check at run time what this type promises.
  const typed = request as EIP1193RequestFn<EIP1474Methods>
  return createClient({ transport: () => ({ config: { ...config, request: typed }, request: typed, value: {} }) })
}

type NotFound = typeof BlockNotFoundError | typeof TransactionNotFoundError | typeof TransactionReceiptNotFoundError

const orNone = async <Value>(asked: Promise<Value>, notFound: NotFound): Promise<Value | null> => {
  try {
    return await asked
  } catch (failure) {
    if (failure instanceof notFound) return null
    throw failure
  }
}

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export const evmNode = (rpc: JsonRpc) => {
  const client = openClient(rpc)
  return {
    tip: async () => hexToNumber(await client.request({ method: 'eth_blockNumber' })),
    /** With its transactions. Null above the node's newest block. */
    block: (number: number) =>
      orNone(getBlock(client, { blockNumber: BigInt(number), includeTransactions: true }), BlockNotFoundError),
    header: (number: number) => orNone(getBlock(client, { blockNumber: BigInt(number) }), BlockNotFoundError),
    transaction: (txId: string) => orNone(getTransaction(client, { hash: txId as Hash }), TransactionNotFoundError),
    /** Null while no block known to the node contains the transaction. */
    receipt: (txId: string) =>
      orNone(getTransactionReceipt(client, { hash: txId as Hash }), TransactionReceiptNotFoundError),
    /** Transfer events in one block. Refused by a node that lacks the block (EIP-234). */
    transfers: (blockHash: Hash, contracts: readonly string[]) =>
      getLogs(client, { blockHash, address: contracts as Address[], event: TRANSFER, strict: true }),
  }
}

/** Transfer events only. */
export const transfersIn = ({ logs }: TransactionReceipt) => parseEventLogs({ abi: [TRANSFER], logs })

export type EvmNode = ReturnType<typeof evmNode>
export type EvmBlock = NonNullable<Awaited<ReturnType<EvmNode['block']>>>
export type EvmTransfer = Awaited<ReturnType<EvmNode['transfers']>>[number]
