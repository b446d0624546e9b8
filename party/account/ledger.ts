// The double-entry ledger of one user: the only writer of entries, bills, balances and holds. It lives in memory and is saved with the
// account. An entry sums to zero per asset, no user balance goes below zero, and posted entries are never edited. It knows no orders, markets
// or sessions.

import { assert } from '#domain/assert'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { type Amount, ZERO, add, amount, encodeAmount, negate, subtract } from '#domain/money/amount'
import type { BillReason } from '#domain/bill-reason'
import type { BalanceRow } from '#party/protocol/account-rows'
import { balance, bill, entry, hold } from '#db/account/ledger'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { RowHistory } from '#party/lib/slice'

/** `wallet:available` and `wallet:held` are the user's; names that begin with `@` belong to the system and may go below zero. */
export type LedgerAccount = `${Wallet}:available` | `${Wallet}:held` | `@${string}`

export interface Line {
  readonly account: LedgerAccount
  readonly assetId: number
  readonly amount: Amount
  /** Bill reason of this line where it differs from the entry's reason. */
  readonly reason?: BillReason
}

export interface Posting {
  readonly reason: BillReason
  readonly ref: string
  /** Receipt that proves the amounts. */
  readonly receiptId?: string
  readonly lines: readonly Line[]
}

export interface Hold {
  readonly ref: string
  readonly wallet: Wallet
  readonly assetId: number
  readonly amount: Amount
}

/** Published and saved as one object, which changes in place. */
type Balance = RowOf<typeof balance>

interface Bill {
  readonly wallet: Wallet
  readonly assetId: number
  readonly reason: BillReason
  readonly value: Amount
  readonly before: Amount
  readonly after: Amount
}

interface Posted extends Posting {
  readonly at: number
}

interface Entry extends Posted {
  readonly id: number
  readonly bills: readonly Bill[]
}

const BALANCES = tableOf(balance)
const HOLDS = tableOf(hold)
const IDS = tableOf(entry).pick('id')

export class Ledger {
  static readonly tables = [entry, bill, hold] as const
  /** Balances are written with each turn, under their CHECK. */
  static readonly tablesInTurnRow = { balances: balance } as const

  readonly #balances = new Map<string, Balance>()
  readonly #holds = new Map<string, Hold>()
  #entryIdLast: number
  #billIdLast: number
  #entries: Entry[] = []
  #balancesChanged = new Set<Balance>()
  /** By reference; true for a hold created since the last save. */
  #holdsChanged = new Map<string, boolean>()

  constructor(store: Store) {
    for (const balance of BALANCES.rows(store)) this.#balances.set(keyOf(balance.wallet, balance.assetId), balance)
    for (const hold of HOLDS.rows(store)) this.#holds.set(hold.ref, hold)
    this.#entryIdLast = tableOf(entry).last(store, 'id')
    this.#billIdLast = tableOf(bill).last(store, 'id')
  }

  available(wallet: Wallet, assetId: number): Amount {
    return this.#balances.get(keyOf(wallet, assetId))?.available ?? ZERO
  }

  /** Remaining hold of a reference. */
  holdLeft(ref: string): Amount {
    return this.#holds.get(ref)?.amount ?? ZERO
  }

  /** Entry number of a unique reference, from saved tables; null without one. */
  findEntry(store: Store, reason: 'demo_grant' | 'correction', ref: string): number | null {
    // Literal SQL, so that the partial index of that reason is used.
    return IDS.first(store, `WHERE reason = '${reason}' AND ref = ?`, ref)?.id ?? null
  }

  /** By wallet and asset, in display order. */
  balances(): BalanceRow[] {
    return [...this.#balances.values()].sort(byPlace).map(toRow)
  }

  /** Balances that changed since the last save. */
  changedBalances(): BalanceRow[] {
    return [...this.#balancesChanged].map(toRow)
  }

  /** Posts an entry and returns its number. Zero lines are dropped. */
  post({ lines, ...posting }: Posting, at: number): number {
    const told = lines.filter((line) => line.amount !== 0n)
    assert(told.length > 0, 'an entry moves something')
    assertSumsToZero(told)
    const befores = new Map<Balance, Amount>()
    for (const line of told) this.#apply(line, befores)
    for (const { available, held } of befores.keys())
      assert(available >= 0n && held >= 0n, 'no balance of a user goes below zero')
    this.#entryIdLast += 1
    const bills = billsOf(posting.reason, told, befores)
    this.#entries.push({ ...posting, id: this.#entryIdLast, at, lines: told, bills })
    return this.#entryIdLast
  }

  /** Sets money of a wallet aside under a reference; a second hold of the same reference adds to the first. */
  hold({ ref, wallet, assetId, amount: value }: Hold, reason: BillReason, at: number): void {
    assert(value > 0n, 'a hold holds something')
    const existing = this.#holds.get(ref)
    assert(
      !existing || (existing.wallet === wallet && existing.assetId === assetId),
      'one reference holds one asset of one wallet',
    )
    this.post({ reason, ref, lines: move(assetId, value, `${wallet}:available`, `${wallet}:held`) }, at)
    this.#setHold({ ref, wallet, assetId, amount: add(existing?.amount ?? ZERO, value) })
  }

  /**
   * Pays `captured` out of a hold by `lines` and releases `released` of it, in one entry. The lines are the other side: they sum to
   * `captured` in the held asset. A fill below one unit captures nothing.
   */
  capture({ captured, released, lines, ...posting }: Capture, at: number): void {
    const { ref } = posting
    const hold = this.#holds.get(ref)
    assert(hold !== undefined, 'only what is held is captured')
    const left = subtract(subtract(hold.amount, captured), released)
    assert(captured >= 0n && released >= 0n && left >= 0n, 'a capture stays within its hold')
    const { wallet, assetId } = hold
    const taken: Line = { account: `${wallet}:held`, assetId, amount: negate(add(captured, released)) }
    const freed: Line = { account: `${wallet}:available`, assetId, amount: released }
    this.post({ ...posting, lines: [taken, freed, ...lines] }, at)
    this.#setHold({ ...hold, amount: left })
  }

  /** Gives `value` of a hold back to its wallet. */
  release(ref: string, value: Amount, reason: BillReason, at: number): void {
    if (value === 0n) return
    const hold = this.#holds.get(ref)
    assert(hold !== undefined && value > 0n && value <= hold.amount, 'a release stays within its hold')
    const { wallet, assetId } = hold
    this.post({ reason, ref, lines: move(assetId, value, `${wallet}:held`, `${wallet}:available`) }, at)
    this.#setHold({ ...hold, amount: subtract(hold.amount, value) })
  }

  /** Entries posted since the last save. */
  get unsaved(): readonly Posted[] {
    return this.#entries
  }

  get billHistory(): RowHistory {
    return { last: this.#billIdLast, changing: [] }
  }

  save(log: TurnLog): void {
    for (const posted of this.#entries) this.#saveEntry(log, posted)
    for (const [ref, isNew] of this.#holdsChanged) this.#saveHold(log, ref, isNew)
    for (const changed of this.#balancesChanged) log.put(balance, changed)
    this.#entries = []
    this.#balancesChanged = new Set()
    this.#holdsChanged = new Map()
  }

  #saveEntry(log: TurnLog, { id, at, reason, ref, receiptId, lines, bills }: Entry): void {
    const stored = lines.map((line) => [line.account, line.assetId, encodeAmount(line.amount)] as const)
    log.add(entry, { id, at, reason, ref, lines: stored })
    for (const told of bills) {
      this.#billIdLast += 1
      log.add(bill, { id: this.#billIdLast, entryId: id, at, ref, receiptId: receiptId ?? null, ...told })
    }
  }

  #saveHold(log: TurnLog, ref: string, isNew: boolean): void {
    const left = this.#holds.get(ref)
    if (left) log[isNew ? 'add' : 'put'](hold, left)
    else if (!isNew) log.remove(hold, { ref })
  }

  #setHold(hold: Hold): void {
    if (!this.#holdsChanged.has(hold.ref)) this.#holdsChanged.set(hold.ref, !this.#holds.has(hold.ref))
    if (hold.amount === 0n) this.#holds.delete(hold.ref)
    else this.#holds.set(hold.ref, hold)
  }

  #apply(line: Line, befores: Map<Balance, Amount>): void {
    const place = userPlace(line.account)
    if (!place) return
    const balance = this.#balanceOf(place.wallet, line.assetId)
    if (!befores.has(balance)) befores.set(balance, add(balance.available, balance.held))
    balance[place.part] = add(balance[place.part], line.amount)
    this.#balancesChanged.add(balance)
  }

  #balanceOf(wallet: Wallet, assetId: number): Balance {
    const key = keyOf(wallet, assetId)
    const existing = this.#balances.get(key)
    if (existing) return existing
    const opened: Balance = { wallet, assetId, available: ZERO, held: ZERO }
    this.#balances.set(key, opened)
    return opened
  }
}

export interface Capture extends Posting {
  readonly captured: Amount
  readonly released: Amount
}

/** Two lines that move `value` of an asset from one account to another. */
export const move = (assetId: number, value: Amount, from: LedgerAccount, to: LedgerAccount): Line[] => [
  { account: from, assetId, amount: negate(value) },
  { account: to, assetId, amount: value },
]

const keyOf = (wallet: Wallet, assetId: number): string => `${wallet}:${assetId}`

const byPlace = (left: Balance, right: Balance): number =>
  WALLETS.indexOf(left.wallet) - WALLETS.indexOf(right.wallet) || left.assetId - right.assetId

const toRow = ({ wallet, assetId, available, held }: Balance): BalanceRow => ({
  wallet,
  assetId,
  available: encodeAmount(available),
  held: encodeAmount(held),
})

const PLACES = new Map<string, { readonly wallet: Wallet; readonly part: 'available' | 'held' }>(
  WALLETS.flatMap((wallet) => [
    [`${wallet}:available`, { wallet, part: 'available' }],
    [`${wallet}:held`, { wallet, part: 'held' }],
  ]),
)

function userPlace(account: LedgerAccount) {
  const place = PLACES.get(account)
  assert(place !== undefined || account.startsWith('@'), `${account} is an account of the ledger`)
  return place
}

function assertSumsToZero(lines: readonly Line[]): void {
  const sums = new Map<number, bigint>()
  for (const line of lines) sums.set(line.assetId, (sums.get(line.assetId) ?? 0n) + line.amount)
  for (const sum of sums.values()) assert(sum === 0n, 'an entry sums to zero per asset')
}

/** One bill per wallet, asset and reason whose available and held together changed: a hold or a release makes none. */
function billsOf(reason: BillReason, lines: readonly Line[], befores: ReadonlyMap<Balance, Amount>): Bill[] {
  const bills: Bill[] = []
  for (const [{ wallet, assetId }, before] of befores) {
    const values = new Map<BillReason, Amount>()
    for (const line of lines) {
      if (line.assetId !== assetId || userPlace(line.account)?.wallet !== wallet) continue
      const told = line.reason ?? reason
      values.set(told, add(values.get(told) ?? ZERO, line.amount))
    }
    let running = before
    for (const [told, value] of values) {
      if (value === 0n) continue
      const after = amount(running + value)
      bills.push({ wallet, assetId, reason: told, value, before: running, after })
      running = after
    }
  }
  return bills
}
