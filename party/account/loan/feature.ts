// Loans: an approved loan is credited to the margin wallet, costs interest per hour, and can be repaid at any time. The wallet is the
// collateral: its Watches wake this account when its value falls, and below the liquidation rate its assets are sold to repay.

import { tableOf } from '#party/lib/table'
import { loan as loanTable } from '#db/account/loan'
import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { OPENING_RATE, ORDER_FLOOR_RATE, isBelow, riskOf, spareOf, withLoan, worthAt } from '#domain/loan/risk'
import { dueAt } from '#domain/loan/interest'
import { LOAN_WALLET, type StoredLoanTerms } from '#domain/loan/terms'
import { ZERO, decodeAmount, encodeAmount, formatTrimmed, formatUnits, trimZeros } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { MarginStatus } from '#party/protocol/loan'
import type { AccountState } from '../state'
import { type PreparedCall, type Turn, command, feature, query, system } from '../feature'
import { listPart, nothing, paging, positive } from '../fields'
import { move } from '../ledger'
import type { Outflow, OutflowRefusal } from '../outflow'
import { onTick, askPeople } from './liquidate'
import { settle } from './bands'
import { HOUSE, type Loans, FEATURE_NAME, change, linesAt, marginBalances, pricesOf } from './state'
import { advance, notifyLoan } from './hours'
import { repayLoan } from './repaying'
import { listEvents, listHours, listLoans, shownOf, toRow } from './rows'
import { type Loan, LoanStore, loanRef } from './store'
import { verifyLoans } from './verify'

const TRY_AGAIN_MS = 10_000

interface Credit {
  readonly loanId: number
  readonly assetId: number
  readonly amount: string
  readonly terms: StoredLoanTerms
  readonly prices: Outflow['prices']
  /** Largest total debt including this loan, in USDT (VALUE_SCALE). */
  readonly most: string
}

/** Of one answer. */
const LIMIT_MAX = 100

export const loan = feature({
  name: FEATURE_NAME,
  tables: LoanStore.tables,
  open: (account: AccountState): Loans => ({
    account,
    store: new LoanStore(account.store),
    isStale: false,
    notifyAfter: 0,
  }),
  provides: {
    loans: (loans: Loans) => ({ checkUse: () => checkUse(loans), checkOrder: () => checkOrder(loans) }),
  },
  unfinished: ({ account }: Loans) => ({ loans: tableOf(loanTable).count(account.store, "WHERE state = 'running'") }),
  commands: {
    repay_loan: command({
      input: v.strictObject({
        loanId: positive,
        /** Null: the whole debt. */
        amount: v.nullable(v.pipe(v.string(), v.regex(/^[1-9]\d{0,36}$/))),
      }),
      commit: 'log',
      run: repayLoan,
    }),
  },
  queries: {
    /** Running loans and the margin wallet behind them. */
    margin_standing: query({
      input: nothing,
      run: (loans: Loans) => done(marginStatusOf(loans)),
    }),
    loan: query({
      input: v.strictObject({ loanId: positive }),
      run: ({ store, account }: Loans, { loanId }) => {
        const found = store.find(loanId)
        return found
          ? done({ loan: toRow(found), events: listEvents(account.store, loanId) })
          : refuse('loan_not_found')
      },
    }),
    loans: query({
      input: v.strictObject({ isEnded: v.nullable(v.boolean()), ...paging }),
      run: ({ account }: Loans, input) => done(listLoans(account.store, input)),
    }),
    /** Running and ended loans by number; unknown numbers are omitted. */
    loans_named: query({
      input: v.strictObject({ loanIds: v.pipe(v.array(positive), v.maxLength(LIMIT_MAX)) }),
      run: ({ store }: Loans, { loanIds }) => done(loanIds.flatMap((loanId) => store.find(loanId) ?? []).map(toRow)),
    }),
    loan_hours: query({
      input: v.strictObject({ loanId: positive, ...listPart }),
      run: ({ account }: Loans, input) => done(listHours(account.store, input)),
    }),
  },
  system: {
    credit_loan: system({
      commit: 'tables',
      run: (loans: Loans, credit: Credit, { now }) => creditLoan(loans, credit, now),
    }),
    /** For the desk, and for limits of a new loan request. */
    inspect_loans: system({
      commit: 'read',
      run: (loans: Loans, page: { readonly page: number; readonly limit: number }) => ({
        standing: marginStatusOf(loans),
        loans: listLoans(loans.account.store, { isEnded: null, ...page }),
      }),
    }),
  },
  timers: {
    loan: {
      run: (loans: Loans, _due, { now }) => {
        advance(loans, now)
        askPeople(loans, now)
        Object.assign(loans, { isStale: true, tellAfter: now + TRY_AGAIN_MS })
      },
      errand: { prepare: reportLoans },
    },
  },
  onWake: onTick,
  ending: settle,
  checkOutflow,
  changes: ({ store }: Loans) =>
    store.changed().length > 0 || store.isMarginChanged
      ? {
          loans: store.changed().map(toRow),
          called: store.margin.called,
          sellingSince: store.margin.sellingSince,
        }
      : null,
  snapshot: ({ store }: Loans) => ({
    loans: store.running().map(toRow),
    called: store.margin.called,
    sellingSince: store.margin.sellingSince,
  }),
  save: ({ store }: Loans, log) => store.save(log),
  checkpointed: ({ store }: Loans) => store.checkpointed(),
  verify: verifyLoans,
})

const marginStatusOf = (loans: Loans): MarginStatus => ({
  loans: loans.store.running().map(toRow),
  balances: marginBalances(loans),
  called: loans.store.margin.called,
  sellingSince: loans.store.margin.sellingSince,
})

/**
 * Credits a loan once. `above`: the total debt would exceed the terms, whichever request came first. `short`: including the loan, the
 * wallet's rate would be below the opening rate, so it isn't credited.
 */
function creditLoan(loans: Loans, credit: Credit, now: number): 'credited' | 'short' | 'above' {
  const { loanId, assetId, terms } = credit
  if (loans.store.find(loanId)) return 'credited'
  const value = decodeAmount(credit.amount)
  advance(loans, now)
  const lines = linesAt(loans, { at: now, priceOf: pricesOf(credit.prices) }, [assetId])
  if (!lines) throw new Error('the index prices that the margin wallet is valued by are not known')
  const risk = riskOf(withLoan(lines, assetId, value))
  if (worthAt(risk.debt, VALUE_SCALE) > decodeAmount(credit.most)) return 'above'
  const isShort = isBelow(risk, OPENING_RATE)
  if (isShort || loans.store.margin.sellingSince !== null) return 'short'
  const moved = move(assetId, value, HOUSE, `${LOAN_WALLET}:available`)
  loans.account.ledger.post({ reason: 'loan_credit', ref: loanRef(loanId), lines: moved }, now)
  const opened: Loan = {
    loanId,
    assetId,
    amount: value,
    terms,
    state: 'running',
    openedAt: now,
    dueAt: dueAt({ openedAt: now, days: terms.days }),
    principal: value,
    interest: ZERO,
    late: ZERO,
    carry: '0',
    hoursCharged: 0,
    charged: ZERO,
    repaid: ZERO,
    endedAt: null,
    revision: 0,
    told: 0,
  }
  loans.store.addEvent({ loanId, kind: 'credited', amount: value, receiptId: null, at: now })
  change(loans, opened, {})
  // The first hour has begun.
  advance(loans, now)
  const marks = Object.fromEntries(credit.prices.map(({ symbol, priceSteps }) => [symbol, priceSteps]))
  loans.store.setMargin({ marks })
  notifyLoan(loans, opened, 'loan_credited', now)
  return 'credited'
}

function reportLoans(loans: Loans, _turn: Turn): PreparedCall<Loans> | null {
  const [first] = loans.store.running()
  const reported = loans.store.unreported().map((each) => shownOf(each, loans.store.margin, each === first))
  if (reported.length === 0) return null
  return {
    call: (remotes) => remotes.reportLoans(reported),
    done: (state) => {
      for (const { loanId, revision } of reported) {
        const each = state.store.find(loanId)
        if (each && each.told < revision) state.store.touch(Object.assign(each, { told: revision }))
      }
      Object.assign(state, { isStale: true, tellAfter: 0 })
    },
  }
}

const checkUse = ({ store }: Loans): Outcome<null, 'loan_liquidating'> =>
  store.margin.sellingSince === null ? done(null) : refuse('loan_liquidating')

/**
 * Checked at the prices of the last processed tick: while current prices stay inside the bands, no bound was passed since. Otherwise,
 * between two ticks, orders could move the wallet's value to another account.
 */
function checkOrder(loans: Loans): Outcome<null, 'loan_liquidating' | 'loan_rate_low' | 'no_reference_price'> {
  const usable = checkUse(loans)
  if (!usable.ok || loans.store.running().length === 0) return usable
  const { actedAt: at, marks } = loans.store.margin
  const lines = linesAt(loans, { at, priceOf: (symbol) => marks[symbol] })
  if (!lines) return refuse('no_reference_price')
  return isBelow(riskOf(lines), ORDER_FLOOR_RATE)
    ? refuse('loan_rate_low', { bound: trimZeros(formatUnits(ORDER_FLOOR_RATE, 2)) })
    : usable
}

/** The remaining wallet must cover the debts; without current prices no payout is allowed while a loan runs. */
function checkOutflow(
  loans: Loans,
  { wallet, assetId, amount, prices }: Outflow,
  { now }: Turn,
): Outcome<null, OutflowRefusal> {
  if (wallet !== LOAN_WALLET || loans.store.running().length === 0) return done(null)
  advance(loans, now)
  const lines = linesAt(loans, { at: now, priceOf: pricesOf(prices) })
  const isSelling = loans.store.margin.sellingSince !== null
  const spare = lines && !isSelling ? spareOf(lines, assetId) : ZERO
  if (amount <= spare) return done(null)
  const asset = findAsset(loans.account.catalogue, assetId)
  return refuse('loan_margin_needed', {
    available: asset ? formatTrimmed(asset, spare) : encodeAmount(spare),
    asset: asset?.code ?? '',
  })
}
