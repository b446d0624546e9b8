// XRP Ledger by the JSON-RPC of rippled and Clio: payments to our address by `account_tx`, with the user's destination
// tag. Only validated, final ledgers are read. The amount is `delivered_amount`, because a partial payment delivers
// less than its Amount field.

import * as v from 'valibot'
import { readDepositMemo } from '#domain/funds/deposit'
import {
  type Chain,
  type ChainGap,
  type ChainPlace,
  type TransferPart,
  sumByTransaction,
  warnUnattributed,
} from './chain'
import { type JsonRpc, NodeRefusal, orNull, readAnswer } from './json-rpc'

const COIN = 'XRP'
/** Drops. */
const COIN_DECIMALS = 6
/** Payments per page, and pages per reading. */
const PAGE_SIZE = 200
const PAGES_MAX = 10
/** Maximum ledgers with payments per reading: each costs a call, and a reading that exhausts its calls starts again. */
const LEDGERS_MAX = 40

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const refusal = v.object({ status: v.literal('error'), error: v.string(), error_code: v.optional(v.number(), 0) })
const ledger = v.object({ ledger_index: index, ledger_hash: v.string(), validated: v.literal(true) })
const payment = v.object({
  TransactionType: v.string(),
  Destination: v.optional(v.string()),
  DestinationTag: v.optional(index),
  hash: v.string(),
  ledger_index: v.optional(index),
})
const meta = v.object({
  TransactionResult: v.string(),
  /** Drops as text; an object for issued currencies, `unavailable` for some old payments. */
  delivered_amount: v.optional(v.unknown()),
})
const history = v.object({
  /** The ledgers that were searched: a smaller range than requested if the server lacks some. */
  ledger_index_min: index,
  ledger_index_max: index,
  marker: v.optional(v.unknown()),
  transactions: v.array(
    v.object({ tx: v.object({ ...payment.entries, ledger_index: index }), meta, validated: v.literal(true) }),
  ),
})
/** Pending transactions have no ledger and are not validated. */
const transaction = v.object({ ...payment.entries, meta: v.optional(meta), validated: v.optional(v.boolean(), false) })

type PaymentTx = v.InferOutput<typeof payment>

const says = (word: string) => (refused: NodeRefusal) => refused.message.includes(word)

const xrpNode = (rpc: JsonRpc) => {
  /** Errors arrive as a JSON-RPC result whose status is `error`. */
  const ask = async <Schema extends v.GenericSchema>(schema: Schema, method: string, params: object) => {
    const answer = await rpc(method, [{ ...params, api_version: 1 }])
    const refused = v.safeParse(refusal, answer)
    if (refused.success) throw new NodeRefusal(method, refused.output.error_code, refused.output.error)
    return readAnswer(schema, method, answer)
  }
  return {
    ledger: (which: number | 'validated') => ask(ledger, 'ledger', { ledger_index: which }),
    history: (range: { readonly account: string; readonly from: number; readonly to: number }, marker: unknown) =>
      ask(history, 'account_tx', {
        account: range.account,
        ledger_index_min: range.from,
        ledger_index_max: range.to,
        forward: true,
        limit: PAGE_SIZE,
        ...(marker === undefined ? {} : { marker }),
      }),
    transaction: (txId: string) => orNull(ask(transaction, 'tx', { transaction: txId }), says('txnNotFound')),
    /** Null if the server lacks the ledger. */
    knownLedger: (which: number) => orNull(ask(ledger, 'ledger', { ledger_index: which }), says('lgrNotFound')),
  }
}
type XrpNode = ReturnType<typeof xrpNode>

export const xrpChain = (rpc: JsonRpc, address: string): Chain => {
  const node = xrpNode(rpc)
  return {
    read: async (position) => {
      const { ledger_index: tip } = await node.ledger('validated')
      if (position === null) return { transfers: [], position: String(tip), tip, isAtTip: true }
      const readTo = parseInt(position, 10)
      const nothing = { transfers: [], position, tip, isAtTip: true }
      if (tip < readTo) return { ...nothing, behind: { blocks: readTo - tip, restart: String(tip) } }
      if (tip === readTo) return nothing
      const history = await readHistory(node, { account: address, from: readTo + 1, to: tip })
      // A server lacking ledgers would omit payments.
      if ('restart' in history) return { ...nothing, gap: history }
      const first = firstLedgers(address, history)
      const parts = await placeParts(node, address, first.entries, tip)
      return { transfers: sumByTransaction(parts), position: String(first.readTo), tip, isAtTip: first.readTo === tip }
    },
    find: async ({ txId, height, blockHash }) => {
      const answer = await node.transaction(txId)
      if (!answer?.validated || answer.ledger_index === undefined || !answer.meta) {
        const now = await node.knownLedger(height)
        return now && now.ledger_hash !== blockHash ? 'replaced' : 'unknown'
      }
      const [{ ledger_index: tip }, at] = await Promise.all([
        node.ledger('validated'),
        node.ledger(answer.ledger_index),
      ])
      const part = partsOf(address, answer, answer.meta, placeOf(at, tip))
      const [found] = sumByTransaction(part)
      if (found) return found
      return at.ledger_hash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

type Entry = v.InferOutput<typeof history>['transactions'][number]

interface Payments {
  readonly entries: readonly Entry[]
  readonly readTo: number
}

/** Payments in the ledger range, or in as much of it as PAGES_MAX pages hold; a gap if the server lacks ledgers. */
async function readHistory(
  node: XrpNode,
  range: { readonly account: string; readonly from: number; readonly to: number },
): Promise<Payments | ChainGap> {
  const entries: Entry[] = []
  let marker: unknown
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await node.history(range, marker)
    const [first, last] = [answer.ledger_index_min, answer.ledger_index_max]
    if (first > range.from) return { from: range.from, to: first - 1, restart: String(first - 1) }
    if (last < range.to) return { from: Math.max(range.from, last + 1), to: range.to, restart: null }
    entries.push(...answer.transactions)
    marker = answer.marker
    if (marker === undefined) return { entries, readTo: range.to }
  }
  // Exclude the last ledger, which may be incomplete.
  const last = Math.max(range.from, ...entries.map(({ tx }) => tx.ledger_index))
  return { entries, readTo: last - 1 }
}

/** Payments with a tag that names a user, from at most LEDGERS_MAX ledgers. Ledgers without one cost no call. */
function firstLedgers(address: string, { entries, readTo }: Payments): Payments {
  const came = entries.filter(({ tx, meta: what }) => deliveredDrops(address, tx, what) !== null)
  const ours = came.filter(({ tx }) => isNamed(tx))
  const heights = [...new Set(ours.map(({ tx }) => tx.ledger_index))].toSorted((left, right) => left - right)
  const next = heights[LEDGERS_MAX]
  const last = next === undefined ? readTo : next - 1
  const unattributed = came.filter(({ tx }) => tx.ledger_index <= last && !isNamed(tx))
  warnUnattributed(
    COIN,
    unattributed.map(({ tx }) => tx.hash),
  )
  // A partly read ledger is read again in full.
  const answer = next === undefined ? ours : ours.filter(({ tx }) => tx.ledger_index < next)
  return { entries: answer, readTo: last }
}

const isNamed = (tx: PaymentTx): boolean => readDepositMemo(memoOf(tx)) !== null

/** Requests each ledger's hash once. */
async function placeParts(
  node: XrpNode,
  address: string,
  ours: readonly Entry[],
  tip: number,
): Promise<TransferPart[]> {
  const heights = [...new Set(ours.map(({ tx }) => tx.ledger_index))]
  const ledgers = new Map(
    await Promise.all(heights.map(async (height) => [height, await node.ledger(height)] as const)),
  )
  return ours.flatMap(({ tx, meta: came }) => {
    const at = ledgers.get(tx.ledger_index)
    return at ? partsOf(address, tx, came, placeOf(at, tip)) : []
  })
}

function partsOf(address: string, tx: PaymentTx, came: v.InferOutput<typeof meta>, place: ChainPlace): TransferPart[] {
  const units = deliveredDrops(address, tx, came)
  if (units === null) return []
  return [{ ...place, txId: tx.hash, assetCode: COIN, units, decimals: COIN_DECIMALS, address, memo: memoOf(tx) }]
}

const memoOf = ({ DestinationTag: tag }: PaymentTx): string => (tag === undefined ? '' : String(tag))

/** Drops delivered to us; null for a failed payment, another receiver or another currency. */
function deliveredDrops(address: string, tx: PaymentTx, came: v.InferOutput<typeof meta>): bigint | null {
  const { TransactionResult: result, delivered_amount: delivered } = came
  if (tx.TransactionType !== 'Payment' || tx.Destination !== address || result !== 'tesSUCCESS') return null
  if (typeof delivered !== 'string' || !/^[1-9]\d{0,17}$/.test(delivered)) return null
  return BigInt(delivered)
}

const placeOf = (
  { ledger_index: height, ledger_hash: blockHash }: v.InferOutput<typeof ledger>,
  tip: number,
): ChainPlace => ({ height, blockHash, confirmations: Math.max(0, tip - height + 1) })
