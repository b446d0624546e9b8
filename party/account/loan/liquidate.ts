// Margin wallet actions at a wake-up tick: margin calls as the risk rate falls, and below the liquidation rate one sale per tick until the
// wallet reaches the target rate. All prices are of the wake-up round. A round older than the last processed one, or than wallet and debts, is
// ignored.

import { findPair } from '#domain/catalogue'
import {
  type Delisted,
  SILENT_MS,
  STUCK_MS,
  type Step,
  mustLiquidate,
  isCausedByDelisting,
  planStep,
  salePairOf,
  skipAfter,
} from '#domain/loan/liquidation'
import { callReceipt } from '#domain/loan/call-receipt'
import { makeReceipt } from '#domain/loan/receipt'
import { type MarginLine, CALL_RESET_RATE, marginCallAt, isBelow, riskOf, riskRate } from '#domain/loan/risk'
import { LOAN_WALLET } from '#domain/loan/terms'
import { ZERO, encodeAmount, formatUnits } from '#domain/money/amount'
import { parseSteps } from '#domain/quotes/steps'
import type { PriceRound, WakeMessage } from '#party/protocol/watch'
import type { Turn } from '../feature'
import { type Loans, change, decidedFrom, linesAt, marginBalances } from './state'
import { advance } from './hours'
import { bringBackIn } from './repaying'

export function onTick(loans: Loans, { symbol, round }: WakeMessage, { now }: Turn): void {
  const { store, account } = loans
  loans.isStale = true
  const tick = round.ticks.find((each) => each.symbol === symbol)
  if (!tick || tick.at !== round.at || round.at < decidedFrom(loans)) return
  const marks: Record<string, number> = {}
  for (const { symbol: of, price } of round.ticks) {
    const pair = findPair(account.catalogue, of)
    const priceSteps = pair ? parseSteps(price, pair.priceDecimals) : null
    if (priceSteps !== null) marks[of] = priceSteps
  }
  advance(loans, round.at)
  noteDelisted(loans, round.at)
  const silent = silentIn(loans, marks, round.at)
  const all = linesAt(loans, { at: round.at, priceOf: (of) => marks[of] ?? (silent.has(of) ? 0 : undefined) })
  const lines = all?.filter(({ symbol }) => symbol === null || !silent.has(symbol))
  // Waits for a round with prices of all relevant assets; `silentIn` gives the irrelevant ones.
  if (!lines) {
    if (store.margin.silentSince === null) store.setMargin({ silentSince: round.at })
    askPeople(loans, round.at)
    return
  }
  const counted = lines.flatMap((line) => (line.symbol === null ? [] : [[line.symbol, line.priceSteps] as const]))
  const silentSince = silent.size === 0 ? null : store.margin.silentSince
  store.setMargin({ actedAt: round.at, marks: Object.fromEntries(counted), silentSince })
  if (store.running().length === 0 && store.margin.sellingSince === null) return
  follow(loans, lines, { round, now })
  const { delisted } = store.margin
  if (
    store.margin.sellingSince === null &&
    mustLiquidate(lines) &&
    !isCausedByDelisting(lines, { delisted, at: round.at })
  )
    begin(loans, lines, round.at)
  if (store.margin.sellingSince !== null) continueLiquidation(loans, lines, { round, now, isWhole: silent.size === 0 })
  askPeople(loans, round.at)
}

/** Delisted assets in the wallet keep their last price for a day. */
function noteDelisted(loans: Loans, at: number): void {
  const { store, account } = loans
  const { pairs, unlistedPairs = [] } = account.catalogue
  const { delisted: before, marks } = store.margin
  const delisted: Record<string, Delisted> = {}
  for (const { assetId } of marginBalances(loans)) {
    if (pairs.some(({ base, quote }) => base.id === assetId && quote.code === 'USDT')) continue
    const pair = unlistedPairs.find(({ base, quote }) => base.id === assetId && quote.code === 'USDT')
    const priceSteps = pair && marks[pair.symbol]
    const gone = before[assetId] ?? (pair && priceSteps && { since: at, priceSteps, priceDecimals: pair.priceDecimals })
    if (gone) delisted[assetId] = gone
  }
  const isSame = Object.keys(delisted).join() === Object.keys(before).join()
  if (!isSame) store.setMargin({ delisted })
}

/** A sale without proceeds, or a wallet without prices, is reported to the desk after STUCK_MS. */
export function askPeople(loans: Loans, at: number): void {
  const { store } = loans
  const { silentSince, sellingSince, stuckAt } = store.margin
  const [first] = store.running()
  const isStuck = first && [silentSince, sellingSince].some((since) => since !== null && at - since >= STUCK_MS)
  if (!isStuck) {
    if (stuckAt !== null) store.setMargin({ stuckAt: null })
  } else if (stuckAt === null) {
    store.setMargin({ stuckAt: at })
    change(loans, first, {})
  }
}

/**
 * Symbols without a price in this round, if their last value is at most a hundredth of the debt or prices are missing for SILENT_MS: such
 * assets count as zero until a price arrives. An unquoted asset can't block a liquidation.
 */
function silentIn(loans: Loans, marks: Readonly<Record<string, number>>, at: number): ReadonlySet<string> {
  const last = loans.store.margin.marks
  const lines = linesAt(loans, { at, priceOf: (of) => marks[of] ?? last[of] ?? 0 }) ?? []
  const silent = lines.filter(({ symbol, owes }) => symbol !== null && marks[symbol] === undefined && owes === 0n)
  const isLittle = riskOf(silent).worth * 100n <= riskOf(lines).debt
  const { silentSince } = loans.store.margin
  const isOld = silentSince !== null && at - silentSince >= SILENT_MS
  return new Set(isLittle || isOld ? silent.flatMap(({ symbol }) => symbol ?? []) : [])
}

/** Each margin call is sent once on the way down, and again after the wallet has recovered. */
function follow(
  loans: Loans,
  lines: readonly MarginLine[],
  { round, now }: Pick<LiquidationContext, 'round' | 'now'>,
): void {
  const { at, ticks } = round
  const { margin } = loans.store
  const risk = riskOf(lines)
  const reached = marginCallAt(risk)
  const isRecovered = margin.called !== 0 && !isBelow(risk, CALL_RESET_RATE)
  if (reached !== 0 && (margin.called === 0 || reached < margin.called)) {
    loans.store.setMargin({ called: reached })
    const receiptId = loans.account.capabilities.receipts.issue(callReceipt({ at, ticks, lines, bound: reached }), now)
    for (const { loanId } of loans.store.running())
      loans.store.addEvent({ loanId, kind: 'called', amount: ZERO, receiptId, at })
    notifyMargin(loans, 'loan_called', { rate: rateText(lines), bound: formatUnits(BigInt(reached), 2) }, at)
  } else if (isRecovered) loans.store.setMargin({ called: 0 })
  else return
  for (const each of loans.store.running()) loans.store.touch(Object.assign(each, { revision: each.revision + 1 }))
}

const rateText = (lines: readonly MarginLine[]): string => formatUnits(riskRate(riskOf(lines)) ?? 0n, 2)

/** Cancels the owner's open orders on the wallet: the whole wallet is collateral of the debts. */
function begin(loans: Loans, lines: readonly MarginLine[], at: number): void {
  const cause = lines.some(({ overdue }) => overdue > 0n) ? 'overdue' : 'risk'
  loans.store.setMargin({ sellingSince: at, cause, orderNo: null, retryAt: 0, skipped: {} })
  for (const orderNo of loans.account.capabilities.orders.openOnMargin())
    loans.account.capabilities.orders.cancelForAccount(orderNo)
  notifyMargin(loans, 'loan_selling', { rate: rateText(lines) }, at)
}

interface LiquidationContext {
  readonly round: PriceRound
  readonly now: number
  /** Every asset in the wallet has a price. */
  readonly isWhole: boolean
}

function continueLiquidation(
  loans: Loans,
  lines: readonly MarginLine[],
  { round, now, isWhole }: LiquidationContext,
): void {
  const { store, account } = loans
  const { margin } = store
  const { orders, receipts } = account.capabilities
  const open = orders.openOnMargin()
  if (margin.orderNo !== null) {
    if (open.includes(margin.orderNo)) return
    const sold = orders.find(margin.orderNo)
    const symbol = orders.row(margin.orderNo)?.symbol
    store.setMargin({ orderNo: null })
    if (symbol !== undefined) noteSale(loans, symbol, { isNothing: !sold || sold.lotsFilled === 0, at: round.at })
  }
  if (round.at < store.margin.retryAt) return
  const { skipped } = store.margin
  const waiting = Object.values(skipped).filter(({ until }) => until > round.at)
  const pairs = account.catalogue.pairs
    .filter(({ quote, symbol }) => quote.code === 'USDT' && !((skipped[symbol]?.until ?? 0) > round.at))
    .map(salePairOf)
  const step = planStep(lines, pairs)
  // Assets in open orders, without a price or skipped for now may still cover the debt. Meanwhile available balances repay it.
  const isOpenEnded = step.state === 'short' && (open.length > 0 || !isWhole || waiting.length > 0)
  if (isOpenEnded && step.repayments.length === 0) {
    if (waiting.length > 0) store.setMargin({ retryAt: Math.min(...waiting.map(({ until }) => until)) })
    return
  }
  const isFirst = margin.sellingSince === round.at
  const cause = margin.cause ?? 'risk'
  const receiptId = receipts.issue(
    makeReceipt({ cause, isFirst, at: round.at, ticks: round.ticks, lines, pairs, step }),
    now,
  )
  carryOut(loans, lines, { step, receiptId, at: round.at, now, isOpenEnded })
}

interface Carried {
  readonly step: Step
  readonly receiptId: string
  readonly at: number
  readonly now: number
  /** Further sales may follow: the insurance fund doesn't pay yet, and the liquidation isn't over. */
  readonly isOpenEnded: boolean
}

/** A pair that sold nothing is skipped for a while, so other assets can be sold. */
function noteSale(
  { store }: Loans,
  symbol: string,
  { isNothing, at }: { readonly isNothing: boolean; readonly at: number },
) {
  const { [symbol]: before, ...others } = store.margin.skipped
  if (isNothing) store.setMargin({ skipped: { ...others, [symbol]: skipAfter(before, at) } })
  else if (before) store.setMargin({ skipped: others })
}

function carryOut(
  loans: Loans,
  lines: readonly MarginLine[],
  { step, receiptId, at, now, isOpenEnded }: Carried,
): void {
  const { store, account } = loans
  for (const { assetId, amount, fee } of step.repayments)
    bringBackIn(loans, { assetId, value: amount, fee }, { receiptId, at })
  const { sale } = step
  if (sale) {
    const placed = account.capabilities.orders.send(
      {
        symbol: sale.symbol,
        clientOrderId: null,
        side: sale.side,
        kind: 'market',
        ticks: sale.ticks,
        lots: sale.lots,
        budget: sale.budget === null ? null : encodeAmount(sale.budget),
        timeInForce: 'ioc',
        isPostOnly: false,
        selfTrade: 'cancel_oldest',
        wallet: LOAN_WALLET,
      },
      now,
      at,
    )
    store.setMargin({ orderNo: placed.ok ? placed.value : null, retryAt: 0 })
    // A market that refuses the order now is retried.
    if (!placed.ok) noteSale(loans, sale.symbol, { isNothing: true, at })
    return
  }
  if (isOpenEnded) return
  if (step.state === 'short') insure(loans, receiptId, at)
  end(loans, lines, at)
}

/** Nothing is left to sell: the insurance fund pays the remaining debt, so no balance goes below zero. */
function insure(loans: Loans, receiptId: string, at: number): void {
  for (const assetId of new Set(loans.store.running().map((each) => each.assetId))) {
    const value = loans.store.owedIn(assetId)
    if (value > 0n) bringBackIn(loans, { assetId, value, fee: ZERO }, { receiptId, at, from: 'insurance' })
  }
}

function end(loans: Loans, lines: readonly MarginLine[], at: number): void {
  const after = linesAt(loans, {
    at,
    priceOf: (symbol) =>
      lines.find((line) => line.symbol === symbol)?.priceSteps ?? loans.store.margin.marks[symbol] ?? 0,
  })
  const risk = riskOf(after ?? [])
  const rate = riskRate(risk)
  loans.store.setMargin({
    sellingSince: null,
    cause: null,
    orderNo: null,
    retryAt: 0,
    skipped: {},
    called: marginCallAt(risk),
  })
  notifyMargin(loans, 'loan_sold', { rate: rate === null ? '—' : formatUnits(rate, 2) }, at)
}

function notifyMargin(
  { account }: Loans,
  kind: 'loan_called' | 'loan_selling' | 'loan_sold',
  facts: Readonly<Record<string, string>>,
  at: number,
): void {
  account.capabilities.notices.add({ kind, facts, ref: `loan:0:${kind}:${at}` }, at)
}
