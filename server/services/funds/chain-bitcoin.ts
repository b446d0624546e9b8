// Bitcoin and what speaks like it (Litecoin, Dogecoin), through a node's wallet RPC: `listsinceblock` and `gettransaction`.
// The node's wallet watches the addresses of our extended public key (`importdescriptors`, no private key), so the node itself
// knows which outputs are ours and when a block was replaced.

import type { Chain, ChainPlace, ChainReading, ChainTransfer } from './chain'
import { type JsonRpc, NodeRefusal } from './json-rpc'

/** RPC_INVALID_ADDRESS_OR_KEY: the wallet has no such transaction. */
const UNKNOWN_TRANSACTION = -5
/** Blocks that `listsinceblock` goes back behind the position that it answers, so that a replaced block is told again. */
const DEPTH = 100
const DECIMALS = 8

interface BlockOf {
  /** Below zero when another transaction has taken its place. */
  readonly confirmations: number
  readonly blockhash?: string
  readonly blockheight?: number
}

interface WalletTransaction extends BlockOf {
  readonly txid: string
  readonly vout: number
  readonly category: string
  readonly address?: string
  /** A decimal number of whole coins. */
  readonly amount: number
}

/** What `gettransaction` says: the block once, and what the wallet gave or took by each output. */
interface TransactionInBlock extends BlockOf {
  readonly details: readonly Pick<WalletTransaction, 'vout' | 'category' | 'address' | 'amount'>[]
}

interface SinceBlock {
  readonly transactions: readonly WalletTransaction[]
  readonly lastblock: string
}

export const bitcoinChain = (rpc: JsonRpc, assetCode: string): Chain => ({
  read: async (position): Promise<ChainReading> => {
    const { transactions, lastblock } = await rpc<SinceBlock>('listsinceblock', [position ?? '', DEPTH, true])
    // Without a position nothing before now is ours to tell.
    if (position === null) return { transfers: [], position: lastblock, isAtTip: true }
    const transfers = transactions.flatMap((transaction) => {
      const place = placeOf(transaction)
      return place ? received(assetCode, transaction.txid, transaction).map((money) => ({ ...money, ...place })) : []
    })
    return { transfers, position: lastblock, isAtTip: true }
  },
  find: async (txId, outputIndex) => {
    try {
      const transaction = await rpc<TransactionInBlock>('gettransaction', [txId, true])
      const place = placeOf(transaction)
      const [money] = transaction.details
        .filter(({ vout }) => vout === outputIndex)
        .flatMap((detail) => received(assetCode, txId, detail))
      return money && place ? { ...money, ...place } : null
    } catch (failure) {
      if (failure instanceof NodeRefusal && failure.code === UNKNOWN_TRANSACTION) return null
      throw failure
    }
  },
})

/** What an output brought to our wallet; nothing for one that took from it. */
function received(
  assetCode: string,
  txId: string,
  { category, address, vout: outputIndex, amount }: TransactionInBlock['details'][number],
): ChainTransfer[] {
  if (category !== 'receive' || address === undefined) return []
  return [{ txId, outputIndex, assetCode, units: unitsOf(amount), decimals: DECIMALS, address, memo: '' }]
}

/** Null while it is in no block. */
function placeOf({ confirmations, blockhash, blockheight }: BlockOf): ChainPlace | null {
  if (confirmations < 1 || blockhash === undefined || blockheight === undefined) return null
  return { height: blockheight, blockHash: blockhash, confirmations }
}

/** The node writes eight decimals as a number: below 90 million coins a double holds them exactly once rounded to that many. */
const unitsOf = (coins: number): bigint => BigInt(coins.toFixed(DECIMALS).replace('.', ''))
