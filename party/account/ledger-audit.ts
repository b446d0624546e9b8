// Rebuilds balances from entries and compares them with the stored balances. Read-only; runs on saved state.

import { type Amount, ZERO, add, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import type { VerifyReport } from '#party/protocol/account-rows'
import { type StoredLine, balance, bill, entry, hold } from '#db/account/ledger'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

const LINES = tableOf(entry).pick('id', 'lines')
const ENTRIES_PER_READ = 2000

/** Sums per ledger account and asset, keyed "change:held/3", with the problems found. */
interface Sums {
  readonly byAccount: Map<string, Amount>
  readonly problems: string[]
  entryCount: number
}

/** Checks of the ledger itself, with the sums that features check against. */
export function verifyLedger(store: Store): Pick<VerifyReport, 'isSound' | 'problems' | 'accounts' | 'entryCount'> & {
  readonly sums: ReadonlyMap<string, Amount>
} {
  const sums = sumEntries(store)
  const problems = [
    ...sums.problems,
    ...compareBalances(store, sums.byAccount),
    ...compareHolds(store),
    ...compareBills(store),
  ]
  const accounts = [...sums.byAccount].map(([key, value]) => {
    const [account = '', assetId = ''] = key.split('/')
    return { account, assetId: parseInt(assetId, 10), amount: encodeAmount(value) }
  })
  return { isSound: problems.length === 0, problems, accounts, entryCount: sums.entryCount, sums: sums.byAccount }
}

/** Balance of a system account in an asset, from saved tables. */
export function sumOf(store: Store, account: `@${string}`, assetId: number): Amount {
  let sum = ZERO
  const named = `["${account}",${assetId},`
  for (const { lines } of LINES.rows(store, 'WHERE instr(lines, ?) > 0', named))
    for (const [of, asset, value] of lines) if (of === account && asset === assetId) sum = add(sum, decodeAmount(value))
  return sum
}

function sumEntries(store: Store): Sums {
  const sums: Sums = { byAccount: new Map(), problems: [], entryCount: 0 }
  let idLast = 0
  for (;;) {
    const entries = LINES.rows(store, 'WHERE id > ? ORDER BY id LIMIT ?', idLast, ENTRIES_PER_READ)
    for (const { id, lines } of entries) addEntry(sums, id, lines)
    const last = entries.at(-1)
    if (!last) return sums
    idLast = last.id
  }
}

function addEntry(sums: Sums, id: number, lines: readonly StoredLine[]): void {
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
  for (const row of tableOf(balance).rows(store)) {
    for (const part of ['available', 'held'] as const) {
      const key = `${row.wallet}:${part}/${row.assetId}`
      seen.add(key)
      const rebuilt = byAccount.get(key) ?? ZERO
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
  for (const row of tableOf(balance).rows(store)) {
    held.set(`${row.wallet}/${row.assetId}`, row.held)
  }
  for (const row of tableOf(hold).rows(store)) {
    const key = `${row.wallet}/${row.assetId}`
    held.set(key, subtract(held.get(key) ?? ZERO, row.amount))
  }
  return [...held]
    .filter(([, left]) => left !== 0n)
    .map(([key, left]) => `held balance of ${key} is ${left} above its holds`)
}

/** The last bill of each wallet and asset must equal the current balance. */
function compareBills(store: Store): string[] {
  const problems: string[] = []
  const lastOfEach = 'WHERE id IN (SELECT max(id) FROM bill GROUP BY wallet, asset_id)'
  const afters = new Map(
    tableOf(bill)
      .rows(store, lastOfEach)
      .map(({ wallet, assetId, after }) => [`${wallet}/${assetId}`, after]),
  )
  for (const { wallet, assetId, available, held } of tableOf(balance).rows(store)) {
    const key = `${wallet}/${assetId}`
    const [now, after] = [add(available, held), afters.get(key)]
    if (after !== undefined && now !== after) problems.push(`the last bill of ${key} says ${after}, the balance ${now}`)
  }
  return problems
}
