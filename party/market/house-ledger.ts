// The only writer of the house's ledger in this Market: one zero-sum entry for each turn in which the house traded.
// Balances are kept in memory and stored beside the entries; `verify` rebuilds them from the entries.

import { assert } from '#domain/assert'
import type { Pair } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, negate } from '#domain/money/amount'
import { baseUnitsPerLot } from '#domain/money/price'
import { divideDown } from '#domain/money/rounding'
import { type StockAction, splitChange } from '#domain/stocks/actions'
import type { MarketBalance } from '#party/protocol/market'
import { type HouseLine, houseBalance, houseEntry } from '#db/market/house'
import type { Store } from '../lib/store'
import { type RowOf, tableOf } from '../lib/table'
import type { HouseTurn } from './house-fills'

type Balance = RowOf<typeof houseBalance>

const BALANCES = tableOf(houseBalance)
const ENTRIES = tableOf(houseEntry)

export class HouseLedger {
  readonly #store: Store
  readonly #symbol: string
  readonly #balances = new Map<string, Balance>()

  constructor(store: Store, symbol: string) {
    this.#store = store
    this.#symbol = symbol
    for (const row of BALANCES.rows(store)) this.#balances.set(keyOf(row.account, row.assetId), row)
  }

  /** The house's base inventory in whole lots, rounded towards minus infinity; negative when it owes, zero for an unknown pair. */
  inventoryLots(pair: Pair | null): bigint {
    return pair === null ? 0n : divideDown(this.#balance('@house', pair.base.id).amount, baseUnitsPerLot(pair))
  }

  /** Runs inside the turn's transaction. A market account mirrors the users' Account entries under the same name. */
  post(pair: Pair, turn: HouseTurn, at: number): void {
    const market = `@market:${this.#symbol}`
    const changes = [
      { account: '@house', assetId: pair.base.id, change: turn.base },
      { account: market, assetId: pair.base.id, change: negate(turn.base) },
      { account: '@house', assetId: pair.quote.id, change: turn.quote },
      { account: market, assetId: pair.quote.id, change: negate(turn.quote) },
    ]
    const lines = changes.map(({ account, assetId, change }) => [account, assetId, encodeAmount(change)] as const)
    const ref = `trade:${turn.firstTradeNo}-${turn.lastTradeNo}`
    ENTRIES.insert(this.#store, { at, reason: 'house_fill', ref, lines })
    this.#apply(changes)
  }

  /** Runs inside the action's transaction: converts the house's balance by the ratio, rounded down. */
  split(pair: Pair, action: StockAction, at: number): void {
    const change = splitChange(this.#balance('@house', pair.base.id).amount, action)
    if (change === 0n) return
    const changes = [
      { account: '@house', assetId: pair.base.id, change },
      { account: '@stocks', assetId: pair.base.id, change: negate(change) },
    ]
    const lines = changes.map(({ account, assetId, change: moved }) => [account, assetId, encodeAmount(moved)] as const)
    ENTRIES.insert(this.#store, { at, reason: 'stock_split', ref: `stock:${action.id}`, lines })
    this.#apply(changes)
  }

  report(): MarketBalance[] {
    return Array.from(this.#balances.values(), ({ account, assetId, amount }) => ({
      account,
      assetId,
      amount: encodeAmount(amount),
    }))
  }

  /** Audit: entries sum to zero per asset, and balances equal the sums of entries. */
  verify(): boolean {
    const sums = new Map<string, Amount>()
    for (const { lines: entry } of ENTRIES.rows(this.#store, 'ORDER BY id')) {
      if (!sumsToZero(entry)) return false
      for (const [account, assetId, amount] of entry) {
        const key = keyOf(account, assetId)
        sums.set(key, add(sums.get(key) ?? ZERO, decodeAmount(amount)))
      }
    }
    return [...this.#balances].every(([key, { amount }]) => amount === (sums.get(key) ?? ZERO))
  }

  #apply(changes: readonly { readonly account: string; readonly assetId: number; readonly change: Amount }[]): void {
    const changed = changes.map(({ account, assetId, change }) => {
      const balance = this.#balance(account, assetId)
      balance.amount = add(balance.amount, change)
      return balance
    })
    BALANCES.putAll(this.#store, changed)
  }

  #balance(account: string, assetId: number): Balance {
    const key = keyOf(account, assetId)
    const known = this.#balances.get(key)
    if (known) return known
    const fresh = { account, assetId, amount: ZERO }
    this.#balances.set(key, fresh)
    return fresh
  }
}

function sumsToZero(lines: readonly HouseLine[]): boolean {
  const sums = new Map<number, Amount>()
  for (const [, assetId, amount] of lines) sums.set(assetId, add(sums.get(assetId) ?? ZERO, decodeAmount(amount)))
  assert(sums.size > 0, 'an entry has lines')
  return [...sums.values()].every((sum) => sum === 0n)
}

const keyOf = (account: string, assetId: number): string => `${account} ${assetId}`
