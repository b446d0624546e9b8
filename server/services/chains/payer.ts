// Interface between payouts and the adapters that prepare, send and find outgoing transactions.

import type { PayoutSight } from '#domain/funds/payout'
import type { Outcome } from '#domain/outcome'

/** One withdrawal as its chain sees it. */
export interface Payment {
  readonly withdrawalId: number
  readonly assetCode: string
  /** Amount due at the destination, in 10^-scale of the asset. */
  readonly due: bigint
  readonly scale: number
  readonly target: string
  readonly memo: string
  /** Reserved on an EVM network. */
  readonly nonce: number | null
}

interface Prepared {
  /** To be signed, and stored as JSON. */
  readonly document: unknown
  /** Reserved nonces by withdrawal. */
  readonly nonces: ReadonlyMap<number, number>
  /** Withdrawals that cannot be paid; the document omits them. */
  readonly refused: readonly number[]
}

export interface Signed {
  readonly withdrawalId: number
  readonly txId: string
  /** Hexadecimal, as the node takes it. */
  readonly raw: string
  readonly nonce: number | null
}

export interface Sent {
  readonly txId: string
  readonly nonce: number | null
  /** Signed, in hexadecimal; empty where it was sent elsewhere. */
  readonly raw: string
}

export interface Payer {
  /** The transaction as far as it concerns this payment. `paid` counts money of our own source only. */
  look(payment: Payment, sent: Sent): Promise<PayoutSight>
  /** Can tell that a transfer came from our source. */
  readonly knowsSource: boolean
  readonly signing: Signing | null
  /** Spendable money at the source by asset code, in 10^-decimals. */
  float(): Promise<readonly { readonly assetCode: string; readonly units: bigint; readonly decimals: number }[]>
}

export interface Signing {
  /** Unsigned transactions. Prepared again, they exclude the earlier ones: same nonces, same inputs. */
  prepare(payments: readonly Payment[], earlier: unknown): Promise<Prepared>
  /** Reads signed transactions; refused unless each pays its withdrawal exactly. */
  read(payments: readonly Payment[], text: string): Promise<Outcome<readonly Signed[], SignedRefusal>>
  send(raw: string): Promise<void>
}

/**
 * payout_signed_malformed: unreadable. payout_signed_foreign: it pays something else, or from elsewhere. payout_fee_too_high: it offers more
 * than ten times the fee that the network asks now.
 */
export type SignedRefusal = 'payout_signed_malformed' | 'payout_signed_foreign' | 'payout_fee_too_high'

/** Units of the chain, rounded down: a chain with fewer decimals than the asset cannot pay the rest. */
export const chainUnits = ({ due, scale }: Pick<Payment, 'due' | 'scale'>, decimals: number): bigint =>
  decimals >= scale ? due * 10n ** BigInt(decimals - scale) : due / 10n ** BigInt(scale - decimals)

/** Units of the asset, rounded down. */
export const assetUnits = ({ scale }: Pick<Payment, 'scale'>, units: bigint, decimals: number): bigint =>
  chainUnits({ due: units, scale: decimals }, scale)
