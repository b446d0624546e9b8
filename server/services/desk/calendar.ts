// Obligations due in the next days, by day, product and asset: customers' principal, and the additional amounts owed by
// the house.

import { findKnownAsset } from '#domain/catalogue'
import { daysUntil, shareSize } from '#domain/invest/series'
import { investPayout } from '#domain/invest/settlement'
import { type Amount, ZERO, add, amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { DAY_MS, dayText } from '#domain/time'
import { listDueDeposits } from '#db/platform/mining'
import { loadCatalogue } from '../catalogue'
import { listRunningSeries } from '../invest-series'

const DAYS_SHOWN = 30
/** Deposits read per query; totals are accumulated. */
const SLICE = 1_000

type DueKind = 'mining' | 'below' | 'otherwise'

export interface DueLine {
  readonly day: string
  readonly kind: DueKind
  readonly asset: { readonly code: string; readonly scale: number }
  readonly orders: number
  /** In the asset, as integer text. */
  readonly principal: string
  readonly owed: string
}

interface Sum {
  orders: number
  principal: Amount
  owed: Amount
}

/** The next day first. */
export async function dueCalendar(env: Env, now: number): Promise<readonly DueLine[]> {
  const before = now + DAYS_SHOWN * DAY_MS
  const catalogue = await loadCatalogue(env)
  const sums = new Map<string, Sum>()
  const count = (at: number, kind: DueKind, assetId: number, { orders, principal, owed }: Sum) => {
    const key = `${dayText(at)}|${kind}|${assetId}`
    const sum = sums.get(key) ?? { orders: 0, principal: ZERO, owed: ZERO }
    sums.set(key, {
      orders: sum.orders + orders,
      principal: add(sum.principal, principal),
      owed: add(sum.owed, owed),
    })
  }
  await countDeposits(env, before, count)
  await countSeries(env, { now, before }, count)
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, { orders, principal, owed }]) => {
      const [day = '', kind, assetId = '0'] = key.split('|')
      const { code, scale } = findKnownAsset(catalogue, parseInt(assetId, 10)) ?? { code: `#${assetId}`, scale: 0 }
      // Keys are built above from known kinds.
      return {
        day,
        kind: kind as DueKind,
        asset: { code, scale },
        orders,
        principal: encodeAmount(principal),
        owed: encodeAmount(owed),
      }
    })
}

type Count = (at: number, kind: DueKind, assetId: number, sum: Sum) => void

async function countDeposits(env: Env, before: number, count: Count): Promise<void> {
  let after: readonly [number, number] = [0, 0]
  for (;;) {
    const rows = await listDueDeposits(env.DB, { before, after, limit: SLICE })
    for (const { dueAt, assetId, principal, yields } of rows)
      count(dueAt, 'mining', assetId, { orders: 1, principal: decodeAmount(principal), owed: decodeAmount(yields) })
    const last = rows.at(-1)
    if (!last || rows.length < SLICE) return
    after = [last.userId, last.orderNo]
  }
}

/** Maximum payout of a series, as if all shares were bought on its first day; rounding down excepted. */
async function countSeries(
  env: Env,
  { now, before }: { readonly now: number; readonly before: number },
  count: Count,
): Promise<void> {
  for (const { series, left } of await listRunningSeries(env, now)) {
    const sold = series.shares - left
    if (sold === 0 || series.maturesAt >= before) continue
    const invested = amount(shareSize(series) * BigInt(sold))
    const days = Math.max(1, daysUntil(series.maturesAt, series.opensAt))
    const numbers = { ...series, amount: invested, days, baseScale: series.base.scale, quoteScale: series.quote.scale }
    const isCall = series.kind === 'call'
    count(series.maturesAt, 'below', series.base.id, {
      orders: sold,
      principal: isCall ? invested : ZERO,
      owed: amount(investPayout(numbers, 'coin') - (isCall ? invested : 0n)),
    })
    count(series.maturesAt, 'otherwise', series.quote.id, {
      orders: sold,
      principal: isCall ? ZERO : invested,
      owed: amount(investPayout(numbers, 'quote') - (isCall ? 0n : invested)),
    })
  }
}
