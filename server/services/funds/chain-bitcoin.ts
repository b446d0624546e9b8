// Bitcoin and what speaks like it (Litecoin, Dogecoin), through a node's wallet RPC: `listsinceblock` and `gettransaction`.
// The node's wallet watches the addresses of our extended public key (`importdescriptors`, no private key), so the node itself
// knows which outputs are ours and when a block was replaced.

import type { Chain, ChainPlace, ChainReading } from './chain'
import { type JsonRpc, NodeRefusal } from './json-rpc'

/** RPC_INVALID_ADDRESS_OR_KEY: the wallet has no such transaction. */
const UNKNOWN_TRANSACTION = -5
/** Blocks that `listsinceblock` goes back behind the position that it answers, so that a replaced block is told again. */
const DEPTH = 100
const DECIMALS = 8

interface WalletTransaction {
  readonly txid: string
  readonly vout: number
  readonly category: string
  readonly address?: string
  /** A decimal number of whole coins. */
  readonly amount: number
  /** Below zero when another transaction has taken its place. */
  readonly confirmations: number
  readonly blockhash?: string
  readonly blockheight?: number
}

interface SinceBlock {
  readonly transactions: readonly WalletTransaction[]
  readonly lastblock: string
}

export const bitcoinChain = (rpc: JsonRpc, assetCode: string): Chain => ({
  read: async (position): Promise<ChainReading> => {
    const { transactions, lastblock } = await rpc<SinceBlock>('listsinceblock', [position ?? '', DEPTH, true])
    // Without a position nothing before now is ours to tell.
    if (position === null) return { transfers: [], position: lastblock }
    const transfers = transactions.flatMap((transaction) => {
      const place = placeOf(transaction)
      if (transaction.category !== 'receive' || transaction.address === undefined || !place) return []
      const { txid: txId, vout: outputIndex, address } = transaction
      return [
        {
          ...place,
          txId,
          outputIndex,
          assetCode,
          units: unitsOf(transaction.amount),
          decimals: DECIMALS,
          address,
          memo: '',
        },
      ]
    })
    return { transfers, position: lastblock }
  },
  find: async (txId) => {
    try {
      return placeOf(await rpc<WalletTransaction>('gettransaction', [txId, true]))
    } catch (failure) {
      if (failure instanceof NodeRefusal && failure.code === UNKNOWN_TRANSACTION) return null
      throw failure
    }
  },
})

/** Null while it is in no block. */
function placeOf({
  confirmations,
  blockhash,
  blockheight,
}: Omit<WalletTransaction, 'txid' | 'vout' | 'category' | 'amount'>): ChainPlace | null {
  if (confirmations < 1 || blockhash === undefined || blockheight === undefined) return null
  return { height: blockheight, blockHash: blockhash, confirmations }
}

/** The node writes eight decimals as a number: below 90 million coins a double holds them exactly once rounded to that many. */
const unitsOf = (coins: number): bigint => BigInt(coins.toFixed(DECIMALS).replace('.', ''))
