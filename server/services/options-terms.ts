// Public options data: terms, and daily results summed from receipts.

import { IsolateCache } from '#domain/isolate-cache'
import { type Amount, ZERO, add, decodeAmount } from '#domain/money/amount'
import { OPTIONS_RULE, type OptionsReceipt } from '#domain/options/receipt'
import { dueAt } from '#domain/options/settlement'
import type { OptionTerms } from '#domain/options/terms'
import { DAY_MS, dayText } from '#domain/time'
import {
  type OptionDay,
  countedUpTo,
  findOptionDays,
  listOptionDays,
  loadOptionTerms,
  putOptionDays,
} from '#db/platform/options'
import { listReceipts } from '#db/platform/receipt'
import { loadCatalogue } from './catalogue'

const termsCache = new IsolateCache<D1Database, readonly OptionTerms[]>(30_000)

/** Terms of all symbols in display order, cached for 30 s. */
export async function listOptionTerms(env: Pick<Env, 'DB'>): Promise<readonly OptionTerms[]> {
  const known = termsCache.get(env.DB, Date.now())
  if (known) return known
  const terms = await loadOptionTerms(env.DB, await loadCatalogue(env))
  if (terms.length > 0) termsCache.set(env.DB, terms, Date.now())
  return terms
}

export const findOptionTerms = async (env: Pick<Env, 'DB'>, symbol: string): Promise<OptionTerms | undefined> =>
  (await listOptionTerms(env)).find((terms) => terms.symbol === symbol)

const DAYS_SHOWN = 30

/** By day, symbol and duration, the newest day first. */
export const optionDays = (env: Pick<Env, 'DB'>, now: number): Promise<readonly OptionDay[]> =>
  listOptionDays(env.DB, dayText(now - DAYS_SHOWN * DAY_MS))

/** Option receipts after a sequence number, in order. */
export const optionReceipts = (env: Pick<Env, 'DB'>, page: { readonly after: number; readonly limit: number }) =>
  listReceipts(env.DB, { rule: OPTIONS_RULE, ...page })

const RECEIPTS_PER_COUNT = 500

/** Adds new receipts to daily totals. Atomic, so a crash counts nothing twice. */
export async function countOptionReceipts(env: Pick<Env, 'DB'>): Promise<void> {
  const after = await countedUpTo(env.DB)
  const receipts = await optionReceipts(env, { after, limit: RECEIPTS_PER_COUNT })
  const last = receipts.at(-1)
  if (!last) return
  // Only settlements write receipts, in the format of their rule.
  const bodies = receipts.map(({ body }) => JSON.parse(body) as OptionsReceipt)
  const known = await findOptionDays(env.DB, [...new Set(bodies.map(({ at }) => dayText(at)))])
  const days = addReceipts(known, bodies)
  await putOptionDays(env.DB, days, { after, upTo: last.no })
}

/** Daily totals changed by new receipts. Tests recompute them from the public list alone. */
export function addReceipts(known: readonly OptionDay[], receipts: readonly OptionsReceipt[]): readonly OptionDay[] {
  const keyOf = ({ day, symbol, seconds }: Pick<OptionDay, 'day' | 'symbol' | 'seconds'>) =>
    `${day}|${symbol}|${seconds}`
  const before = new Map(known.map((row) => [keyOf(row), row]))
  const changed = new Map<string, OptionDay>()
  for (const receipt of receipts) {
    const { at, outcome, order, paid } = receipt
    const place = { day: dayText(at), symbol: order.symbol, seconds: order.seconds }
    const key = keyOf(place)
    const row = changed.get(key) ??
      before.get(key) ?? { ...place, decided: 0, staked: ZERO, paid: ZERO, evens: 0, voids: 0, onTime: 0 }
    const counted = { ...row, onTime: row.onTime + (isOnTime(receipt) ? 1 : 0) }
    changed.set(key, addOne(counted, { outcome, stake: decodeAmount(order.stake), paid: decodeAmount(paid) }))
  }
  return [...changed.values()]
}

const ON_TIME_MS = 1_000

/** True when the exit tick came within a second of the due time. */
function isOnTime({ ticks: [entry, exit], order }: OptionsReceipt): boolean {
  return entry !== undefined && exit !== undefined && exit.at - dueAt(entry.at, order.seconds) <= ON_TIME_MS
}

function addOne(
  row: OptionDay,
  {
    outcome,
    stake,
    paid,
  }: { readonly outcome: OptionsReceipt['outcome']; readonly stake: Amount; readonly paid: Amount },
): OptionDay {
  if (outcome === 'even') return { ...row, evens: row.evens + 1 }
  if (outcome === 'void') return { ...row, voids: row.voids + 1 }
  return { ...row, decided: row.decided + 1, staked: add(row.staked, stake), paid: add(row.paid, paid) }
}
