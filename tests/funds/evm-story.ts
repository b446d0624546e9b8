// Tokens' transfers for stories about Ethereum's nodes: one that has them and speaks their JSON-RPC, and users to whom they go, watched
// through the real services and rooms.

import { env } from 'cloudflare:workers'
import { loadCatalogue } from '#services/catalogue'
import { CallMeter } from '#services/chains/call-meter'
import { evmChain } from '#services/chains/evm'
import { type JsonRpc, NodeRefusal } from '#services/chains/json-rpc'
import { findReceivingPlace } from '#services/chains/networks'
import { watchNetwork } from '#services/chains/watcher'
import { type User, enter, value } from './customers'

export const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
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

/** One transaction with USDT, as a node reports it. */
interface Told {
  readonly txId: string
  address: string
  /** Each amount is a separate log, in this order. */
  units: readonly number[]
  /** Payment of the same transaction to another address. */
  other: { readonly address: string; readonly units: number } | null
  /** Approvals that the contract logs before. */
  approvals: number
  height: number
  /** Removed from every block. */
  isDropped: boolean
}

interface State {
  tip: number
  /** Behind the hash of the chain's blocks, from a height on. */
  fork: string
  forkFrom: number
  /** The chain forked at block 100, without any of the transfers. */
  isWithout: boolean
  /** Newest block of the node that serves logs behind the same URL. */
  logsTip: number
  /** Oldest block whose logs it has. */
  logsFrom: number
}

function nodeOf(all: readonly Told[], state: State): JsonRpc {
  const isThere = ({ isDropped, height }: Told) => !state.isWithout && !isDropped && height <= state.tip
  const hashAt = (height: number) => {
    if (state.isWithout && height >= 100) return `0xother${height}`
    return `0xb${height}${height >= state.forkFrom ? state.fork : ''}`
  }
  const logsIn = (told: Told) => {
    const log = (topic: string, units: number, address = told.address) => ({
      address: CONTRACT,
      topics: [topic, word('1'), word(address)],
      data: word(hex(units)),
      blockNumber: hex(told.height),
      blockHash: hashAt(told.height),
      transactionHash: told.txId,
    })
    const approvals = Array.from({ length: told.approvals }, () => log(APPROVAL, 1))
    const others = told.other ? [log(TRANSFER, told.other.units, told.other.address)] : []
    return [...approvals, ...told.units.map((units) => log(TRANSFER, units)), ...others]
  }
  const blockAt = (height: number) =>
    height > state.tip
      ? null
      : { number: hex(height), hash: hashAt(height), parentHash: hashAt(height - 1), transactions: [] }
  /** Logs of a known block (EIP-234) by topic. */
  const logsOf = ({ blockHash, topics }: { readonly blockHash: string; readonly topics: readonly string[] }) => {
    const height = parseInt(/\d+/.exec(blockHash.slice(2))?.[0] ?? '', 10)
    if (height > Math.min(state.tip, state.logsTip) || height < state.logsFrom || hashAt(height) !== blockHash)
      throw new NodeRefusal('eth_getLogs', -32_000, 'unknown block')
    return all
      .filter((told) => isThere(told) && told.height === height)
      .flatMap(logsIn)
      .filter((log) => log.topics[0] === topics[0])
  }
  const receiptOf = (txId: unknown) => {
    const told = all.find((one) => one.txId === txId)
    if (!told || !isThere(told)) return null
    return { blockNumber: hex(told.height), blockHash: hashAt(told.height), status: '0x1', logs: logsIn(told) }
  }
  const answer = (method: string, [param]: readonly unknown[]): unknown => {
    if (method === 'eth_blockNumber') return hex(state.tip)
    if (method === 'eth_getBlockByNumber') return blockAt(Number(param))
    if (method === 'eth_getLogs') return logsOf(param as Parameters<typeof logsOf>[0])
    return receiptOf(param)
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
  readonly rpc: JsonRpc
  readonly watchAt: (tip: number, now?: number) => Promise<void>
  /** Another transaction, by default to the same address. */
  readonly also: (differs: Partial<Told>) => Told
}

export const addressOf = async ({ userId }: User): Promise<string> =>
  value(await findReceivingPlace(env, userId, 'ERC20')).address

/** A user who receives 25 USDT in block 100; the chain was read up to block 90. */
export async function meet(name: string): Promise<Met> {
  const user = await enter(name)
  const address = await addressOf(user)
  const all: Told[] = []
  const also = (differs: Partial<Told>): Told => {
    transactions += 1
    const txId = word(String(transactions))
    const money = { address, units: [25_000_000], other: null, approvals: 0 }
    const told = { txId, ...money, height: 100, isDropped: false, ...differs }
    all.push(told)
    return told
  }
  const told = also({})
  const state = { tip: 90, fork: '', forkFrom: 100, isWithout: false, logsTip: Infinity, logsFrom: 0 }
  const rpc = nodeOf(all, state)
  const chain = evmChain(rpc, CONFIG)
  const catalogue = await loadCatalogue(env)
  await env.DB.prepare("DELETE FROM chain_cursor WHERE network = 'ERC20'").run()
  const watchAt = (tip: number, now = Date.now()) => {
    state.tip = tip
    return watchNetwork(env, { network: 'ERC20', chain, catalogue, now, meter: new CallMeter(1_000) })
  }
  await watchAt(90)
  return { user, told, state, rpc, watchAt, also }
}
