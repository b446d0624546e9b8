// What an Ethereum node is asked, and the shapes that its documentation promises. Anything else is an error, never "not there".

import * as v from 'valibot'
import { type JsonRpc, readAnswer } from './json-rpc'

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
const height = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,13}$/i),
  v.transform((text) => parseInt(text, 16)),
)
const units = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)

const transaction = v.object({ hash: v.string(), to: v.nullish(v.string(), null), value: units })
const header = v.object({ number: height, hash: v.string() })
const block = v.object({ ...header.entries, parentHash: v.string(), transactions: v.array(transaction) })
const log = v.object({
  address: v.string(),
  topics: v.array(v.string()),
  data: hex,
  blockNumber: height,
  blockHash: v.string(),
  transactionHash: v.string(),
})
const receipt = v.object({
  blockNumber: height,
  blockHash: v.string(),
  /** Left out before Byzantium, which is long ago. */
  status: v.optional(v.string()),
  logs: v.array(v.object({ ...log.entries, blockNumber: v.unknown(), blockHash: v.unknown() })),
})
/** A node that keeps what waits may have a receipt of a block that is not there yet. */
const waiting = v.object({ blockNumber: v.null() })

export type EvmTransaction = v.InferOutput<typeof transaction>
export type EvmBlock = v.InferOutput<typeof block>
export type EvmLog = v.InferOutput<typeof log>
export type EvmReceipt = v.InferOutput<typeof receipt>

export const evmNode = (rpc: JsonRpc) => {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, method: string, params: readonly unknown[]) =>
    readAnswer(schema, method, await rpc(method, params))
  return {
    tip: () => ask(height, 'eth_blockNumber', []),
    /** Null above the node's newest. */
    block: (number: number) => ask(v.nullable(block), 'eth_getBlockByNumber', [hexOf(number), true]),
    header: (number: number) => ask(v.nullable(header), 'eth_getBlockByNumber', [hexOf(number), false]),
    transaction: (txId: string) => ask(v.nullable(transaction), 'eth_getTransactionByHash', [txId]),
    /** Null while it is in no block that the node knows. */
    receipt: async (txId: string): Promise<EvmReceipt | null> => {
      const told = await ask(v.union([v.null(), waiting, receipt]), 'eth_getTransactionReceipt', [txId])
      return told && 'logs' in told ? told : null
    },
    /** Of one block; refused where the node has it not. */
    logs: (filter: {
      readonly blockHash: string
      readonly address: readonly string[]
      readonly topics: readonly string[]
    }) => ask(v.array(log), 'eth_getLogs', [filter]),
  }
}

export type EvmNode = ReturnType<typeof evmNode>

const hexOf = (value: number): string => `0x${value.toString(16)}`
