// Converts a withdrawal into a payment, and names the method of paying on its network.

import type { WithdrawalRow } from '#db/platform/withdrawal'
import { type Asset, type Catalogue, findKnownAsset, knownAssets } from '#domain/catalogue'
import type { PayoutMethod } from '#domain/funds/payout'
import { findNetworkFacts } from '#domain/funds/network'
import { type Amount, subtract } from '#domain/money/amount'
import type { Payer, Payment } from '../chains/payer'

/** Amount due at the destination. */
export const dueOf = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): Amount => subtract(amount, fee)

export function assetOf(catalogue: Catalogue, { assetId }: Pick<WithdrawalRow, 'assetId'>): Asset {
  const asset = findKnownAsset(catalogue, assetId)
  if (!asset) throw new Error(`asset ${assetId} is unknown`)
  return asset
}

export function paymentOf(catalogue: Catalogue, row: WithdrawalRow): Payment {
  const { code: assetCode, scale } = assetOf(catalogue, row)
  const { id: withdrawalId, target, memo, nonce } = row
  return { withdrawalId, assetCode, scale, due: dueOf(row), target, memo, nonce }
}

/** Confirmations until a payment is final: as many as a deposit needs. */
export const confirmationsOf = (catalogue: Catalogue, row: WithdrawalRow): number =>
  assetOf(catalogue, row).networks.find(({ name }) => name === row.network)?.confirmationsMin ?? 1

/** The coin in which a network takes its fee. */
export const coinOf = (catalogue: Catalogue, network: string): Asset | undefined => {
  const code = findNetworkFacts(network)?.coin
  return knownAssets(catalogue).find((asset) => asset.code === code)
}

export function methodOf(network: string, payer: Payer | null): PayoutMethod {
  if (network === '') return 'bank'
  if (!payer?.signing) return 'plain'
  return findNetworkFacts(network)?.family === 'evm' ? 'evm' : 'psbt'
}

/** At most one payment per address and asset: two in one transaction could not be told apart. The others wait for the next batch. */
export function pickForBatch(rows: readonly WithdrawalRow[], max: number): WithdrawalRow[] {
  const taken = new Set<string>()
  return rows
    .filter(({ target, memo, assetId }) => {
      const key = `${assetId} ${target} ${memo}`
      return !taken.has(key) && taken.add(key)
    })
    .slice(0, max)
}

/** Its transaction, as it becomes known; signed elsewhere. */
export const newSend = (row: WithdrawalRow, txId: string, sentAt: number) => ({
  ...{ withdrawalId: row.id, txId, network: row.network, assetId: row.assetId, raw: '', nonce: row.nonce, sentAt },
})
