// The XRP Ledger through the documented JSON-RPC of its servers (rippled and Clio): the payments to our one address, by `account_tx`, told
// apart by their destination tag. Only validated ledgers are read, and those are final; what arrived is `delivered_amount`, because a
// partial payment brings less than its Amount says.

import * as v from 'valibot'
import { readDepositMemo } from '#domain/funds/deposit'
import { type Chain, type ChainGap, type ChainPlace, type TransferPart, together } from './chain'
import { type JsonRpc, NodeRefusal, orNull, readAnswer } from './json-rpc'
import { warnOfNobodys } from './nobodys'

const COIN = 'XRP'
/** Drops. */
const COIN_DECIMALS = 6
/** Payments in one answer, and answers in one reading. */
const PAGE_SIZE = 200
const PAGES_MAX = 10
/** Ledgers in one reading that brought us something: each is a call, and a reading for which the calls are not enough begins anew. */
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
  /** Drops; an object for what is issued on the ledger, a word for what nobody knows any more. */
  delivered_amount: v.optional(v.unknown()),
})
const history = v.object({
  /** The ledgers that were searched: fewer than asked for where the server has not got them all. */
  ledger_index_min: index,
  ledger_index_max: index,
  marker: v.optional(v.unknown()),
  transactions: v.array(
    v.object({ tx: v.object({ ...payment.entries, ledger_index: index }), meta, validated: v.literal(true) }),
  ),
})
/** Without a ledger it waits, and is not validated. */
const transaction = v.object({ ...payment.entries, meta: v.optional(meta), validated: v.optional(v.boolean(), false) })

type Payment = v.InferOutput<typeof payment>

const says = (word: string) => (refused: NodeRefusal) => refused.message.includes(word)

const xrpNode = (rpc: JsonRpc) => {
  /** An error comes as a result that says so. */
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
    /** Null where the server has it not. */
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
      // A server that has not all of these ledgers is not believed.
      if ('restart' in history) return { ...nothing, gap: history }
      const told = firstLedgers(address, history)
      const parts = await placeParts(node, address, told.entries, tip)
      return { transfers: together(parts), position: String(told.readTo), tip, isAtTip: told.readTo === tip }
    },
    find: async ({ txId, height, blockHash }) => {
      const told = await node.transaction(txId)
      if (!told?.validated || told.ledger_index === undefined || !told.meta) {
        const now = await node.knownLedger(height)
        return now && now.ledger_hash !== blockHash ? 'replaced' : 'unknown'
      }
      const [{ ledger_index: tip }, at] = await Promise.all([node.ledger('validated'), node.ledger(told.ledger_index)])
      const part = partOf(address, told, told.meta, placeOf(at, tip))
      const [found] = together(part)
      if (found) return found
      return at.ledger_hash === blockHash ? 'unknown' : 'replaced'
    },
  }
}

type Entry = v.InferOutput<typeof history>['transactions'][number]

interface Told {
  readonly entries: readonly Entry[]
  readonly readTo: number
}

/** All of these ledgers, or those of them that so many answers hold; or what the server has not got of them. */
async function readHistory(
  node: XrpNode,
  range: { readonly account: string; readonly from: number; readonly to: number },
): Promise<Told | ChainGap> {
  const entries: Entry[] = []
  let marker: unknown
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const told = await node.history(range, marker)
    const [first, last] = [told.ledger_index_min, told.ledger_index_max]
    if (first > range.from) return { from: range.from, to: first - 1, restart: String(first - 1) }
    if (last < range.to) return { from: Math.max(range.from, last + 1), to: range.to, restart: null }
    entries.push(...told.transactions)
    marker = told.marker
    if (marker === undefined) return { entries, readTo: range.to }
  }
  // The last ledger may have more.
  const last = Math.max(range.from, ...entries.map(({ tx }) => tx.ledger_index))
  return { entries, readTo: last - 1 }
}

/** What came to us and says for whom, up to so many ledgers of which each brought something. Of what is for nobody no ledger is asked for. */
function firstLedgers(address: string, { entries, readTo }: Told): Told {
  const came = entries.filter(({ tx, meta: what }) => droppedBy(address, tx, what) !== null)
  const ours = came.filter(({ tx }) => isNamed(tx))
  const heights = [...new Set(ours.map(({ tx }) => tx.ledger_index))].toSorted((left, right) => left - right)
  const next = heights[LEDGERS_MAX]
  const last = next === undefined ? readTo : next - 1
  const nobodys = came.filter(({ tx }) => tx.ledger_index <= last && !isNamed(tx))
  warnOfNobodys(
    COIN,
    nobodys.map(({ tx }) => tx.hash),
  )
  // Of the ledger that is not read to its end some may be told already, and are told again.
  const told = next === undefined ? ours : ours.filter(({ tx }) => tx.ledger_index < next)
  return { entries: told, readTo: last }
}

const isNamed = (tx: Payment): boolean => readDepositMemo(memoOf(tx)) !== null

/** Each ledger is asked for its hash once. */
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
    return at ? partOf(address, tx, came, placeOf(at, tip)) : []
  })
}

function partOf(address: string, tx: Payment, came: v.InferOutput<typeof meta>, place: ChainPlace): TransferPart[] {
  const units = droppedBy(address, tx, came)
  if (units === null) return []
  return [{ ...place, txId: tx.hash, assetCode: COIN, units, decimals: COIN_DECIMALS, address, memo: memoOf(tx) }]
}

const memoOf = ({ DestinationTag: tag }: Payment): string => (tag === undefined ? '' : String(tag))

/** Drops that a payment brought to us; null for what is none, or failed, or brought something else. */
function droppedBy(address: string, tx: Payment, came: v.InferOutput<typeof meta>): bigint | null {
  const { TransactionResult: result, delivered_amount: delivered } = came
  if (tx.TransactionType !== 'Payment' || tx.Destination !== address || result !== 'tesSUCCESS') return null
  if (typeof delivered !== 'string' || !/^[1-9]\d{0,17}$/.test(delivered)) return null
  return BigInt(delivered)
}

const placeOf = (
  { ledger_index: height, ledger_hash: blockHash }: v.InferOutput<typeof ledger>,
  tip: number,
): ChainPlace => ({ height, blockHash, confirmations: Math.max(0, tip - height + 1) })
