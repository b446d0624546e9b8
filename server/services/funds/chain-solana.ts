// Solana through a node's documented JSON-RPC: what arrived at our one address, by `getSignaturesForAddress` and `getTransaction`, told apart
// by the memo of the transaction. Only finalized slots are read. What came is by how much the address has more after the transaction than
// before: whichever program has moved it.

import * as v from 'valibot'
import { type Chain, type ChainPlace, type TransferPart, together } from './chain'
import { type JsonRpc, NodeRefusal, readAnswer } from './json-rpc'

const COIN = 'SOL'
/** Lamports. */
const COIN_DECIMALS = 9
/** The most that one answer has. */
const PAGE_SIZE = 1_000
/** Transactions in one reading, each one or two calls: a watcher that was away catches up over several. */
const TRANSACTIONS_MAX = 40
/** The slot was skipped, or its block is not kept, or not there yet. */
const NO_SUCH_BLOCK: readonly number[] = [-32_004, -32_007, -32_009]

const slot = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const signatures = v.array(v.object({ signature: v.string(), slot, err: v.unknown() }))
const block = v.object({ blockhash: v.string() })
const transaction = v.object({
  slot,
  meta: v.object({ err: v.unknown(), preBalances: v.array(v.number()), postBalances: v.array(v.number()) }),
  transaction: v.object({
    message: v.object({
      accountKeys: v.array(v.object({ pubkey: v.string() })),
      // Every program's instructions say something else here.
      instructions: v.array(v.object({ program: v.optional(v.string()), parsed: v.optional(v.unknown()) })),
    }),
  }),
})

type Listed = v.InferOutput<typeof signatures>[number]
type Transaction = v.InferOutput<typeof transaction>

const FINALIZED = { commitment: 'finalized' } as const

const solanaNode = (rpc: JsonRpc, address: string) => {
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, method: string, params: readonly unknown[]) =>
    readAnswer(schema, method, await rpc(method, params))
  return {
    slot: () => ask(slot, 'getSlot', [FINALIZED]),
    /** Newest first. */
    signatures: (page: { readonly limit: number; readonly before?: string; readonly until?: string }) =>
      ask(signatures, 'getSignaturesForAddress', [address, { ...FINALIZED, ...page }]),
    transaction: (txId: string) =>
      ask(v.nullable(transaction), 'getTransaction', [
        txId,
        { ...FINALIZED, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 },
      ]),
    /** Null where the node has it not. */
    block: async (height: number) => {
      const options = { ...FINALIZED, transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 }
      try {
        return await ask(v.nullable(block), 'getBlock', [height, options])
      } catch (failure) {
        if (failure instanceof NodeRefusal && NO_SUCH_BLOCK.includes(failure.code)) return null
        throw failure
      }
    },
  }
}
type SolanaNode = ReturnType<typeof solanaNode>

export const solanaChain = (rpc: JsonRpc, address: string): Chain => {
  const node = solanaNode(rpc, address)
  return {
    read: async (position) => {
      const tip = await node.slot()
      if (position === null) {
        const [newest] = await node.signatures({ limit: 1 })
        return { transfers: [], position: newest ? positionOf(newest) : String(tip), tip, isAtTip: true }
      }
      const { readTo } = readPosition(position)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const listed = await listSince(node, position)
      const next = listed.slice(0, TRANSACTIONS_MAX)
      const parts: TransferPart[] = []
      let last: Listed | null = null
      for (const one of next) {
        const part = one.err === null ? await readOne(node, address, one, tip) : []
        // One of two nodes that has it listed and not got: what follows is read the next time.
        if (part === null) break
        parts.push(...part)
        last = one
      }
      if (last === null) return nothing
      const isAtTip = last === listed.at(-1) || last !== next.at(-1)
      return { transfers: together(parts), position: positionOf(last), tip, isAtTip }
    },
    find: async ({ txId, height, blockHash }) => {
      const told = await node.transaction(txId)
      const [tip, at] = await Promise.all([node.slot(), node.block(told?.slot ?? height)])
      if (!at) return 'unknown'
      if (!told) return at.blockhash === blockHash ? 'unknown' : 'replaced'
      const [found] = together(partOf(address, txId, told, { ...at, tip }))
      if (found) return found
      return at.blockhash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

const positionOf = ({ slot: height, signature }: Listed): string => `${height} ${signature}`

/** The last transaction that was read, and its slot; without one, the slot from which all is read. */
function readPosition(position: string): { readonly readTo: number; readonly until: string | null } {
  const [height = '', until = null] = position.split(' ')
  return { readTo: parseInt(height, 10), until }
}

/** What came since, oldest first. A node that does not know the last one any more lists what was before it, too. */
async function listSince(node: SolanaNode, position: string): Promise<readonly Listed[]> {
  const { readTo, until } = readPosition(position)
  const listed: Listed[] = []
  for (;;) {
    const before = listed.at(-1)?.signature
    const page = await node.signatures({
      limit: PAGE_SIZE,
      ...(before === undefined ? {} : { before }),
      ...(until === null ? {} : { until }),
    })
    const since = page.filter((one) => one.slot >= readTo)
    listed.push(...since)
    if (page.length < PAGE_SIZE || since.length < page.length) return listed.reverse()
  }
}

/** Null when the node has not got it, though it is listed. */
async function readOne(node: SolanaNode, address: string, one: Listed, tip: number): Promise<TransferPart[] | null> {
  const told = await node.transaction(one.signature)
  if (told?.slot !== one.slot) return null
  if (receivedBy(address, told) === null) return []
  const at = await node.block(one.slot)
  return at && partOf(address, one.signature, told, { ...at, tip })
}

function partOf(
  address: string,
  txId: string,
  told: Transaction,
  { blockhash, tip }: { readonly blockhash: string; readonly tip: number },
): TransferPart[] {
  const units = receivedBy(address, told)
  if (units === null) return []
  const confirmations = Math.max(0, tip - told.slot + 1)
  const place: ChainPlace = { height: told.slot, blockHash: blockhash, confirmations }
  return [{ ...place, txId, assetCode: COIN, units, decimals: COIN_DECIMALS, address, memo: memoOf(told) }]
}

/** Lamports that the address has more afterwards; null for none, and for what failed. */
function receivedBy(address: string, { meta, transaction: { message } }: Transaction): bigint | null {
  const index = message.accountKeys.findIndex(({ pubkey }) => pubkey === address)
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  if (meta.err !== null || before === undefined || after === undefined || after <= before) return null
  if (!Number.isSafeInteger(after)) throw new Error(`${address} has more lamports than a number of JSON holds`)
  return BigInt(after) - BigInt(before)
}

/** The one memo of a transaction: of several nobody knows which is meant. */
function memoOf({ transaction: { message } }: Transaction): string {
  const memos = message.instructions.flatMap(({ program, parsed }) =>
    program === 'spl-memo' && typeof parsed === 'string' ? parsed.trim() : [],
  )
  return memos.length === 1 ? (memos[0] ?? '') : ''
}
