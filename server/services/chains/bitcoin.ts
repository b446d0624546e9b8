// Bitcoin and compatible chains (Litecoin, Dogecoin), through a node's wallet RPC: `listsinceblock` and `gettransaction`.
// The node's wallet watches the addresses of our extended public key (`importdescriptors`, no private key), so the node itself
// knows which outputs are ours and when a block was replaced.

import * as v from 'valibot'
import type { Chain, ChainPlace, ChainReading, ChainTransfer } from './chain'
import type { CallMeter } from './call-meter'
import { type JsonRpc, type NodeRefusal, openNode, orNull, readAnswer } from './json-rpc'

/** RPC_INVALID_ADDRESS_OR_KEY: the wallet has no such transaction, or the node no such block. */
export const isNotKnown = ({ code }: NodeRefusal) => code === -5
/** RPC_INVALID_PARAMETER: no block is as high yet. */
const isTooHigh = ({ code }: NodeRefusal) => code === -8
/** Blocks that `listsinceblock` goes back behind the position that it answers, so that transactions of replaced blocks are listed again. */
const DEPTH = 100
const DECIMALS = 8
const COINS = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/

/** Quotes amounts: a JSON number would round large ones. Inside a string the quotes are escaped and do not match. */
const keepDigits = (text: string): string =>
  text.replace(/"(amount|fee|value)"\s*:\s*(-?\d[\d.eE+-]*)(?=\s*[,}])/g, '"$1":"$2"')

export const openBitcoinNode = (address: string, meter?: CallMeter): JsonRpc => openNode(address, meter, keepDigits)

const height = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const blockOf = v.object({
  /** Below zero when another transaction has taken its place. */
  confirmations: v.pipe(v.number(), v.safeInteger()),
  blockhash: v.optional(v.string()),
  /** Absent on nodes older than Bitcoin 0.20, such as Dogecoin's. */
  blockheight: v.optional(height),
})
const detail = v.object({
  /** Absent for entries that are no chain output. */
  vout: v.optional(height),
  category: v.string(),
  address: v.optional(v.string()),
  /** A decimal number of whole coins, in the digits that the node wrote. */
  amount: v.pipe(v.string(), v.regex(COINS)),
})
const sinceBlock = v.object({
  transactions: v.array(v.object({ ...blockOf.entries, ...detail.entries, txid: v.string() })),
  lastblock: v.string(),
})
/** The answer of `gettransaction`: the block, and each output that the wallet received or sent. */
const transactionInBlock = v.object({ ...blockOf.entries, details: v.array(detail) })

export const bitcoinChain = (rpc: JsonRpc, assetCode: string): Chain => ({
  read: async (position, findOurs): Promise<ChainReading> => {
    const since = (block: string) => ask(rpc, sinceBlock, 'listsinceblock', [block, DEPTH, true])
    // The first reading starts at the newest block.
    if (position === null) return { transfers: [], position: (await since('')).lastblock, tip: null, isAtTip: true }
    const answer = await orNull(since(position), isNotKnown)
    if (answer === null) {
      const behind = { blocks: null, restart: (await since('')).lastblock }
      return { transfers: [], position, tip: null, isAtTip: true, behind }
    }
    const { transactions, lastblock } = answer
    const listed = transactions.flatMap((one) => {
      const { txid, category } = one
      if (category !== 'send') return receivedBy(assetCode, txid, one).map((money) => ({ money, one }))
      // Payments that were sent by the wallet, unless it received them itself.
      const isOwn = transactions.some((other) => other.txid === txid && other.vout === one.vout && other !== one)
      return isOwn ? [] : receivedBy(assetCode, txid, { ...one, category: 'receive' }).map((money) => ({ money, one }))
    })
    const isSend = ({ one }: (typeof listed)[number]) => one.category === 'send'
    const ours = await findOurs(listed.filter(isSend).map(({ money }) => money.address))
    const received = listed.filter((each) => !isSend(each) || ours.has(each.money.address))
    const heightOf = rememberHeights(rpc)
    const placed = await Promise.all(
      received.map(async ({ money, one }) => {
        const place = await placeOf(one, heightOf)
        return place ? [{ ...money, ...place }] : []
      }),
    )
    const transfers = placed.flat()
    const tips = transfers.map(({ height: at, confirmations }) => at + confirmations - 1)
    return { transfers, position: lastblock, tip: tips.length > 0 ? Math.max(...tips) : null, isAtTip: true }
  },
  find: async ({ txId, outputIndex, height: seenAt, blockHash }) => {
    const transaction = await orNull(ask(rpc, transactionInBlock, 'gettransaction', [txId, true]), isNotKnown)
    const place = transaction && (await placeOf(transaction, rememberHeights(rpc)))
    const [money] = (transaction?.details ?? [])
      .filter(({ vout }) => vout === outputIndex)
      .flatMap((one) => receivedBy(assetCode, txId, one))
    if (money && place) return { ...money, ...place }
    const now = await orNull(ask(rpc, v.string(), 'getblockhash', [seenAt]), isTooHigh)
    return now === null || now === blockHash ? 'unknown' : 'replaced'
  },
})

const ask = async <Schema extends v.GenericSchema>(
  rpc: JsonRpc,
  schema: Schema,
  method: string,
  params: readonly unknown[],
) => readAnswer(schema, method, await rpc(method, params))

/** The transfer of an output that our wallet received; empty for outputs that it sent. */
function receivedBy(
  assetCode: string,
  txId: string,
  { category, address, vout: outputIndex, amount }: v.InferOutput<typeof detail>,
): ChainTransfer[] {
  if (category !== 'receive' || address === undefined || outputIndex === undefined) return []
  const units = unitsOf(amount)
  return [{ txId, outputIndex, assetCode, units: units < 0n ? -units : units, decimals: DECIMALS, address, memo: '' }]
}

type HeightOf = (blockHash: string) => Promise<number>

/** Requests each block once. */
function rememberHeights(rpc: JsonRpc): HeightOf {
  const asked = new Map<string, Promise<number>>()
  return (blockHash) => {
    const known = asked.get(blockHash)
    if (known) return known
    const answer = ask(rpc, v.object({ height }), 'getblockheader', [blockHash]).then((header) => header.height)
    asked.set(blockHash, answer)
    return answer
  }
}

/** Null while no block contains the transaction. */
async function placeOf(
  { confirmations, blockhash, blockheight }: v.InferOutput<typeof blockOf>,
  heightOf: HeightOf,
): Promise<ChainPlace | null> {
  if (confirmations < 1 || blockhash === undefined) return null
  return { height: blockheight ?? (await heightOf(blockhash)), blockHash: blockhash, confirmations }
}

/** Throws for fractions of the smallest unit. */
export function unitsOf(coins: string): bigint {
  const [, whole = '', fraction = '', exponent = '0'] = COINS.exec(coins) ?? []
  const digits = whole + fraction
  const zeros = DECIMALS - fraction.length + parseInt(exponent, 10)
  if (zeros >= 0) return BigInt(digits) * 10n ** BigInt(zeros)
  if (/[1-9]/.test(digits.slice(zeros))) throw new Error(`${coins} is no whole number of the smallest units`)
  return BigInt(digits.slice(0, zeros) || '0')
}
