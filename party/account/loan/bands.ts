// Wake-up bands at the Watch of every symbol that values the margin wallet or its debts, and the timer of the account's loans.

import { CALL_RESET_RATE, bandsOf, nextBelow } from '#domain/loan/risk'
import { GRACE_MS } from '#domain/loan/liquidation'
import { ZERO } from '#domain/money/amount'
import { LOAN_WALLET } from '#domain/loan/terms'
import type { Turn } from '../feature'
import { type Loans, FEATURE_NAME, decidedFrom, linesAt, noteChange } from './state'
import { nextHourAt } from './hours'

const NO_STAKE = { long: ZERO, short: ZERO }

/** Runs at the end of every turn: any change of the wallet moves the bands. */
export function settle(loans: Loans, { now }: Turn): void {
  const { store, account } = loans
  const isQuiet = store.running().length === 0 && store.margin.watched.length === 0 && !loans.isStale
  if (isQuiet) return
  const isMoved = account.ledger.changedBalances().some(({ wallet }) => wallet === LOAN_WALLET)
  if (!loans.isStale && !isMoved) return
  if (isMoved) noteChange(loans, now)
  setBands(loans)
  setTimer(loans, now)
  loans.isStale = false
}

function setBands(loans: Loans): void {
  const { store, account } = loans
  const { margin } = store
  const isLive = store.running().length > 0 || margin.sellingSince !== null
  const symbols = isLive ? symbolsOf(loans) : []
  const lines = isLive ? linesAt(loans, { at: margin.actedAt, priceOf: (symbol) => margin.marks[symbol] }) : []
  const called = margin.called
  const bands =
    lines && margin.sellingSince === null
      ? bandsOf(lines, { fall: nextBelow(called), rise: called === 0 ? null : CALL_RESET_RATE })
      : null
  const seizeAt = Math.min(...store.running().map(({ dueAt }) => dueAt + GRACE_MS))
  for (const symbol of symbols) {
    const edges = bands?.get(symbol) ?? { low: null, high: null }
    // While a price is missing, a bound is passed or a sale runs, the next tick of any price wakes the account.
    const from = decidedFrom(loans)
    const soon = Math.max(from, margin.sellingSince === null ? 0 : margin.retryAt)
    const isAwaited = Number.isFinite(seizeAt) && seizeAt > margin.actedAt
    const next = bands === null ? soon : isAwaited ? Math.max(seizeAt, from) : null
    account.watches.set(FEATURE_NAME, symbol, { ...edges, next }, NO_STAKE)
  }
  for (const symbol of margin.watched)
    if (!symbols.includes(symbol))
      account.watches.set(FEATURE_NAME, symbol, { low: null, high: null, next: null }, NO_STAKE)
  if (symbols.join() !== margin.watched.join()) store.setMargin({ watched: symbols })
}

/** Symbols of assets in the wallet or owed. A wallet of USDT with a USDT debt still needs ticks as a clock: it takes any symbol. */
function symbolsOf({ store, account }: Loans): readonly string[] {
  const counted = new Set([
    ...account.ledger
      .balances()
      .filter(({ wallet, available, held }) => wallet === LOAN_WALLET && (available !== '0' || held !== '0'))
      .map(({ assetId }) => assetId),
    ...store.running().map(({ assetId }) => assetId),
  ])
  const dollars = account.catalogue.pairs.filter(({ quote }) => quote.code === 'USDT')
  const valued = dollars.filter(({ base }) => counted.has(base.id)).map(({ symbol }) => symbol)
  return valued.length > 0 ? valued : dollars.slice(0, 1).map(({ symbol }) => symbol)
}

/** Timer for the next hour; immediate while the directory misses a change. */
function setTimer(loans: Loans, now: number): void {
  const { store, account } = loans
  const hours = store.running().map(nextHourAt)
  const next = Math.min(...hours, ...(store.unreported().length > 0 ? [Math.max(now, loans.notifyAfter)] : []))
  if (Number.isFinite(next)) account.timers.set(FEATURE_NAME, next)
  else account.timers.clear(FEATURE_NAME)
}
