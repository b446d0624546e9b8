// Receipt of a house seed with all its rounds, issued when the seed is revealed. Every roll and payout can be recomputed from it alone. It
// contains no personal data.

import { amount } from '../money/amount'
import type { Hashing } from '../hashing'
import { ROUNDS_PER_SEED_MAX, paidOf, rollOf, roundText } from './rules'

export const GAME_RULE = 'game-1'

interface GameReceiptRound {
  /** Round number of the seed, from 1. */
  readonly nonce: number
  readonly clientSeed: string
  readonly under: number
  readonly roll: number
  /** Integer text in the asset's smallest unit. */
  readonly stake: string
  readonly paid: string
  readonly at: number
}

export interface GameReceipt {
  readonly rule: typeof GAME_RULE
  /** Time of the reveal. */
  readonly at: number
  readonly asset: string
  readonly seed: string
  /** SHA-256 of the seed's text, shown from `committedAt` on. */
  readonly commitment: string
  readonly committedAt: number
  readonly rounds: readonly GameReceiptRound[]
}

/** Problems of a receipt, in English; empty when it is correct. */
export function checkGameReceipt(receipt: GameReceipt, { sha256, hmac }: Hashing): string[] {
  const { seed, commitment, committedAt, at, rounds } = receipt
  const problems: string[] = []
  if (sha256(seed) !== commitment) problems.push('the seed is not the one that was committed to')
  if (rounds.length === 0 || rounds.length > ROUNDS_PER_SEED_MAX) problems.push('the number of rounds is out of bounds')
  for (const [index, round] of rounds.entries()) {
    const { nonce, clientSeed, under, roll, stake, paid } = round
    if (nonce !== index + 1) problems.push(`round ${index + 1} has the number ${nonce}`)
    if (round.at < committedAt || round.at > at) problems.push(`round ${nonce} is not of the time of its seed`)
    const expected = rollOf(hmac(seed, roundText(clientSeed, nonce)))
    if (roll !== expected) problems.push(`round ${nonce} rolled ${roll} and should have rolled ${expected}`)
    const shouldPay = paidOf({ stake: amount(BigInt(stake)), under, roll: expected }).toString()
    if (paid !== shouldPay) problems.push(`round ${nonce} paid ${paid} and should have paid ${shouldPay}`)
  }
  return problems
}
