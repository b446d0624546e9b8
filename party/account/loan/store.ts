// Store of the user's loans: running ones in memory, all saved with the account, with charged hours and events. It stores state only;
// commands, hours and ticks change it.

import { ZERO, total } from '#domain/money/amount'
import { type Debt, HOURS_A_DAY, owedOf } from '#domain/loan/interest'
import { loan, loanEvent, loanHour, loanMargin } from '#db/account/loan'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof loan>
type Fixed = 'loanId' | 'assetId' | 'amount' | 'terms' | 'openedAt' | 'dueAt'
export type Loan = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>
export type LoanHour = RowOf<typeof loanHour>
export type LoanEvent = RowOf<typeof loanEvent>
export type Margin = RowOf<typeof loanMargin>

const HOURS = tableOf(loanHour)

/** Ledger reference of a loan. */
export const loanRef = (loanId: number): string => `loan:${loanId}`

export const isRunning = ({ state }: Loan): boolean => state === 'running'

/** The directory is missing its last change. */
const isUnreported = ({ told, revision }: Loan): boolean => told < revision

export const debtOf = ({ principal, interest, late, carry }: Loan): Debt => ({
  principal,
  interest,
  late,
  carry: BigInt(carry),
})

export const owed = (each: Loan) => owedOf(debtOf(each))

export class LoanStore extends CachedRows<typeof loan, Loan> {
  static readonly tables = [loan, loanHour, loanEvent, loanMargin] as const
  /** Saved and unsaved hours of the running day, by loan. */
  readonly #daysHours = new Map<number, LoanHour[]>()
  readonly #hours = new Set<LoanHour>()
  #events: LoanEvent[] = []
  #eventIdLast: number
  #isMarginChanged = false
  readonly margin: Margin

  constructor(store: Store) {
    const cached = "WHERE state = 'running' OR told < revision ORDER BY loan_id"
    super(store, { schema: loan, number: 'loanId', cached, isCached: (each) => isRunning(each) || isUnreported(each) })
    this.#eventIdLast = tableOf(loanEvent).last(store, 'id')
    for (const { loanId, hoursCharged } of this.running()) {
      const first = hoursCharged - (hoursCharged % HOURS_A_DAY)
      this.#daysHours.set(loanId, HOURS.rows(store, 'WHERE loan_id = ? AND hour >= ? ORDER BY hour', loanId, first))
    }
    this.margin = tableOf(loanMargin).first(store) ?? {
      id: 1,
      called: 0,
      sellingSince: null,
      cause: null,
      orderNo: null,
      retryAt: 0,
      silentSince: null,
      stuckAt: null,
      delisted: {},
      skipped: {},
      actedAt: 0,
      changedAt: 0,
      marks: {},
      watched: [],
    }
  }

  setMargin(changes: Partial<Margin>): void {
    Object.assign(this.margin, changes)
    this.#isMarginChanged = true
  }

  addHour(row: Omit<LoanHour, 'receiptId'>): void {
    const hour = { ...row, receiptId: null }
    this.#hours.add(hour)
    this.#daysHours.set(row.loanId, [...this.hoursOfDay(row.loanId), hour])
  }

  /** Hours of a loan's day that no receipt covers yet, oldest first. */
  hoursOfDay(loanId: number): readonly LoanHour[] {
    return this.#daysHours.get(loanId) ?? []
  }

  /** Ends a loan's day: its last hour names the receipt. */
  proveDay(loanId: number, receiptId: string): void {
    const last = this.hoursOfDay(loanId).at(-1)
    if (last) this.#hours.add(Object.assign(last, { receiptId }))
    this.#daysHours.delete(loanId)
  }

  addEvent(event: Omit<LoanEvent, 'id'>): void {
    this.#eventIdLast += 1
    this.#events.push({ id: this.#eventIdLast, ...event })
  }

  /** In order of number. */
  running(): Loan[] {
    return this.live()
      .filter(isRunning)
      .sort((left, right) => left.loanId - right.loanId)
  }

  unreported(): Loan[] {
    return this.live().filter(isUnreported)
  }

  owedIn(assetId: number) {
    const own = this.running().filter((each) => each.assetId === assetId)
    return own.length === 0 ? ZERO : total(own.map(owed))
  }

  get isMarginChanged(): boolean {
    return this.#isMarginChanged
  }

  override save(log: TurnLog): void {
    super.save(log)
    for (const row of this.#hours) log.put(loanHour, row)
    for (const row of this.#events) log.add(loanEvent, row)
    if (this.#isMarginChanged) log.put(loanMargin, this.margin)
    this.#hours.clear()
    this.#events = []
    this.#isMarginChanged = false
  }
}
