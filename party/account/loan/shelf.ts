// Loans of the user: running ones in memory, all of them saved with the book, with the hours that were charged and what happened. It keeps
// facts; commands, hours and ticks decide what they are.

import { ZERO, total } from '#domain/money/amount'
import { type Debt, owedOf } from '#domain/loan/interest'
import { loan, loanEvent, loanHour, loanMargin } from '#db/account/loan'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof loan>
type Fixed = 'loanId' | 'assetId' | 'amount' | 'terms' | 'openedAt' | 'dueAt'
export type Loan = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>
export type LoanHour = RowOf<typeof loanHour>
export type LoanEvent = RowOf<typeof loanEvent>
export type Margin = RowOf<typeof loanMargin>

const LOANS = tableOf(loan)

/** What a reference of the ledger says of a loan. */
export const loanRef = (loanId: number): string => `loan:${loanId}`

export const isRunning = ({ state }: Loan): boolean => state === 'running'

export const debtOf = ({ principal, interest, late, carry }: Loan): Debt => ({
  principal,
  interest,
  late,
  carry: BigInt(carry),
})

export const owed = (each: Loan) => owedOf(debtOf(each))

export class LoanShelf {
  static readonly tables = [loan, loanHour, loanEvent, loanMargin] as const

  readonly #store: Store
  /** Those that run, and those that the directory has to hear of. */
  readonly #kept = new Map<number, Loan>()
  readonly #changed = new Map<number, Loan>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Loan>()
  #hours: LoanHour[] = []
  #events: LoanEvent[] = []
  #eventIdLast: number
  #isMarginChanged = false
  readonly margin: Margin

  constructor(store: Store) {
    this.#store = store
    this.#eventIdLast = tableOf(loanEvent).last(store, 'id')
    const kept = "WHERE state = 'running' OR told < revision ORDER BY loan_id"
    for (const row of LOANS.rows(store, kept)) this.#kept.set(row.loanId, row)
    this.margin = tableOf(loanMargin).first(store) ?? {
      id: 1,
      called: 0,
      sellingSince: null,
      cause: null,
      orderNo: null,
      retryAt: 0,
      actedAt: 0,
      marks: {},
      watched: [],
    }
  }

  /** Says that a loan is new or was changed, so that it is saved and told. */
  touch(each: Loan): void {
    this.#changed.set(each.loanId, each)
    if (isRunning(each) || each.told < each.revision) this.#kept.set(each.loanId, each)
    else {
      this.#kept.delete(each.loanId)
      this.#uncheckpointed.set(each.loanId, each)
    }
  }

  setMargin(changes: Partial<Margin>): void {
    Object.assign(this.margin, changes)
    this.#isMarginChanged = true
  }

  addHour(row: LoanHour): void {
    this.#hours.push(row)
  }

  addEvent(event: Omit<LoanEvent, 'id'>): void {
    this.#eventIdLast += 1
    this.#events.push({ id: this.#eventIdLast, ...event })
  }

  find(loanId: number): Loan | undefined {
    const known = this.#kept.get(loanId) ?? this.#uncheckpointed.get(loanId)
    return known ?? LOANS.first(this.#store, 'WHERE loan_id = ?', loanId)
  }

  /** In the order of their numbers. */
  running(): Loan[] {
    return [...this.#kept.values()].filter(isRunning).sort((left, right) => left.loanId - right.loanId)
  }

  untold(): Loan[] {
    return [...this.#kept.values()].filter(({ told, revision }) => told < revision)
  }

  owedIn(assetId: number) {
    const own = this.running().filter((each) => each.assetId === assetId)
    return own.length === 0 ? ZERO : total(own.map(owed))
  }

  get isMarginChanged(): boolean {
    return this.#isMarginChanged
  }

  changed(): readonly Loan[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const each of this.#changed.values()) log.put(loan, each)
    for (const row of this.#hours) log.add(loanHour, row)
    for (const row of this.#events) log.add(loanEvent, row)
    if (this.#isMarginChanged) log.put(loanMargin, this.margin)
    this.#changed.clear()
    this.#hours = []
    this.#events = []
    this.#isMarginChanged = false
  }

  /** The table holds everything that was saved: ended loans leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const each of this.#changed.values()) if (!isRunning(each)) this.#uncheckpointed.set(each.loanId, each)
  }
}
