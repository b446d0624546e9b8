// A corporate action in one account, applied once: shares and orders of a split, cash of a dividend or delisting. Trading pauses while
// accounts apply it, so balances are those of the due time.

import { type Pair, findPair } from '#domain/catalogue'
import { assert } from '#domain/assert'
import { type Amount, ZERO, add, decodeAmount, formatTrimmed, negate } from '#domain/money/amount'
import {
  type StockAction,
  dividendOf,
  restInCash,
  sharesInCash,
  splitChange,
  splitShares,
} from '#domain/stocks/actions'
import { stockReceipt } from '#domain/stocks/receipt'
import { stockActionTaken } from '#db/account/stocks'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { type Line, move } from '../ledger'
import { sumOf } from '../ledger-audit'

const TAKEN = tableOf(stockActionTaken)

/** Where shares of a split come from, and those of a delisting go: the company's side. */
const COMPANY = '@stocks'
const HOUSE = '@house:stocks'
const AVAILABLE = 'stocks:available'

const refOf = (action: StockAction): string => `stock:${action.id}`

/**
 * Applies a split, dividend or delisting to this account, once by its id. Returns false while a Market still owes an answer about the
 * share, or orders in a delisted share are open: the sweep retries.
 */
export function takeStockAction(
  account: AccountState,
  { action }: { readonly action: StockAction },
  { now }: { readonly now: number },
): { readonly isTaken: boolean } {
  if (TAKEN.first(account.store, 'WHERE id = ?', action.id)) return { isTaken: true }
  const pair = findPair(account.catalogue, action.symbol)
  const { orders } = account.capabilities
  if (!pair || account.streams.hasPending(action.symbol) || !orders.areAnswered(action.symbol))
    return { isTaken: false }
  if (action.kind === 'delisting' && orders.openCount(action.symbol) > 0) return { isTaken: false }

  const place = { account: account, pair, action, now }
  if (action.kind === 'split') split(place)
  if (action.kind === 'dividend') payDividend(place)
  if (action.kind === 'delisting') payOut(place)
  TAKEN.insert(account.store, { id: action.id, at: now })
  return { isTaken: true }
}

interface ActionOnAccount {
  readonly account: AccountState
  readonly pair: Pair
  readonly action: StockAction
  readonly now: number
}

function split({ account, pair, action, now }: ActionOnAccount): void {
  const { base, quote } = pair
  account.capabilities.orders.split(action, now, () => {
    const held = account.ledger.available('stocks', base.id)
    const { shares, rest } = splitShares(held, action)
    const change = add(shares, negate(held))
    // Fees taken in shares are split as well; the house gets no cash for their fractional rest.
    const fees = splitChange(sumOf(account.store, '@fees', base.id), action)
    const cash = restInCash(pair, rest, action)
    const lines: Line[] = [
      { account: AVAILABLE, assetId: base.id, amount: change },
      { account: '@fees', assetId: base.id, amount: fees },
      { account: COMPANY, assetId: base.id, amount: negate(add(change, fees)) },
      ...move(quote.id, cash, HOUSE, AVAILABLE),
    ]
    if (lines.some(({ amount }) => amount !== 0n)) {
      const receiptId = held === 0n ? null : issue({ account, pair, action, now }, 'split', { held, shares, cash })
      account.ledger.post({ reason: 'stock_split', ref: refOf(action), ...(receiptId && { receiptId }), lines }, now)
    }
    if (held === 0n) return
    notify({ account, pair, action, now }, 'stock_split', {
      asset: base.code,
      ratio: `${action.newShares}:${action.oldShares}`,
      amount: formatTrimmed(base, shares),
    })
  })
}

function payDividend(place: ActionOnAccount): void {
  const { account, pair, action, now } = place
  const held = heldOf(account, pair)
  const paid = dividendOf(pair, held, decodeAmount(action.paidPerShare))
  if (paid === 0n) return
  const receiptId = issue(place, 'dividend', { held, shares: held, cash: paid })
  const lines = move(pair.quote.id, paid, HOUSE, AVAILABLE)
  account.ledger.post({ reason: 'stock_dividend', ref: refOf(action), receiptId, lines }, now)
  notify(place, 'stock_dividend', {
    amount: formatTrimmed(pair.quote, paid),
    asset: pair.quote.code,
    share: pair.base.code,
  })
}

function payOut(place: ActionOnAccount): void {
  const { account, pair, action, now } = place
  const held = heldOf(account, pair)
  if (held === 0n) return
  const paid = sharesInCash(pair, held, action.lastTicks)
  const receiptId = issue(place, 'delisting', { held, shares: ZERO, cash: paid })
  const lines = [...move(pair.base.id, held, AVAILABLE, COMPANY), ...move(pair.quote.id, paid, HOUSE, AVAILABLE)]
  account.ledger.post({ reason: 'stock_delisting', ref: refOf(action), receiptId, lines }, now)
  notify(place, 'stock_delisted', {
    amount: formatTrimmed(pair.quote, paid),
    asset: pair.quote.code,
    share: pair.base.code,
  })
}

const issue = (
  { account, pair, action, now }: ActionOnAccount,
  kind: 'split' | 'dividend' | 'delisting',
  amounts: { readonly held: Amount; readonly shares: Amount; readonly cash: Amount },
): string =>
  account.capabilities.receipts.issue(stockReceipt({ action: { ...action, kind }, grid: pair, ...amounts }), now)

/** Free and in orders. */
function heldOf(account: AccountState, { base }: Pair): Amount {
  const row = account.ledger.balances().find(({ wallet, assetId }) => wallet === 'stocks' && assetId === base.id)
  const held = row ? add(decodeAmount(row.available), decodeAmount(row.held)) : ZERO
  assert(held >= 0n, 'nobody owes shares')
  return held
}

function notify(
  { account, action, now }: ActionOnAccount,
  kind: 'stock_split' | 'stock_dividend' | 'stock_delisted',
  facts: Readonly<Record<string, string>>,
): void {
  account.capabilities.notices.add({ kind, ref: refOf(action), facts }, now)
}
