// Loader of the portfolio page: equity by hour, day or month, results by source, and costs.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { formatAmount, formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { RATIO_SCALE, SOURCES, type Series } from '#domain/portfolio/series'
import { MONEY_PLACES } from '#domain/portfolio/movement'
import { type Range, RANGES } from '#domain/portfolio/ranges'
import { type PortfolioHistory, endOfStep, loadHistory, loadToday, readCost } from '#services/portfolio'
import { titleOf } from '../../text/title.server'
import { startOfToday } from '../../text/today'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, readOffset, requireSession, valueOf } from '../../visitor/visitor.server'
import { assetCosts, pairCosts } from './costs.server'

export const readRange = (text: string | null): Range => RANGES.find((range) => range === text) ?? '1W'

const percentText = (rate: bigint | null): string | null =>
  rate === null ? null : formatUnits(rate * 100n, RATIO_SCALE)

const text = (value: bigint): string => formatUnits(value, VALUE_SCALE)

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const { searchParams } = new URL(request.url)
  const range = readRange(searchParams.get('range'))
  const now = Date.now()
  const [loaded, today] = await Promise.all([
    loadHistory(env, session, { range, now }),
    loadToday(env, session, { dayStart: startOfToday(now, readOffset(request)), now }),
  ])
  const history = valueOf(request, loaded)
  const { series } = history
  const place = MONEY_PLACES.find((each) => each === searchParams.get('place') && series.places.has(each)) ?? null
  const line = place === null && searchParams.get('line') !== 'value' ? 'result' : 'value'
  const from = firstShown(series)
  return {
    title: titleOf(request, 'wallet', 'portfolio'),
    texts: broughtTexts(readLanguage(request), 'portfolio'),
    range,
    today: today.ok ? { ...today.value, held: [] } : null,
    place,
    line,
    curveFrom: curveFrom(history, series.points.length - from, now),
    points: series.points.slice(from).map((point, index) => ({
      at: point.at,
      value: text(place === null ? point[line] : (series.places.get(place)?.[from + index] ?? 0n)),
    })),
    equity: text(series.points.at(-1)?.value ?? 0n),
    start: text(series.points[0]?.value ?? 0n),
    received: text(series.received),
    given: text(series.given),
    result: text(series.result),
    percent: percentText(series.rate),
    moneyPercent: isShortHistory(series) ? null : percentText(series.moneyRate),
    places: MONEY_PLACES.flatMap((each) => {
      const values = series.places.get(each)
      return values ? [{ place: each, value: text(values.at(-1) ?? 0n) }] : []
    }),
    sources: SOURCES.flatMap((source) => {
      const value = series.results.get(source) ?? 0n
      return value === 0n ? [] : [{ source, value: text(value) }]
    }),
    assets: assetCosts(history),
    pairs: pairCosts(history),
    works: worksRealized(history),
  }
}

function worksRealized({ costs, assets }: Parameters<typeof assetCosts>[0]): string | null {
  const row = costs.find(({ key }) => key === 'works')
  const usdt = assets.find(({ code }) => code === 'USDT')
  return row && usdt ? formatAmount(usdt, readCost(row).realized) : null
}

const DAY_MS = 86_400_000

/** Money for less than a day makes a money-weighted return look large: the average amount is small. */
function isShortHistory({ points }: Series): boolean {
  const first = points.findIndex(({ value, result }) => value !== 0n || result !== 0n)
  const [start, end] = [points[first], points.at(-1)]
  return first > 0 && start !== undefined && end !== undefined && end.at - start.at < DAY_MS
}

/** Two points would be a straight line, which says nothing of the time between. */
const POINTS_LEAST = 3

/** When a history of `count` points has enough for a curve: the end of a step adds one. Null if it has. */
function curveFrom({ step }: PortfolioHistory, count: number, now: number): number | null {
  if (count >= POINTS_LEAST) return null
  let at = now
  for (let points = count; points < POINTS_LEAST; points += 1) at = endOfStep(step, at)
  return at
}

/** The empty time before the first money is not drawn. */
function firstShown({ points }: Series): number {
  const first = points.findIndex(({ value, result }) => value !== 0n || result !== 0n)
  return Math.max(0, Math.min(first, points.length - 1) - 1)
}
