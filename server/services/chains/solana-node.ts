// Calls to a Solana node and the documented shapes of their answers, at commitment `finalized`.

import * as v from 'valibot'
import { type JsonRpc, NodeRefusal, orNull, readAnswer } from './json-rpc'

/** Maximum page size of the API. */
export const PAGE_SIZE = 1_000
/** Slot skipped, block pruned, or block not available yet. */
const isNoSuchBlock = ({ code }: NodeRefusal) => [-32_004, -32_007, -32_009].includes(code)
/** Transaction version above the requested maximum. */
const isOtherVersion = ({ code }: NodeRefusal) => code === -32_015
/** Documented transaction version, and the maximum value: anyone can send a transaction of a future version to our address. */
const DOCUMENTED_VERSION = 0
const ANY_VERSION = 255

const slot = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const signatures = v.array(v.object({ signature: v.string(), slot, err: v.unknown() }))
const block = v.object({ blockhash: v.string() })
const transaction = v.object({
  slot,
  meta: v.object({ err: v.unknown(), preBalances: v.array(v.number()), postBalances: v.array(v.number()) }),
  transaction: v.object({
    message: v.object({
      accountKeys: v.array(v.object({ pubkey: v.string() })),
      // Differs for every program.
      instructions: v.array(v.object({ program: v.optional(v.string()), parsed: v.optional(v.unknown()) })),
    }),
  }),
})

export type Listed = v.InferOutput<typeof signatures>[number]
export type Transaction = v.InferOutput<typeof transaction>

interface Page {
  readonly limit: number
  /** Lists only transactions older than this one. */
  readonly before?: string
  /** Stops before this transaction; if the node lacks it, lists all older ones. */
  readonly until?: string
}

const FINALIZED = { commitment: 'finalized' } as const

export const solanaNode = (rpc: JsonRpc, address: string) => {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, method: string, params: readonly unknown[]) =>
    readAnswer(schema, method, await rpc(method, params))
  const getTransaction = (txId: string, version: number) =>
    ask(v.nullable(transaction), 'getTransaction', [
      txId,
      { ...FINALIZED, encoding: 'jsonParsed', maxSupportedTransactionVersion: version },
    ])
  return {
    slot: () => ask(slot, 'getSlot', [FINALIZED]),
    /** First available slot; earlier ones are pruned. */
    firstSlot: () => ask(slot, 'getFirstAvailableBlock', []),
    /** Newest first. */
    signatures: (page: Page) => ask(signatures, 'getSignaturesForAddress', [address, { ...FINALIZED, ...page }]),
    /** Null when the node lacks the transaction or refuses its version. */
    transaction: async (txId: string): Promise<Transaction | null> => {
      try {
        return await getTransaction(txId, DOCUMENTED_VERSION)
      } catch (failure) {
        if (!(failure instanceof NodeRefusal && isOtherVersion(failure))) throw failure
        return orNull(getTransaction(txId, ANY_VERSION), isOtherVersion)
      }
    },
    /** Null when the node lacks the block. */
    block: (height: number) => {
      const options = { ...FINALIZED, transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 }
      return orNull(ask(v.nullable(block), 'getBlock', [height, options]), isNoSuchBlock)
    },
  }
}
export type SolanaNode = ReturnType<typeof solanaNode>
