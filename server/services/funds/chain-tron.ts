// TRON through a full node's or TronGrid's documented HTTP API: the coin from the transactions of each block, tokens (TRC20) from the logs
// that the node keeps of each transaction, in their order. Both are numbered within their transaction.

import { writeAddress } from './address'
import type { Chain, ChainPlace, ChainReading, ChainTransfer } from './chain'
import type { TronHttp } from './tron-http'

export interface TronConfig {
  readonly network: string
  readonly coin: string
  readonly tokens: readonly { readonly assetCode: string; readonly contract: string; readonly decimals: number }[]
}

/** Sun. */
const COIN_DECIMALS = 6
/** keccak256 of "Transfer(address,address,uint256)", as TRON writes it. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** A block every three seconds: a minute's worth, and what is read again because it may still be replaced, until nineteen blocks are on top. */
const BLOCKS_MAX = 60
const OVERLAP = 20
/** Calls at once: TronGrid counts them by the second. */
const CALLS_AT_ONCE = 8
/** The coin's transfer is output 0, a token's is 1 + its place among the transaction's logs. */
const COIN_OUTPUT = 0

interface Header {
  readonly blockID: string
  /** A block of number 0 leaves it out. */
  readonly block_header: { readonly raw_data: { readonly number?: number } }
}
interface Transaction {
  readonly txID: string
  readonly ret?: readonly { readonly contractRet?: string }[]
  readonly raw_data: {
    readonly contract: readonly {
      readonly type: string
      readonly parameter: { readonly value: { readonly amount?: number; readonly to_address?: string } }
    }[]
  }
}
interface Block extends Header {
  readonly transactions?: readonly Transaction[]
}
interface Info {
  readonly id: string
  readonly blockNumber: number
  readonly receipt?: { readonly result?: string }
  readonly log?: readonly Log[]
}
interface Log {
  /** Twenty bytes, without TRON's 41. */
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export const tronChain = (ask: TronHttp, config: TronConfig): Chain => ({
  read: async (position, findOurs) => {
    const tip = heightOf(await ask<Header>('getnowblock', {}))
    if (position === null) return { transfers: [], position: String(tip), isAtTip: true }
    const from = Math.max(1, Math.min(parseInt(position, 10), tip) + 1 - OVERLAP)
    const to = Math.min(tip, from + BLOCKS_MAX - 1)
    const { block: blocks = [] } = await ask<{ readonly block?: readonly Block[] }>('getblockbylimitnext', {
      startNum: from,
      // The end is not part of it.
      endNum: to + 1,
    })
    // A node that is behind the one that told the tip: what it has not is read the next time.
    if (blocks.length < to - from + 1) return { transfers: [], position, isAtTip: true }
    const transfers = await inTurns(blocks, (block) => readBlock(ask, config, block, tip))
    const ours = await findOurs(transfers.map(({ address }) => address))
    return {
      transfers: transfers.filter(({ address }) => ours.has(address)),
      position: String(to),
      isAtTip: to === tip,
    }
  },
  find: async (txId, outputIndex) => {
    const [now, info, transaction] = await Promise.all([
      ask<Header>('getnowblock', {}),
      ask<Partial<Info>>('gettransactioninfobyid', { value: txId }),
      outputIndex === COIN_OUTPUT ? ask<Partial<Transaction>>('gettransactionbyid', { value: txId }) : null,
    ])
    // What is unknown is answered by an empty object.
    if (info.blockNumber === undefined || !didSucceed(info)) return null
    const log = info.log?.[outputIndex - 1]
    const money = transaction ? coinMoney(config, transaction) : log ? tokenMoney(config, log) : null
    if (!money) return null
    const block = await ask<Header>('getblock', { id_or_num: String(info.blockNumber), detail: false })
    return { ...money, ...placeOf(block, heightOf(now)), txId, outputIndex }
  },
})

type Transfers = ChainReading['transfers'][number][]
type Money = Omit<ChainTransfer, 'txId' | 'outputIndex'>

async function readBlock(ask: TronHttp, config: TronConfig, block: Block, tip: number): Promise<Transfers> {
  const { transactions = [] } = block
  const place = placeOf(block, tip)
  // A block of nothing has no list of what came of its transactions.
  const infos =
    transactions.length === 0 ? [] : await ask<readonly Info[]>('gettransactioninfobyblocknum', { num: place.height })
  const coins = transactions.flatMap((transaction) => {
    const money = coinMoney(config, transaction)
    return money ? [{ ...place, ...money, txId: transaction.txID, outputIndex: COIN_OUTPUT }] : []
  })
  const tokens = infos.filter(didSucceed).flatMap(({ id, log = [] }) =>
    log.flatMap((one, index) => {
      const money = tokenMoney(config, one)
      return money ? [{ ...place, ...money, txId: id, outputIndex: index + 1 }] : []
    }),
  )
  return [...coins, ...tokens]
}

/** Null for a transaction that brings nobody a coin, or that failed. */
function coinMoney({ network, coin }: TronConfig, { ret, raw_data: raw }: Partial<Transaction>): Money | null {
  const contract = raw?.contract[0]
  if (contract?.type !== 'TransferContract' || (ret?.[0]?.contractRet ?? 'SUCCESS') !== 'SUCCESS') return null
  const { amount = 0, to_address: to = '' } = contract.parameter.value
  // JSON's numbers hold nine billion coins to the last unit; nobody has more.
  if (!Number.isSafeInteger(amount)) throw new RangeError(`a transfer of ${amount} sun cannot be read`)
  const address = addressOf(network, to)
  if (address === null || amount <= 0) return null
  return { assetCode: coin, units: BigInt(amount), decimals: COIN_DECIMALS, address, memo: '' }
}

/** Null for a log that is no transfer of a token that we know. */
function tokenMoney({ network, tokens }: TronConfig, { address: contract, topics, data }: Log): Money | null {
  const [topic, , receiver] = topics
  if (topic !== TRANSFER_TOPIC || receiver === undefined || topics.length !== 3 || !/^[0-9a-fA-F]{1,64}$/.test(data))
    return null
  const token = tokens.find((one) => one.contract === addressOf(network, `41${contract}`))
  const address = addressOf(network, `41${receiver.slice(-40)}`)
  if (!token || address === null) return null
  const { assetCode, decimals } = token
  return { assetCode, decimals, units: BigInt(`0x${data}`), address, memo: '' }
}

/** A contract's result is told when it failed; a plain transfer has none. */
const didSucceed = ({ receipt }: Partial<Info>): boolean => (receipt?.result ?? 'SUCCESS') === 'SUCCESS'

const heightOf = ({ block_header: header }: Header): number => header.raw_data.number ?? 0

function placeOf(block: Header, tip: number): ChainPlace {
  const height = heightOf(block)
  return { height, blockHash: block.blockID, confirmations: Math.max(0, tip - height + 1) }
}

/** Base58 with its checksum, from 21 bytes in hex; null for anything else. */
function addressOf(network: string, hex: string): string | null {
  if (!/^41[0-9a-fA-F]{40}$/.test(hex)) return null
  return writeAddress(
    network,
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)),
  )
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(work))).flat())
  return results
}
