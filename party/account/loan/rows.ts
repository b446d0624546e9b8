// Rows of loans for clients, and lists of them from saved state, newest first.

import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import { HOUR_MS } from '#domain/time'
import { loan, loanEvent, loanHour } from '#db/account/loan'
import type { Page } from '#party/protocol/account-rows'
import type { LoanEventRow, LoanHourRow, LoanRow, ShownLoan } from '#party/protocol/loan'
import type { Paging } from '#party/lib/slice'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { readList, readPage } from '../listing'
import { type Loan, type LoanEvent, type Margin, owed } from './store'

export const toRow = (each: Loan): LoanRow => ({
  loanId: each.loanId,
  assetId: each.assetId,
  amount: encodeAmount(each.amount),
  terms: each.terms,
  state: each.state,
  openedAt: each.openedAt,
  dueAt: each.dueAt,
  principal: encodeAmount(each.principal),
  interest: encodeAmount(each.interest),
  late: encodeAmount(each.late),
  owed: encodeAmount(owed(each)),
  charged: encodeAmount(each.charged),
  repaid: encodeAmount(each.repaid),
  endedAt: each.endedAt,
})

/** The first loan of a blocked wallet represents it at the desk. */
export const shownOf = (each: Loan, { called, stuckAt }: Margin, isFirst: boolean): ShownLoan => ({
  loanId: each.loanId,
  revision: each.revision,
  state: each.state,
  owed: encodeAmount(owed(each)),
  called,
  stuckAt: isFirst ? stuckAt : null,
  openedAt: each.openedAt,
  dueAt: each.dueAt,
  endedAt: each.endedAt,
})

export function listLoans(
  store: Store,
  { isEnded, ...page }: Paging & { readonly isEnded: boolean | null },
): Page<LoanRow> {
  const conditions = isEnded === null ? [] : [{ text: isEnded ? "state <> 'running'" : "state = 'running'" }]
  const { rows, total } = readPage(store, { table: tableOf(loan), key: 'loan_id', conditions }, page)
  return { rows: rows.map(toRow), total }
}

const EVENTS = tableOf(loanEvent)
const EVENTS_MAX = 200

/** The newest first. */
export const listEvents = (store: Store, loanId: number): LoanEventRow[] =>
  EVENTS.rows(store, 'WHERE loan_id = ? ORDER BY id DESC LIMIT ?', loanId, EVENTS_MAX).map(toEventRow)

const toEventRow = ({ amount, ...event }: LoanEvent): LoanEventRow => ({ ...event, amount: encodeAmount(amount) })

const HOURS = tableOf(loanHour)
/** An hour is charged as it begins. */
const CHARGED_AT = `((SELECT opened_at FROM loan WHERE loan.loan_id = loan_hour.loan_id) + hour * ${HOUR_MS})`

export function listHours(
  store: Store,
  { loanId, ...part }: ListPart & { readonly loanId: number },
): Page<LoanHourRow> {
  const conditions = [{ text: 'loan_id = ?', value: loanId }]
  const { rows, total } = readList(store, { table: HOURS, key: 'hour', at: CHARGED_AT, conditions }, part)
  return {
    rows: rows.map(({ hour, amount, isLate, receiptId }) => ({
      hour,
      amount: encodeAmount(amount),
      isLate,
      receiptId,
    })),
    total,
  }
}
