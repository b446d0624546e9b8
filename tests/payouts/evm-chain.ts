// An Ethereum chain behind a node's JSON-RPC, for stories about payouts: it takes signed transactions by nonce, mines, forgets and rejects
// them, and counts what really arrived.

import { type Hex, type TransactionSerialized, decodeFunctionData, keccak256, parseAbi, parseTransaction, recoverTransactionAddress } from 'viem' // prettier-ignore

export const CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const ABI = parseAbi(['function transfer(address to, uint256 value)'])
const GAS_USED = 50_000n
const GAS_PRICE = 2_000_000_000n

const hex = (value: bigint | number): Hex => `0x${BigInt(value).toString(16)}`
const word = (text: string) => `0x${text.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`

interface Sent {
  readonly raw: string
  readonly hash: Hex
  readonly from: string
  readonly to: string
  readonly nonce: number
  readonly value: bigint
  readonly data: Hex
  /** Null in the pool. */
  height: number | null
  isReverted: boolean
}

export class EvmChain {
  height = 100
  /** Sent transactions fail as if the node were down. */
  isDown = false
  chainId = 1
  /** Instants of new blocks, in milliseconds. */
  now = (): number => Date.now()
  /** Contracts and blocked addresses that take nothing. */
  readonly refusing = new Set<string>()
  readonly #times = new Map<number, number>()
  /** Heights whose block was replaced, and by the how-manieth fork. */
  readonly #forks = new Map<number, number>()
  #forksTotal = 0
  readonly sent: Sent[] = []

  /** Speaks JSON-RPC as `fetch` does. */
  readonly fetch = async (body: string): Promise<Response> => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: string[] }
    if (this.isDown) return new Response('bad gateway', { status: 502 })
    try {
      return Response.json({ jsonrpc: '2.0', id, result: await this.#answer(method, params) })
    } catch (failure) {
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32_000, message: String(failure) } })
    }
  }

  mine(blocks = 1): void {
    for (let count = 0; count < blocks; count += 1) {
      this.height += 1
      this.#times.set(this.height, this.now())
      for (const one of this.sent.filter(({ height }) => height === null).toSorted((a, b) => a.nonce - b.nonce))
        if (one.nonce === this.#next(one.from)) one.height = this.height
    }
  }

  /** Replaces the newest blocks by empty ones: what they held waits in the pool again, or is lost. What was rejected is rejected again. */
  reorganise(blocks: number, { isLost }: { readonly isLost: boolean }): void {
    this.#forksTotal += 1
    const kept = this.height - blocks
    for (let height = kept + 1; height <= this.height; height += 1) this.#forks.set(height, this.#forksTotal)
    for (const one of this.sent.filter(({ height }) => height !== null && height > kept)) {
      one.height = null
      if (isLost && !one.isReverted) this.forget(one.hash)
    }
  }

  /** The pool forgets a transaction. */
  forget(hash: string): void {
    const at = this.sent.findIndex((one) => one.hash === hash && one.height === null)
    if (at >= 0) this.sent.splice(at, 1)
  }

  async take(raw: string): Promise<Hex> {
    const { nonce = 0, to, value = 0n, data = '0x' } = parseTransaction(raw as TransactionSerialized)
    const from = (await recoverTransactionAddress({ serializedTransaction: raw as never })).toLowerCase()
    const hash = keccak256(raw as Hex)
    if (this.sent.some((one) => one.hash === hash)) throw new Error('already known')
    if (nonce < this.#next(from)) throw new Error('nonce too low')
    // One with the same nonce takes the place of an earlier one in the pool.
    const rival = this.sent.findIndex((one) => one.from === from && one.nonce === nonce && one.height === null)
    if (rival >= 0) this.sent.splice(rival, 1)
    this.sent.push({ raw, hash, from, to: to ?? '', nonce, value, data, height: null, isReverted: false })
    return hash
  }

  /** USDT that arrived at an address, and how often. */
  arrived(address: string): { readonly units: bigint; readonly times: number } {
    const came = this.sent.flatMap((one) => this.#transfers(one)).filter(({ to }) => to === address.toLowerCase())
    return { units: came.reduce((sum, { units }) => sum + units, 0n), times: came.length }
  }

  get total(): bigint {
    return this.sent.flatMap((one) => this.#transfers(one)).reduce((sum, { units }) => sum + units, 0n)
  }

  /** Nonce of a sender that nothing in the pool has, while later ones wait for it; null without. */
  gapOf(sender: string): number | null {
    const from = sender.toLowerCase()
    const next = this.#next(from)
    const waiting = this.sent.filter((one) => one.from === from && one.height === null)
    return waiting.length > 0 && !waiting.some(({ nonce }) => nonce === next) ? next : null
  }

  get mined(): readonly Sent[] {
    return this.sent.filter(({ height }) => height !== null)
  }

  #hashOf(height: number): string {
    const fork = this.#forks.get(height)
    return `0xb${height}${fork === undefined ? '' : `f${fork}`}`
  }

  #next(from: string): number {
    return this.sent.filter((one) => one.from === from && one.height !== null).length
  }

  #transfers({ height, isReverted, to, data, from }: Sent) {
    if (height === null || isReverted || to.toLowerCase() !== CONTRACT) return []
    const [target, units] = decodeFunctionData({ abi: ABI, data }).args
    return [{ from, to: target.toLowerCase(), units }]
  }

  async #answer(method: string, [first = '', second = '']: readonly string[]): Promise<unknown> {
    const known = this.sent.find(({ hash }) => hash === first)
    switch (method) {
      case 'eth_chainId':
        return hex(this.chainId)
      case 'eth_getCode':
        return '0x'
      case 'eth_blockNumber':
        return hex(this.height)
      case 'eth_maxPriorityFeePerGas':
        return '0x3b9aca00'
      case 'eth_call':
        return hex(1_000_000_000_000n)
      case 'eth_estimateGas': {
        const { data } = first as unknown as { data: string }
        if ([...this.refusing].some((one) => data.includes(one.slice(2).toLowerCase())))
          throw new Error('execution reverted')
        return hex(60_000)
      }
      case 'eth_getTransactionCount': {
        const from = first.toLowerCase()
        return hex(second === 'pending' ? this.sent.filter((one) => one.from === from).length : this.#next(from))
      }
      case 'eth_sendRawTransaction':
        return this.take(first)
      case 'eth_getBlockByNumber': {
        const height = first === 'latest' ? this.height : Number(first)
        if (height > this.height) return null
        const mined = this.sent.filter((one) => one.height === height)
        const transactions = mined.map(({ hash, to, value }) => ({ hash, to, value: hex(value) }))
        return {
          number: hex(height),
          hash: this.#hashOf(height),
          parentHash: this.#hashOf(height - 1),
          baseFeePerGas: '0x3b9aca00',
          timestamp: hex(Math.floor((this.#times.get(height) ?? this.now()) / 1000)),
          transactions,
        }
      }
      case 'eth_getTransactionByHash':
        return known
          ? {
              hash: known.hash,
              from: known.from,
              to: known.to,
              value: hex(known.value),
              input: known.data,
              nonce: hex(known.nonce),
            }
          : null
      case 'eth_getTransactionReceipt':
        return known && known.height !== null
          ? {
              ...{
                blockNumber: hex(known.height),
                blockHash: this.#hashOf(known.height),
                status: known.isReverted ? '0x0' : '0x1',
              },
              ...{ gasUsed: hex(GAS_USED), effectiveGasPrice: hex(GAS_PRICE), logs: this.#logs(known) },
            }
          : null
      case 'eth_getLogs': {
        const { blockHash } = first as unknown as { blockHash: string }
        return this.sent
          .filter(({ height }) => height !== null && this.#hashOf(height) === blockHash)
          .flatMap((one) => this.#logs(one))
      }
      default:
        throw new Error(`the method ${method} does not exist`)
    }
  }

  #logs(one: Sent) {
    return this.#transfers(one).map(({ from, to, units }) => ({
      ...{ address: CONTRACT, topics: [TRANSFER, word(from), word(to)], data: word(units.toString(16)) },
      ...{ blockNumber: hex(one.height ?? 0), blockHash: this.#hashOf(one.height ?? 0), transactionHash: one.hash },
    }))
  }
}
