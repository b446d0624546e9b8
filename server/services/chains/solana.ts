// Solana through a node's JSON-RPC: transactions of our one address, by `getSignaturesForAddress` and `getTransaction`; the memo names the
// user. Only finalized slots are read. The amount is the difference of the address's balance after and before the transaction, whichever
// program moved it. Failed transactions are listed as such and cost no call.

import { CallsUsedUp } from './call-meter'
import { type Chain, type ChainGap, type ChainPlace, type TransferPart, sumByTransaction } from './chain'
import { type Position, listSince, readPosition, writePosition } from './solana-listing'
import { type Listed, type SolanaNode, type Transaction, solanaNode } from './solana-node'
import type { JsonRpc } from './json-rpc'

const COIN = 'SOL'
/** Lamports. */
const COIN_DECIMALS = 9
/** Transactions in one reading, one or two calls each. A watcher that was away catches up over several readings. */
const TRANSACTIONS_MAX = 40
/** Slots, about an hour: every healthy node has listed older transactions by then. */
const OVERLAP = 9_000
/** Slots, about ten minutes: a margin, because the node goes on pruning while we read. */
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
      // A node that has pruned slots after the position would list only the newer transactions.
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
      // Without transfers the position still advances, so that the node does not prune its slot.
      const isDone = isAll && since.before === null
      const onwards = isAll ? { ...reached, before: null } : reached
      const nextPosition = isDone ? { ...onwards, readTo: Math.max(onwards.readTo, tip - OVERLAP) } : onwards
      return {
        transfers: sumByTransaction(parts),
        position: writePosition(nextPosition),
        tip,
        isAtTip: isDone || isHeld,
      }
    },
    find: async ({ txId, height, blockHash }) => {
      const transaction = await node.transaction(txId)
      const [tip, at] = await Promise.all([node.slot(), node.block(transaction?.slot ?? height)])
      if (!at) return 'unknown'
      if (!transaction) return at.blockhash === blockHash ? 'unknown' : 'replaced'
      const [found] = sumByTransaction(partsOf(address, txId, transaction, { ...at, tip }))
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
  /** True when a listed transaction could not be fetched: another node answered, or the call budget is exhausted. */
  readonly isHeld: boolean
}

/** The payments of the first TRANSACTIONS_MAX transactions, and the last transaction that was read. */
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

/** Null if the node lacks the transaction although it listed it. */
async function readOne(node: SolanaNode, address: string, one: Listed, tip: number): Promise<TransferPart[] | null> {
  const transaction = await node.transaction(one.signature)
  if (transaction?.slot !== one.slot) return null
  if (receivedBy(address, transaction) === null) return []
  const at = await node.block(one.slot)
  return at && partsOf(address, one.signature, transaction, { ...at, tip })
}

function partsOf(
  address: string,
  txId: string,
  transaction: Transaction,
  { blockhash, tip }: { readonly blockhash: string; readonly tip: number },
): TransferPart[] {
  const units = receivedBy(address, transaction)
  if (units === null) return []
  const confirmations = Math.max(0, tip - transaction.slot + 1)
  const place: ChainPlace = { height: transaction.slot, blockHash: blockhash, confirmations }
  return [{ ...place, txId, assetCode: COIN, units, decimals: COIN_DECIMALS, address, memo: memoOf(transaction) }]
}

/** Lamports received; null if the transaction failed or the balance did not grow. */
function receivedBy(address: string, { meta, transaction: { message } }: Transaction): bigint | null {
  const index = message.accountKeys.findIndex(({ pubkey }) => pubkey === address)
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  if (meta.err !== null || before === undefined || after === undefined || after <= before) return null
  if (!Number.isSafeInteger(after)) throw new Error(`${address} has more lamports than a number of JSON holds`)
  return BigInt(after) - BigInt(before)
}

/** The memo, if the transaction has exactly one: several are ambiguous. */
function memoOf({ transaction: { message } }: Transaction): string {
  const memos = message.instructions.flatMap(({ program, parsed }) =>
    program === 'spl-memo' && typeof parsed === 'string' ? parsed.trim() : [],
  )
  return memos.length === 1 ? (memos[0] ?? '') : ''
}
