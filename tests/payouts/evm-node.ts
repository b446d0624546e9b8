// A node of an Ethereum-compatible chain by its answers, for rules of payments.

import { privateKeyToAccount } from 'viem/accounts'
import { NodeRefusal } from '#services/chains/json-rpc'
import { evmPayer } from '#services/chains/evm-payer'
import type { Payment, Signing } from '#services/chains/payer'

/** A key of these tests alone. */
export const SIGNER = privateKeyToAccount(`0x${'4c'.repeat(32)}`)
export const SOURCE = SIGNER.address
export const TARGET = '0x2222222222222222222222222222222222222222'
export const OTHER = '0x3333333333333333333333333333333333333333'
export const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

type Answers = Readonly<Record<string, unknown>>

/** A payer that remembers what it asked. An error among the answers is thrown; what is not there is refused. */
export function payerBy(answers: Answers, chainId: number | null = 1) {
  const asked: (readonly [method: string, params: readonly unknown[]])[] = []
  const payer = evmPayer(
    async (method, params) => {
      asked.push([method, params])
      const answer = method in answers ? answers[method] : new NodeRefusal(method, -32_601, 'no such method')
      if (answer instanceof Error) throw answer
      return answer
    },
    { coin: 'ETH', tokens: [{ assetCode: 'USDT', contract: TOKEN, decimals: 6 }], source: SOURCE, chainId, now: 7 },
  )
  return { payer, asked, signing: signingOf(payer.signing) }
}

function signingOf(signing: Signing | null): Signing {
  if (!signing) throw new Error('it signs')
  return signing
}

/** Half a coin of 18 decimals. */
export const coinPayment = (change: Partial<Payment> = {}): Payment => ({
  ...{ withdrawalId: 1, assetCode: 'ETH', due: 50_000_000n, scale: 8, target: TARGET, memo: '', nonce: null },
  ...change,
})
/** 12.5 of the token. */
export const tokenPayment = (change: Partial<Payment> = {}): Payment => ({
  ...{ withdrawalId: 2, assetCode: 'USDT', due: 12_500_000n, scale: 6, target: TARGET, memo: '', nonce: null },
  ...change,
})
export const HALF = 5n * 10n ** 17n
