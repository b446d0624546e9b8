// Withdrawals: states, value counted towards the daily limit (server/domain/verification.ts), and waiting time of new addresses.

import type { Asset, Network } from '../catalogue'
import { type Amount, ZERO, add, amount, formatTrimmed, maximum, parseAmount, subtract } from '../money/amount'
import { divideDown, divideUp } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import type { UsdtPrices } from '../portfolio/appraisal'
import { DAY_MS, MINUTE_MS } from '../time'

/**
 * States for the owner. approved: by two people. signing: in a batch whose transactions are being signed. sent: a transaction is known.
 * passed: that transaction is final. A cancelled withdrawal was refunded before a decision.
 */
export const WITHDRAWAL_STATES = ['review', 'approved', 'signing', 'sent', 'passed', 'failed', 'cancelled'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** Destination: an address on a network, or a card. */
export const WITHDRAWAL_KINDS = ['address', 'card', 'international'] as const
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number]

/** Longest remark of the owner. */
export const REMARK_LENGTH_MAX = 120

/** Decimals of the limit and of every value counted in it: satoshi. */
const BTC_SCALE = 8
const ONE_BTC = 10n ** BigInt(BTC_SCALE)

export const btcText = (satoshi: Amount): string => formatTrimmed({ scale: BTC_SCALE }, satoshi)

/** Value of an amount in satoshi by USDT prices, rounded up because it counts towards a limit; null while a price is unknown. */
export function valueInBtc(asset: Pick<Asset, 'code' | 'scale'>, units: Amount, prices: UsdtPrices): Amount | null {
  if (asset.code === 'BTC') return units
  const [price, btcPrice] = [prices.get(asset.code), prices.get('BTC')]
  if (price === undefined || btcPrice === undefined || btcPrice === 0n) return null
  return amount(divideUp(units * price * ONE_BTC, btcPrice * 10n ** BigInt(asset.scale)))
}

/** Largest amount of an asset worth at most `satoshi`; null while a price is unknown. */
export function unitsWorth(asset: Pick<Asset, 'code' | 'scale'>, satoshi: Amount, prices: UsdtPrices): Amount | null {
  if (asset.code === 'BTC') return satoshi
  const [price, btcPrice] = [prices.get(asset.code), prices.get('BTC')]
  if (price === undefined || btcPrice === undefined || price === 0n || btcPrice === 0n) return null
  return amount(divideDown(satoshi * btcPrice * 10n ** BigInt(asset.scale), price * ONE_BTC))
}

/** Waiting time of a new or changed address or card; with play money just long enough to be visible. */
export const newAddressDelayMs = (isDemo: boolean): number => (isDemo ? MINUTE_MS : DAY_MS)

export interface WithdrawalTerms {
  readonly fee: Amount
  readonly min: Amount
}

/** Terms of a network; for a card the highest of all the asset's networks. */
export function withdrawalTerms(asset: Pick<Asset, 'networks'>, network: Network | null): WithdrawalTerms {
  if (network) return { fee: network.withdrawalFee, min: network.withdrawalMin }
  const { networks } = asset
  return {
    fee: networks.map((row) => row.withdrawalFee).reduce(maximum, ZERO),
    min: networks.map((row) => row.withdrawalMin).reduce(maximum, ZERO),
  }
}

export type WithdrawalAmountRefusal =
  | 'amount_malformed'
  | 'amount_too_precise'
  | 'amount_too_large'
  | 'amount_not_positive'
  | 'withdrawal_below_min'

/** What leaves the wallet, fee included; at least the minimum. */
export function readWithdrawalAmount(
  asset: Pick<Asset, 'code' | 'scale'>,
  { min, fee }: WithdrawalTerms,
  text: string,
): Outcome<Amount, WithdrawalAmountRefusal> {
  const parsed = parseAmount(asset, text)
  if (!parsed.ok) return parsed
  if (parsed.value === 0n) return refuse('amount_not_positive')
  if (parsed.value < min || parsed.value <= fee)
    return refuse('withdrawal_below_min', { asset: asset.code, min: formatTrimmed(asset, min) })
  return done(parsed.value)
}

export const isAddressKind = (kind: WithdrawalKind): kind is 'address' => kind === 'address'

/** Currency in which a bank sends an asset; null for an asset that no bank sends. One dollar is one USDT or USDC. */
export const bankCurrency = (code: string): 'USD' | null => (code === 'USDT' || code === 'USDC' ? 'USD' : null)

/**
 * Fee of a withdrawal by the fee of its terms. A bank sends whole cents: a fraction of a cent that could not be sent is part of the fee. At
 * least `value` when nothing is left to send.
 */
export function withdrawalFee(
  asset: Pick<Asset, 'code' | 'scale'>,
  kind: WithdrawalKind,
  { value, fee }: { readonly value: Amount; readonly fee: Amount },
): Amount {
  if (isAddressKind(kind) || bankCurrency(asset.code) === null || value <= fee) return fee
  return add(fee, amount(subtract(value, fee) % 10n ** BigInt(Math.max(0, asset.scale - 2))))
}

/** The displayed fee, cut to the asset's decimals: further digits are below any fee difference. */
export function readShownFee(asset: Pick<Asset, 'scale'>, text: string): Outcome<Amount, 'withdrawal_fee_malformed'> {
  const [, whole, decimals = ''] = /^(\d{1,32})(?:\.(\d{1,32}))?$/.exec(text) ?? []
  if (whole === undefined) return refuse('withdrawal_fee_malformed')
  return done(amount(BigInt(whole + decimals.slice(0, asset.scale).padEnd(asset.scale, '0'))))
}
