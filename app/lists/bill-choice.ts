// Filter of bills or transfers, from URL and form. Pure; shared by server and page.

import { BILL_REASONS, type BalanceReason, changesBalance } from '#domain/bill-reason'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { DAY_MS, parseDay } from '#domain/time'
import type { BillRange } from '#services/bills'
import { idOf } from './query'
import { type Zone, dayStart } from '../visitor/zone'

/** Reasons of bills. Holds and releases change no balance and have no bill. */
export const BALANCE_REASONS: readonly BalanceReason[] = BILL_REASONS.filter(changesBalance)

/** Field values; empty means all. */
export interface BillChoice {
  readonly wallet: Wallet | ''
  /** An asset's id. */
  readonly asset: string
  readonly reason: BalanceReason | ''
  /** Days, "2026-11-21", both included. */
  readonly from: string
  readonly to: string
}

/** Filter from URL parameters; missing and unknown values are ignored. */
export function readBillChoice(search: URLSearchParams): BillChoice {
  const asset = search.get('asset') ?? ''
  return {
    wallet: WALLETS.find((name) => name === search.get('wallet')) ?? '',
    asset: idOf(asset) ? asset : '',
    reason: BALANCE_REASONS.find((name) => name === search.get('reason')) ?? '',
    from: readDay(search.get('from')),
    to: readDay(search.get('to')),
  }
}

export const readDay = (text: string | null): string => (parseDay(text) === undefined ? '' : (text ?? ''))

/** Query of a filter; the page number is dropped. */
export const choiceSearch = (choice: BillChoice): URLSearchParams =>
  new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''))

export const isNarrowed = (choice: BillChoice): boolean => Object.values(choice).some((value) => value !== '')

/** Filter as a service range; day boundaries in the reader's time zone. */
export const billRange = ({ wallet, asset, reason, ...days }: BillChoice, offset: Zone): BillRange => ({
  wallet: wallet || undefined,
  assetId: asset === '' ? undefined : Number(asset),
  reason: reason || undefined,
  ...dayRange(days, offset),
})

/** Days in the reader's time zone, both inclusive, as instants (`from` inclusive, `until` exclusive). */
export function dayRange(
  { from, to }: Pick<BillChoice, 'from' | 'to'>,
  zone: Zone,
): { readonly from: number | undefined; readonly until: number | undefined } {
  const [first, last] = [parseDay(from), parseDay(to)]
  return {
    from: first === undefined ? undefined : dayStart(first, zone),
    // `dayStart` handles days of 23 or 25 hours at clock changes.
    until: last === undefined ? undefined : dayStart(last + DAY_MS, zone),
  }
}
