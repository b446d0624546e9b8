// Counts new ledger entries into periods and costs, inside a checkpoint: each entry once, in order. Between two checkpoints lie at most 64
// turns, so this work never grows with the account's history.

import { knownAssets } from '#domain/catalogue'
import { decodeAmount } from '#domain/money/amount'
import { type CostFacts, type CostLine, type CostStore, applyCost, pairKey } from '#domain/portfolio/cost'
import {
  type Movement,
  type PostedEntry,
  STEPS,
  type Step,
  addMovements,
  movementsOf,
  stepStart,
} from '#domain/portfolio/movement'
import { roleOf } from '#domain/portfolio/series'
import { DAY_MS } from '#domain/time'
import { portfolioCost, portfolioItem, portfolioMark, portfolioPeriod } from '#db/account/portfolio'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { BILLS, ENTRIES } from '../ledger-rows'

export const PERIODS = tableOf(portfolioPeriod)
export const COSTS = tableOf(portfolioCost)
const ITEMS = tableOf(portfolioItem)
const MARKS = tableOf(portfolioMark)

const ENTRIES_PER_READ = 500

/** Instants, hours and days that ended longer before the newest entry are deleted. Months stay: twelve rows a year. */
const RETENTION_MS = { instant: 9 * DAY_MS, hour: 9 * DAY_MS, day: 400 * DAY_MS } as const

/** Counts every entry that the tables have. The caller's transaction makes it one with the checkpoint. */
export function countEntries(account: AccountState): void {
  const { store } = account
  let mark = MARKS.first(store) ?? { id: 1, entryId: 0, billId: 0 }
  for (;;) {
    const entries = ENTRIES.rows(store, 'WHERE id > ? ORDER BY id LIMIT ?', mark.entryId, ENTRIES_PER_READ)
    const last = entries.at(-1)
    if (!last) return
    const bills = BILLS.rows(store, 'WHERE id > ? AND entry_id <= ? ORDER BY id', mark.billId, last.id)
    const byEntry = Map.groupBy(bills, ({ entryId }) => entryId)
    const posted = entries.map(({ id, lines, ...each }) => ({
      ...each,
      lines: lines.map(([account, assetId, amount]) => ({ account, assetId, amount: decodeAmount(amount) })),
      bills: byEntry.get(id) ?? [],
    }))
    count(account, posted)
    mark = { id: 1, entryId: last.id, billId: bills.at(-1)?.id ?? mark.billId }
    MARKS.put(store, mark)
  }
}

function count(account: AccountState, entries: readonly PostedEntry[]): void {
  const costs = openCosts(account.store)
  const facts = factsOf(account)
  const periods = new Map<string, { step: Step; at: number; movements: Movement[] }>()
  for (const each of entries) {
    const own = movementsOf(each)
    const movements = [...own, ...applyCost(costs, facts, each, own)]
    if (movements.length === 0) continue
    for (const step of STEPS) {
      const counted = step === 'instant' ? movements.filter(({ reason }) => roleOf(reason) === 'flow') : movements
      if (counted.length === 0) continue
      const at = stepStart(step, each.at)
      const key = `${step} ${at}`
      const period = periods.get(key) ?? { step, at, movements: [] }
      period.movements.push(...counted)
      periods.set(key, period)
    }
  }
  for (const { step, at, movements } of periods.values()) {
    const before = PERIODS.first(account.store, 'WHERE step = ? AND at = ?', step, at)
    PERIODS.put(account.store, { step, at, lines: addMovements(before?.lines ?? [], movements) })
    if (step === 'day' && !before) forgetOld(account.store, at)
  }
  costs.save()
}

function forgetOld(store: Store, newestDay: number): void {
  for (const [step, retentionMs] of Object.entries(RETENTION_MS))
    PERIODS.removeAll(store, 'WHERE step = ? AND at < ?', step, newestDay - retentionMs)
}

/** Cost lines read and changed by one count. */
function openCosts(store: Store): CostStore & { save(): void } {
  const read = new Map<string, CostLine | undefined>()
  const changed = new Map<string, CostLine>()
  return {
    line(key) {
      if (!read.has(key)) read.set(key, COSTS.first(store, 'WHERE key = ?', key))
      return read.get(key)
    },
    put(line) {
      read.set(line.key, line)
      changed.set(line.key, line)
    },
    item: (key) => ITEMS.first(store, 'WHERE key = ?', key),
    putItem: (item) => ITEMS.put(store, item),
    removeItem: (key) => ITEMS.remove(store, { key }),
    save() {
      for (const line of changed.values()) COSTS.put(store, line)
    },
  }
}

/** Delisted assets and pairs still have entries. */
function factsOf({ catalogue, capabilities }: AccountState): CostFacts {
  const pairs = [...catalogue.pairs, ...(catalogue.unlistedPairs ?? [])]
  return {
    usdtId: knownAssets(catalogue).find(({ code }) => code === 'USDT')?.id ?? 0,
    pairOf: (symbol) => {
      const pair = pairs.find((each) => each.symbol === symbol)
      return pair && { baseId: pair.base.id, quoteId: pair.quote.id }
    },
    pairsOf: (assetId) => pairs.filter(({ base }) => base.id === assetId).map(({ symbol }) => pairKey(symbol)),
    workOf: (ref) => capabilities.works.workOf(ref),
  }
}
