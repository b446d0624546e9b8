// Withdrawal form as a pure model: amount received, maximum and problems. The service decides.

import type { Asset } from '#domain/catalogue'
import {
  type WithdrawalKind,
  type WithdrawalTerms,
  readWithdrawalAmount,
  withdrawalFee,
} from '#domain/funds/withdrawal'
import type { Language } from '#domain/language'
import { type Amount, ZERO, amount, minimum, parseAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { divideDown } from '#domain/money/rounding'
import type { Refusal } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

export interface WithdrawalFacts {
  readonly language: Language
  readonly asset: Pick<Asset, 'code' | 'scale'>
  readonly kind: WithdrawalKind
  readonly terms: WithdrawalTerms
  readonly available: Amount
  /** Remaining daily cap in the asset; null without a price. */
  readonly room: Amount | null
  /** Used and total cap in BTC, as in the refusal. */
  readonly cap: { readonly used: string; readonly all: string }
}

export interface WithdrawalReading {
  /** Amount leaving the wallet; zero for unreadable input. */
  readonly amount: Amount
  readonly fee: Amount
  readonly arrival: Amount
  readonly refusal: Refusal | null
}

export function readWithdrawal(facts: WithdrawalFacts, text: string): WithdrawalReading {
  const plain = plainDecimal(text, facts.language)
  const typed = parseAmount(facts.asset, plain)
  const value = typed.ok ? typed.value : ZERO
  const fee = withdrawalFee(facts.asset, facts.kind, { value, fee: facts.terms.fee })
  return {
    ...{ amount: value, fee },
    arrival: value > fee ? subtract(value, fee) : ZERO,
    refusal: whyNot(facts, plain),
  }
}

function whyNot({ asset, terms, available, room, cap }: WithdrawalFacts, plain: string): Refusal | null {
  if (plain === '') return { code: 'amount_not_positive', facts: {} }
  const read = readWithdrawalAmount(asset, terms, plain)
  if (!read.ok) return read.refusal
  const covered = checkAvailable(asset, { available, needed: read.value })
  if (!covered.ok) return covered.refusal
  if (room !== null && read.value > room)
    return { code: 'withdrawal_above_cap', facts: { cap: cap.all, used: cap.used } }
  return null
}

/** Percent of the cap kept free by "Max": the cap is in BTC, and the BTC price may move before submission. */
const KEPT_FREE = 1n

/** Amount for the "Max" button: available balance, limited by the remaining cap. */
export function mostToWithdraw({
  asset,
  available,
  room,
}: Pick<WithdrawalFacts, 'asset' | 'available' | 'room'>): Amount {
  if (room === null) return available
  const safe = asset.code === 'BTC' ? room : amount(divideDown(room * (100n - KEPT_FREE), 100n))
  return minimum(available, safe)
}
