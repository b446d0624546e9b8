// What a ledger entry moves among the places of a user's money: the wallets, deposits at auctions, works and token sales at their cost,
// and loans as a negative amount. Sums of these movements give every balance of the past.

import type { BillReason } from '../bill-reason'
import { WALLETS, type Wallet } from '../catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, negate } from '../money/amount'
import { periodStart } from '../quotes/period'

/** `works` and `sales` hold the paid amount in its asset, until the work is sold or the tokens are delivered. */
export const MONEY_PLACES = [...WALLETS, 'auctions', 'works', 'sales', 'debt'] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

export interface Movement {
  readonly place: MoneyPlace
  readonly assetId: number
  readonly reason: BillReason
  /** Signed. */
  readonly amount: Amount
}

/** An entry of the ledger with its bills. */
export interface PostedEntry {
  readonly reason: BillReason
  readonly ref: string
  readonly at: number
  readonly lines: readonly { readonly account: string; readonly assetId: number; readonly amount: Amount }[]
  readonly bills: readonly {
    readonly wallet: Wallet
    readonly assetId: number
    readonly reason: BillReason
    readonly value: Amount
  }[]
}

/** Movements of the wallets, deposits and loans. Bills have the reason of each line, and none for a hold. */
export function movementsOf({ reason, lines, bills }: PostedEntry): Movement[] {
  const ofWallets = bills.map(({ wallet, value, ...bill }) => ({ ...bill, place: wallet, amount: value }))
  const outside = lines.flatMap(({ account, assetId, amount }): Movement[] => {
    if (account === '@nft_margin') return [{ place: 'auctions', assetId, reason, amount }]
    const isDebt = account === '@house:loan' || account === '@house:loan_due'
    return isDebt ? [{ place: 'debt', assetId, reason, amount }] : []
  })
  return [...ofWallets, ...outside]
}

export const STEPS = ['instant', 'hour', 'day', 'month', 'all'] as const
/** Period length; `all` covers every entry, and `instant` is the millisecond of money from or to the outside. */
export type Step = (typeof STEPS)[number]

/** What a place received and gave in a period for one reason, as integer text. */
export type PeriodLine = readonly [
  place: MoneyPlace,
  assetId: number,
  reason: BillReason,
  received: string,
  given: string,
]

export interface Period {
  /** Start of the period. */
  readonly at: number
  readonly lines: readonly PeriodLine[]
}

const CANDLE_PERIODS = { hour: '60min', day: '1D', month: '1M' } as const

/** Start of the period with `at`, in UTC. */
export function stepStart(step: Step, at: number): number {
  if (step === 'instant') return at
  return step === 'all' ? 0 : periodStart(CANDLE_PERIODS[step], at)
}

/** Adds movements to the lines of a period. */
export function addMovements(lines: readonly PeriodLine[], movements: readonly Movement[]): PeriodLine[] {
  const sums = new Map<string, { line: PeriodLine; received: Amount; given: Amount }>()
  for (const line of lines) {
    const [place, assetId, reason, received, given] = line
    sums.set(`${place}/${assetId}/${reason}`, { line, received: decodeAmount(received), given: decodeAmount(given) })
  }
  for (const { place, assetId, reason, amount } of movements) {
    if (amount === 0n) continue
    const key = `${place}/${assetId}/${reason}`
    const sum = sums.get(key) ?? { line: [place, assetId, reason, '0', '0'] as const, received: ZERO, given: ZERO }
    if (amount > 0n) sum.received = add(sum.received, amount)
    else sum.given = add(sum.given, negate(amount))
    sums.set(key, sum)
  }
  return Array.from(sums.values(), ({ line: [place, assetId, reason], received, given }) => [
    ...([place, assetId, reason] as const),
    encodeAmount(received),
    encodeAmount(given),
  ])
}
