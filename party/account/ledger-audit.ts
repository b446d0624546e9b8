// Rebuilds balances from entries and compares them with what is stored. Reads only; run on saved state.

import { type Amount, ZERO, add, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import type { VerifyReport } from '#party/protocol/account'
import type { Store } from '#party/lib/store'

const ENTRIES_PER_READ = 2000

/** Sums of every ledger account and asset, keyed "change:held/3", with what was found wrong on the way. */
interface Sums {
  readonly byAccount: Map<string, Amount>
  readonly problems: string[]
  entryCount: number
}

export function verifyLedger(store: Store): Omit<VerifyReport, 'undelivered' | 'owedToPeers' | 'heard'> {
  const sums = sumEntries(store)
  const problems = [
    ...sums.problems,
    ...compareBalances(store, sums.byAccount),
    ...compareHolds(store),
    ...compareBills(store),
    ...compareRebates(store, sums.byAccount),
  ]
  const accounts = [...sums.byAccount].map(([key, value]) => {
    const [account = '', assetId = ''] = key.split('/')
    return { account, assetId: parseInt(assetId, 10), amount: encodeAmount(value) }
  })
  return { isSound: problems.length === 0, problems, accounts, entryCount: sums.entryCount }
}

function sumEntries(store: Store): Sums {
  const sums: Sums = { byAccount: new Map(), problems: [], entryCount: 0 }
  let idLast = 0
  for (;;) {
    const statement = 'SELECT id, lines FROM entry WHERE id > ? ORDER BY id LIMIT ?'
    const entries = store.rows<{ id: number; lines: string }>(statement, idLast, ENTRIES_PER_READ)
    for (const { id, lines } of entries) addEntry(sums, id, lines)
    const last = entries.at(-1)
    if (!last) return sums
    idLast = last.id
  }
}

function addEntry(sums: Sums, id: number, text: string): void {
  // The ledger alone writes this text, as [account, asset id, amount][].
  const lines = JSON.parse(text) as [string, number, string][]
  const perAsset = new Map<number, Amount>()
  for (const [account, assetId, value] of lines) {
    const moved = decodeAmount(value)
    perAsset.set(assetId, add(perAsset.get(assetId) ?? ZERO, moved))
    const key = `${account}/${assetId}`
    sums.byAccount.set(key, add(sums.byAccount.get(key) ?? ZERO, moved))
  }
  for (const [assetId, sum] of perAsset)
    if (sum !== 0n) sums.problems.push(`entry ${id} sums to ${sum} in asset ${assetId}`)
  sums.entryCount += 1
}

function compareBalances(store: Store, byAccount: ReadonlyMap<string, Amount>): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const row of store.rows<BalanceStored>('SELECT wallet, asset_id AS assetId, available, held FROM balance')) {
    for (const part of ['available', 'held'] as const) {
      const key = `${row.wallet}:${part}/${row.assetId}`
      seen.add(key)
      const rebuilt = encodeAmount(byAccount.get(key) ?? ZERO)
      if (rebuilt !== row[part]) problems.push(`${key} is stored as ${row[part]} and its entries come to ${rebuilt}`)
    }
  }
  for (const [key, value] of byAccount) {
    if (!key.startsWith('@') && value !== 0n && !seen.has(key))
      problems.push(`${key} has entries of ${value} and no balance`)
  }
  return problems
}

function compareHolds(store: Store): string[] {
  const held = new Map<string, Amount>()
  for (const row of store.rows<BalanceStored>('SELECT wallet, asset_id AS assetId, available, held FROM balance')) {
    held.set(`${row.wallet}/${row.assetId}`, decodeAmount(row.held))
  }
  for (const row of store.rows<HoldStored>('SELECT wallet, asset_id AS assetId, amount FROM hold')) {
    const key = `${row.wallet}/${row.assetId}`
    held.set(key, subtract(held.get(key) ?? ZERO, decodeAmount(row.amount)))
  }
  return [...held]
    .filter(([, left]) => left !== 0n)
    .map(([key, left]) => `held balance of ${key} is ${left} above its holds`)
}

/** The last bill of each wallet and asset says what the balance is now. */
function compareBills(store: Store): string[] {
  const problems: string[] = []
  const statement = `SELECT b.wallet, b.asset_id AS assetId, b.after, w.available, w.held
    FROM (SELECT wallet, asset_id, max(id) AS id FROM bill GROUP BY wallet, asset_id) AS last
    JOIN bill AS b ON b.id = last.id JOIN balance AS w ON w.wallet = b.wallet AND w.asset_id = b.asset_id`
  for (const row of store.rows<BalanceStored & { after: string }>(statement)) {
    const now = encodeAmount(add(decodeAmount(row.available), decodeAmount(row.held)))
    if (now !== row.after)
      problems.push(`the last bill of ${row.wallet}/${row.assetId} says ${row.after}, the balance ${now}`)
  }
  return problems
}

/** What stands in `@rebate:INVITER` is what is still to be sent. */
function compareRebates(store: Store, byAccount: ReadonlyMap<string, Amount>): string[] {
  const left = new Map<number, Amount>()
  for (const [key, value] of byAccount) {
    const [account = '', assetId = ''] = key.split('/')
    if (!account.startsWith('@rebate:')) continue
    const id = parseInt(assetId, 10)
    left.set(id, add(left.get(id) ?? ZERO, value))
  }
  for (const row of store.rows<{ assetId: number; amount: string }>(
    'SELECT asset_id AS assetId, amount FROM rebate_pending',
  ))
    left.set(row.assetId, subtract(left.get(row.assetId) ?? ZERO, decodeAmount(row.amount)))
  return [...left]
    .filter(([, value]) => value !== 0n)
    .map(([assetId, value]) => `rebates of asset ${assetId} are ${value} above what is to be sent`)
}

interface BalanceStored {
  readonly wallet: string
  readonly assetId: number
  readonly available: string
  readonly held: string
}
interface HoldStored {
  readonly wallet: string
  readonly assetId: number
  readonly amount: string
}
