// A payment as a call on an Ethereum-compatible chain: its contract, its gas, and whether its address takes it.

import * as v from 'valibot'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { EvmConfig } from './evm'
import type { Call } from './evm-safe'
import { NodeRefusal } from './json-rpc'
import { type Payment, chainUnits } from './payer'

export type Config = Pick<EvmConfig, 'coin' | 'tokens'> & {
  readonly source: string
  readonly chainId: number | null
  readonly now: number
}

export type Ask = <Schema extends v.GenericSchema>(
  schema: Schema,
  method: string,
  params: readonly unknown[],
) => Promise<v.InferOutput<Schema>>

export const COIN_DECIMALS = 18
const ERC20 = parseAbi(['function transfer(address to, uint256 value)', 'function balanceOf(address owner)'])

export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)

/** Throws if the node is of another chain. */
export async function chainOf(ask: Ask, config: Config): Promise<number> {
  const chainId = Number(await ask(quantity, 'eth_chainId', []))
  if (config.chainId !== null && config.chainId !== chainId) throw new Error(`the node is of chain ${chainId}`)
  return chainId
}

export function callOf(config: Config, payment: Payment): Call {
  const to = getAddress(payment.target)
  if (payment.assetCode === config.coin) return { to, value: chainUnits(payment, COIN_DECIMALS), data: '0x' }
  const token = tokenOf(config, payment.assetCode)
  if (!token) throw new Error(`CHAIN_NODES has no contract of ${payment.assetCode}`)
  const args = [to, chainUnits(payment, token.decimals)] as const
  return {
    to: getAddress(token.contract),
    value: 0n,
    data: encodeFunctionData({ abi: ERC20, functionName: 'transfer', args }),
  }
}

interface Estimated {
  readonly payment: Payment
  readonly call: Call
  readonly gas: bigint
}

/** Enough for a payment that fails. */
const GAS_OF_FAILURE = 100_000n

/**
 * Payments with their gas. One that the address or the token refuses, though the source has the money, is refused; unless it was prepared
 * before: a signature may exist, so the payment stays and fails on the chain.
 */
export async function estimate(ask: Ask, config: Config, payments: readonly Payment[], isFirst: boolean) {
  const calls: Estimated[] = []
  const refused: number[] = []
  for (const payment of payments) {
    const call = callOf(config, payment)
    const asked = { from: config.source, to: call.to, value: `0x${call.value.toString(16)}`, data: call.data }
    try {
      calls.push({ payment, call, gas: await ask(quantity, 'eth_estimateGas', [asked]) })
    } catch (failure) {
      if (!(failure instanceof NodeRefusal) || !/revert/i.test(failure.message)) throw failure
      if ((await balanceOf(ask, config, payment.assetCode)) < sourceNeeds(config, payments, payment.assetCode))
        throw failure
      if (isFirst && payment.nonce === null) refused.push(payment.withdrawalId)
      else calls.push({ payment, call, gas: GAS_OF_FAILURE })
    }
  }
  return { calls, refused }
}

export const tokenOf = ({ tokens }: Config, code: string) => tokens.find(({ assetCode }) => assetCode === code)

const sourceNeeds = (config: Config, payments: readonly Payment[], code: string): bigint =>
  payments
    .filter(({ assetCode }) => assetCode === code)
    .reduce((sum, payment) => sum + chainUnits(payment, tokenOf(config, code)?.decimals ?? COIN_DECIMALS), 0n)

export function balanceOf(ask: Ask, config: Config, code: string): Promise<bigint> {
  const token = tokenOf(config, code)
  if (!token) return ask(quantity, 'eth_getBalance', [config.source, 'latest'])
  const data = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [getAddress(config.source)] })
  return ask(quantity, 'eth_call', [{ to: token.contract, data }, 'latest'])
}
