// Depth chart: cumulative book sizes as two SVG paths, without a library. Loaded on demand. Prices and lots become
// pixels, so floats are fine.

import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { DepthRow } from '#party/protocol/market'
import { type BookSide, gatherLevels } from '../../live/book-levels'
import { useNumbers } from '../../text/numbers'
import { type DepthPoint, depthHills, hillPath, pointAt } from './depth-hills'

interface DepthChartProps {
  readonly pair: Pair
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
}

const LOOKS: Readonly<Record<BookSide, string>> = {
  bid: 'fill-up/15 stroke-up',
  ask: 'fill-down/15 stroke-down',
}

export function DepthChart({ pair, bids, asks }: DepthChartProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const [pointed, setPointed] = useState<number | null>(null)
  const hills = depthHills(gatherLevels(bids, 'bid', 1), gatherLevels(asks, 'ask', 1))
  if (!hills) return <p className="grid size-full place-items-center text-sm text-muted">{t('depth_empty')}</p>
  const point = pointed === null ? null : pointAt(hills, pointed)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed((event.clientX - left) / width)
  }
  const deepest = (side: BookSide) => numbers.quantity(pair, hills[side].at(-1)?.lots ?? 0)
  return (
    <div
      data-testid="depth-chart"
      className="absolute inset-0 touch-pan-y"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setPointed(null)}
    >
      <svg
        role="img"
        aria-label={t('depth_label', { bids: deepest('bid'), asks: deepest('ask'), asset: pair.base.code })}
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        className="size-full pt-8 pb-6"
      >
        {(['bid', 'ask'] as const).map((side) => (
          <path
            key={side}
            d={hillPath(hills, side)}
            className={LOOKS[side]}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <Axis pair={pair} hills={hills} />
      {point && <Pointed pair={pair} point={point} />}
    </div>
  )
}

function Axis({
  pair,
  hills,
}: {
  readonly pair: Pair
  readonly hills: { readonly low: number; readonly high: number }
}) {
  const numbers = useNumbers()
  const middle = Math.round((hills.low + hills.high) / 2)
  return (
    <div aria-hidden="true" className="absolute inset-x-2 bottom-1 flex justify-between text-2xs text-muted">
      {[hills.low, middle, hills.high].map((ticks) => (
        <span key={ticks}>{numbers.price(pair, ticks)}</span>
      ))}
    </div>
  )
}

function Pointed({ pair, point }: { readonly pair: Pair; readonly point: DepthPoint & { readonly x: number } }) {
  const numbers = useNumbers()
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 border-l border-dashed border-line-strong"
        style={{ left: `${point.x * 100}%` }}
      />
      <p className="pointer-events-none absolute top-2 left-3 text-xs">
        {numbers.price(pair, point.ticks)} <span className="text-muted">{pair.quote.code} · Σ</span>{' '}
        {numbers.quantity(pair, point.lots)} <span className="text-muted">{pair.base.code}</span>
      </p>
    </>
  )
}
