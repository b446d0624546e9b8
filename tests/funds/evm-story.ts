// A token's transfer for stories about Ethereum's nodes: one that has it and speaks their JSON-RPC, and a user to whom it goes, watched
// through the real services and rooms.

import { env } from 'cloudflare:workers'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter } from '#services/funds/call-meter'
import { evmChain } from '#services/funds/chain-evm'
import { type JsonRpc, NodeRefusal } from '#services/funds/json-rpc'
import { findReceivingPlace } from '#services/funds/networks'
import { watchNetwork } from '#services/funds/watch'
import { type User, enter, value } from './customers'

const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string) => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`
const hex = (number: number) => `0x${number.toString(16)}`
const CONFIG = {
  network: 'ERC20',
  coin: 'ETH',
  tokens: [{ assetCode: 'USDT', contract: CONTRACT, decimals: 6 }],
  depth: 32,
}
export const MINUTE = 60_000
let transactions = 0

/** One transfer of USDT in one transaction, as a node tells of it. */
interface Told {
  readonly txId: string
  address: string
  units: number
  height: number
  /** Through the block. */
  logIndex: number
  /** Behind the hash of its chain's blocks, from a height on. */
  fork: string
  forkFrom: number
}

interface State {
  tip: number
  /** The chain went another way, without the transfer, from block 100 on. */
  isWithout: boolean
  /** The newest block of the node behind the same address that is asked for logs. */
  logsTip: number
}

function nodeOf(told: Told, state: State): JsonRpc {
  const isThere = () => !state.isWithout && told.height <= state.tip
  const hashAt = (height: number) => {
    if (state.isWithout && height >= 100) return `0xother${height}`
    return `0xb${height}${height >= told.forkFrom ? told.fork : ''}`
  }
  const log = () => ({
    address: CONTRACT,
    topics: [TRANSFER, word('1'), word(told.address)],
    data: word(hex(told.units)),
    blockNumber: hex(told.height),
    blockHash: hashAt(told.height),
    transactionHash: told.txId,
    logIndex: hex(told.logIndex),
  })
  const blockAt = (height: number) =>
    height > state.tip
      ? null
      : { number: hex(height), hash: hashAt(height), parentHash: hashAt(height - 1), transactions: [] }
  /** Of a block that must be known (EIP-234). */
  const logsOf = ({ blockHash }: { readonly blockHash: string }) => {
    const height = parseInt(/\d+/.exec(blockHash.slice(2))?.[0] ?? '', 10)
    if (height > Math.min(state.tip, state.logsTip) || hashAt(height) !== blockHash)
      throw new NodeRefusal('eth_getLogs', -32_000, 'unknown block')
    return isThere() && height === told.height ? [log()] : []
  }
  const answer = (method: string, [param]: readonly unknown[]): unknown => {
    if (method === 'eth_blockNumber') return hex(state.tip)
    if (method === 'eth_getBlockByNumber') return blockAt(Number(param))
    if (method === 'eth_getLogs') return logsOf(param as { readonly blockHash: string })
    if (!isThere()) return null
    return { blockNumber: hex(told.height), blockHash: hashAt(told.height), status: '0x1', logs: [log()] }
  }
  return async (method, params) => {
    await Promise.resolve()
    return answer(method, params)
  }
}

export interface Met {
  readonly user: User
  readonly told: Told
  readonly state: State
  readonly watchAt: (tip: number, now?: number) => Promise<void>
}

/** Somebody to whom 25 USDT go in block 100; the chain was read up to block 90. */
export async function meet(name: string): Promise<Met> {
  const user = await enter(name)
  const { address } = value(await findReceivingPlace(env, user.userId, 'ERC20'))
  transactions += 1
  const told = {
    txId: word(String(transactions)),
    address,
    units: 25_000_000,
    height: 100,
    logIndex: 7,
    fork: '',
    forkFrom: 100,
  }
  const state = { tip: 90, isWithout: false, logsTip: Infinity }
  const chain = evmChain(nodeOf(told, state), CONFIG)
  const catalogue = await loadCatalogue(env)
  await env.DB.prepare("DELETE FROM chain_cursor WHERE network = 'ERC20'").run()
  const watchAt = (tip: number, now = Date.now()) => {
    state.tip = tip
    return watchNetwork(env, { network: 'ERC20', chain, catalogue, now, meter: new CallMeter(1_000) })
  }
  await watchAt(90)
  return { user, told, state, watchAt }
}
