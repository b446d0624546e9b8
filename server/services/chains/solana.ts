// Solana through a node's documented JSON-RPC: what arrived at our one address, by `getSignaturesForAddress` and `getTransaction`, told apart
// by the memo of the transaction. Only finalized slots are read. What came is by how much the address has more after the transaction than
// before: whichever program has moved it. What failed is listed as such, and not asked for.

import { CallsUsedUp } from './call-meter'
import { type Chain, type ChainGap, type ChainPlace, type TransferPart, sumByTransaction } from './chain'
import { type Position, listSince, readPosition, writePosition } from './solana-listing'
import { type Listed, type SolanaNode, type Transaction, solanaNode } from './solana-node'
import type { JsonRpc } from './json-rpc'

const COIN = 'SOL'
/** Lamports. */
const COIN_DECIMALS = 9
/** Transactions in one reading, each one or two calls: a watcher that was away catches up over several. */
const TRANSACTIONS_MAX = 40
/** Slots, about an hour: what came before them was listed by any node that is not given up by its own gateway. */
const OVERLAP = 9_000
/** Slots, about ten minutes: of those next to what is dropped a node drops the oldest as well before they are read. */
const DROPPED_SOON = 1_500

export const solanaChain = (rpc: JsonRpc, address: string): Chain => {
  const node = solanaNode(rpc, address)
  return {
    read: async (position) => {
      const tip = await node.slot()
      if (position === null) {
        const [newest] = await node.signatures({ limit: 1 })
        const readTo = newest ? Math.max(newest.slot, tip - OVERLAP) : tip
        const start = writePosition({ readTo, until: newest?.signature ?? null, before: null })
        return { transfers: [], position: start, tip, isAtTip: true }
      }
      const since = readPosition(position)
      const { readTo } = since
      const nothing = { transfers: [], position, tip, isAtTip: true }
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      const first = await node.firstSlot()
      // It would list what it still has, and nobody would know of the rest.
      if (first > readTo) return { ...nothing, gap: dropped({ from: readTo, first, tip }) }
      const { listed, before } = await listSince(node, since)
      if (before !== null) return { ...nothing, position: writePosition({ ...since, before }), isAtTip: false }
      const { parts, last, isHeld } = await readFirst(node, address, listed, tip)
      const [missing] = listed
      if (missing && last === null) {
        const restart = writePosition(after(since, missing))
        return { ...nothing, gap: { from: missing.slot, to: missing.slot, restart } }
      }
      const isAll = last === (listed.at(-1) ?? null)
      const reached = last ? after(since, last) : since
      // Above what was listed there is more. And where nothing comes for long the position goes along: its slot is kept by the node then.
      const isDone = isAll && since.before === null
      const onwards = isAll ? { ...reached, before: null } : reached
      const goOn = isDone ? { ...onwards, readTo: Math.max(onwards.readTo, tip - OVERLAP) } : onwards
      return { transfers: sumByTransaction(parts), position: writePosition(goOn), tip, isAtTip: isDone || isHeld }
    },
    find: async ({ txId, height, blockHash }) => {
      const told = await node.transaction(txId)
      const [tip, at] = await Promise.all([node.slot(), node.block(told?.slot ?? height)])
      if (!at) return 'unknown'
      if (!told) return at.blockhash === blockHash ? 'unknown' : 'replaced'
      const [found] = sumByTransaction(partsOf(address, txId, told, { ...at, tip }))
      if (found) return found
      return at.blockhash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

function dropped({ from, first, tip }: Readonly<Record<'from' | 'first' | 'tip', number>>): ChainGap {
  const next = Math.max(first, Math.min(first + DROPPED_SOON, tip))
  return { from, to: next - 1, restart: String(next) }
}

const after = (since: Position, { slot: readTo, signature: until }: Listed): Position => ({ ...since, readTo, until })

interface Read {
  readonly parts: readonly TransferPart[]
  readonly last: Listed | null
  /** By one that is listed and not got, as with one of two nodes, or because no calls are left. */
  readonly isHeld: boolean
}

/** So many of the first; and the last that was read. */
async function readFirst(node: SolanaNode, address: string, listed: readonly Listed[], tip: number): Promise<Read> {
  const parts: TransferPart[] = []
  let last: Listed | null = null
  let asked = 0
  for (const one of listed) {
    if (one.err === null && asked === TRANSACTIONS_MAX) return { parts, last, isHeld: false }
    if (one.err === null) {
      asked += 1
      const part = await readOne(node, address, one, tip).catch((failure: unknown) => {
        if (failure instanceof CallsUsedUp && last !== null) return null
        throw failure
      })
      if (part === null) return { parts, last, isHeld: true }
      parts.push(...part)
    }
    last = one
  }
  return { parts, last, isHeld: false }
}

/** Null when the node has not got it, though it is listed. */
async function readOne(node: SolanaNode, address: string, one: Listed, tip: number): Promise<TransferPart[] | null> {
  const told = await node.transaction(one.signature)
  if (told?.slot !== one.slot) return null
  if (receivedBy(address, told) === null) return []
  const at = await node.block(one.slot)
  return at && partsOf(address, one.signature, told, { ...at, tip })
}

function partsOf(
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
