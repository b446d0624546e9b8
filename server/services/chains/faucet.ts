// Faucet of the simulated chain: sends worthless coins to demonstrate deposits. Exists only there.

import { listNewestSimulated, orphanSimulatedTransfer } from '#db/platform/chain'
import { findAsset } from '#domain/catalogue'
import { formatTrimmed, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '../catalogue'
import { checkAddress } from './address'
import { sendSimulated, simulatedHeight } from './simulated'
import { isChainSimulated } from './networks'

const ROWS = 20

export const isFaucetOpen = (env: Env): boolean => isChainSimulated(env)

export interface FaucetForm {
  readonly assetId: number
  readonly network: string
  /** Decimal text. */
  readonly amount: string
  readonly address: string
  readonly memo: string
}

export async function sendFromFaucet(env: Env, form: FaucetForm, now: number): Promise<Outcome<{ txId: string }>> {
  if (!isFaucetOpen(env)) return refuse('network_not_found')
  const asset = findAsset(await loadCatalogue(env), form.assetId)
  if (!asset) return refuse('asset_not_found')
  if (!asset.networks.some(({ name }) => name === form.network)) return refuse('network_not_found')
  const address = checkAddress(form.network, form.address)
  if (!address.ok) return address
  const value = parseAmount(asset, form.amount)
  if (!value.ok) return value
  if (value.value === 0n) return refuse('amount_not_positive')
  const { network, memo } = form
  const payment = { network, memo, assetCode: asset.code, amount: value.value, address: address.value }
  return done({ txId: await sendSimulated(env, payment, now) })
}

/** Replaces the block by one without the transfer, simulating a reorg. */
export async function forgetBlock(env: Env, txId: string): Promise<void> {
  if (isFaucetOpen(env)) await orphanSimulatedTransfer(env.DB, txId)
}

export interface SentTransfer {
  readonly txId: string
  readonly network: string
  readonly code: string
  readonly amount: string
  readonly address: string
  readonly at: number
  /** 0 while no block contains the transfer. */
  readonly confirmations: number
  readonly isReplaced: boolean
}

/** Newest first. */
export async function listSent(env: Env, now: number): Promise<readonly SentTransfer[]> {
  const [{ assets }, rows] = await Promise.all([loadCatalogue(env), listNewestSimulated(env.DB, ROWS)])
  const tip = simulatedHeight(now)
  return rows.map((row) => {
    const asset = assets.find(({ code }) => code === row.assetCode)
    return {
      txId: row.txId,
      network: row.network,
      code: row.assetCode,
      amount: asset ? formatTrimmed(asset, row.amount) : '',
      address: row.address,
      at: row.createdAt,
      confirmations: row.isOrphaned ? 0 : Math.max(0, tip - row.height + 1),
      isReplaced: row.isOrphaned,
    }
  })
}
