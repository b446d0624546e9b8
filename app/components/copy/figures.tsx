// Statistics of a trader's log, for lists and the trader's page.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatUnits } from '#domain/money/amount'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { FigureGrid } from '../figure-list'

/** Amounts in USDT's smallest unit, rates in units of 1e-8, both as integer text. */
export interface ShownFigures {
  readonly profit: string
  readonly returnRate: string
  readonly accuracy: string
  readonly drawdown: string
  /** Of all followers' ended copies. */
  readonly followersProfit: string
  readonly followers: number
  readonly ended: number
}

const SCALE = 6

/** A rate in percent, rounded to the nearest hundredth. */
const twoDecimals = (units: string): string => {
  const value = BigInt(units)
  return formatUnits((value < 0n ? value - 5_000n : value + 5_000n) / 10_000n, 2)
}

export function useCopyNumbers() {
  const numbers = useNumbers()
  return {
    usdt: (units: string) => numbers.usdt(formatUnits(BigInt(units), SCALE)),
    result: (units: string) => numbers.result(formatUnits(BigInt(units), SCALE)),
    percent: (units: string) => numbers.percent(twoDecimals(units)),
    /** Signed, as the result beside it is. */
    change: (units: string) => numbers.change(twoDecimals(units)),
  }
}

/** Writes a mean holding time given in ms, which is 0 without trades. */
export function useHoldingTime(): (heldMs: number) => string {
  const { t } = useTranslation('copy')
  return (heldMs) => {
    if (heldMs === 0) return '—'
    return heldMs >= 2 * HOUR_MS
      ? t('hours', { count: Math.round(heldMs / HOUR_MS) })
      : t('minutes', { count: Math.max(1, Math.round(heldMs / MINUTE_MS)) })
  }
}

const toneOf = (units: string): string =>
  units === '0' ? '' : units.startsWith('-') ? 'text-down-text' : 'text-up-text'

/** Signed and coloured pnl. */
export function SignedUsdt({ units }: { readonly units: string }) {
  const { result } = useCopyNumbers()
  return <span className={`tabular-nums ${toneOf(units)}`}>{result(units)}</span>
}

/** Where no head names the unit, which never stands on a line of its own. */
export const inUsdt = (value: ReactNode): ReactNode => (
  <span className="whitespace-nowrap">
    {value}
    {bound('USDT')}
  </span>
)

const WITHOUT_TRADES: ReadonlySet<string> = new Set(['trades', 'followers'])

/** Without ended trades there are no results, so only what exists is listed. */
export function CopyFigures({
  figures,
  isWhole = false,
}: {
  readonly figures: ShownFigures
  readonly isWhole?: boolean
}) {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const { change, percent, usdt } = useCopyNumbers()
  const { profit, returnRate, accuracy, drawdown, followersProfit, followers, ended } = figures
  const rows = [
    ['profit', inUsdt(<SignedUsdt units={profit} />)],
    ['return', <span className={toneOf(returnRate)}>{change(returnRate)}</span>],
    ['accuracy', percent(accuracy)],
    ['trades', numbers.count(ended)],
    ['drawdown', inUsdt(usdt(drawdown))],
    ['followers_profit', inUsdt(<SignedUsdt units={followersProfit} />)],
    ['followers', numbers.count(followers)],
  ] as const
  return (
    <FigureGrid
      rows={(ended === 0 ? rows.filter(([key]) => WITHOUT_TRADES.has(key)) : rows).map(([key, value]) => ({
        key,
        label: t(key),
        value,
      }))}
      className={`grid-cols-2 gap-x-3 gap-y-2 text-sm ${isWhole ? 'sm:grid-cols-3 lg:grid-cols-7' : ''}`}
    />
  )
}
