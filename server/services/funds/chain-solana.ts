// Solana through a node's documented JSON-RPC: what arrived at our one address, by `getSignaturesForAddress` and `getTransaction`, told apart
// by the memo of the transaction. Only finalized slots are read. What came is by how much the address has more after the transaction than
// before: whichever program has moved it.

import * as v from 'valibot'
import { CallsUsedUp } from './call-meter'
import { type Chain, type ChainGap, type ChainPlace, type TransferPart, together } from './chain'
import { type JsonRpc, NodeRefusal, readAnswer } from './json-rpc'

const COIN = 'SOL'
/** Lamports. */
const COIN_DECIMALS = 9
/** The most that one answer has. */
const PAGE_SIZE = 1_000
/** Transactions in one reading, each one or two calls: a watcher that was away catches up over several. */
const TRANSACTIONS_MAX = 40
/** Slots, about an hour: what came before them was listed by any node that is not given up by its own gateway. */
const OVERLAP = 9_000
/** Slots, about ten minutes: of those next to what is dropped a node drops the oldest as well before they are read. */
const DROPPED_SOON = 1_500
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
    /** What was before it the node has dropped. */
    firstSlot: () => ask(slot, 'getFirstAvailableBlock', []),
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
        const at = newest ? positionOf({ ...newest, slot: Math.max(newest.slot, tip - OVERLAP) }) : String(tip)
        return { transfers: [], position: at, tip, isAtTip: true }
      }
      const { readTo, until } = readPosition(position)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const first = await node.firstSlot()
      // It would list what it still has, and nobody would know of the rest.
      if (first > readTo) return { ...nothing, gap: dropped({ from: readTo, first, tip }) }
      const listed = await listSince(node, position)
      const next = listed.slice(0, TRANSACTIONS_MAX)
      const { parts, last } = await readUntil(node, address, next, tip)
      const [missing] = next
      if (missing && last === null)
        return { ...nothing, gap: { from: missing.slot, to: missing.slot, restart: positionOf(missing) } }
      const isAll = last === (listed.at(-1) ?? null)
      const at = { slot: last?.slot ?? readTo, signature: last?.signature ?? until }
      // Where nothing comes for long the position goes along: its slot is kept by the node then.
      const goOn = positionOf(isAll ? { ...at, slot: Math.max(at.slot, tip - OVERLAP) } : at)
      return { transfers: together(parts), position: goOn, tip, isAtTip: isAll || last !== next.at(-1) }
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

function dropped({ from, first, tip }: Readonly<Record<'from' | 'first' | 'tip', number>>): ChainGap {
  const next = Math.max(first, Math.min(first + DROPPED_SOON, tip))
  return { from, to: next - 1, restart: String(next) }
}

const positionOf = ({
  slot: height,
  signature,
}: {
  readonly slot: number
  readonly signature: string | null
}): string => (signature === null ? String(height) : `${height} ${signature}`)

/** The slot from which all is read, and the last transaction that was, if there is one: nothing is listed from it on. */
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

/** Up to the first that is listed and not got, as with one of two nodes, or for which no calls are left; and the last that was read. */
async function readUntil(
  node: SolanaNode,
  address: string,
  listed: readonly Listed[],
  tip: number,
): Promise<{ readonly parts: readonly TransferPart[]; readonly last: Listed | null }> {
  const parts: TransferPart[] = []
  let last: Listed | null = null
  for (const one of listed) {
    try {
      const part = one.err === null ? await readOne(node, address, one, tip) : []
      if (part === null) break
      parts.push(...part)
      last = one
    } catch (failure) {
      if (failure instanceof CallsUsedUp && last !== null) break
      throw failure
    }
  }
  return { parts, last }
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
