// Chart of the spot terminal: the shared chart with own orders and fills, or the depth chart. Folded on a phone until
// opened.

import { memo, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { DepthRow } from '#party/protocol/market'
import type { Kline } from '../../chart/kline.client'
import { PriceChart, type PriceChartProps } from '../../chart/price-chart'
import { useLoaded } from '../../components/use-alive'
import { useNumbers } from '../../text/numbers'

interface ChartPanelProps extends Omit<PriceChartProps, 'open' | 'depth' | 'children'> {
  /** Order book, while the depth chart is selected; otherwise null. */
  readonly depth: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] } | null
  readonly openOrders: readonly SpotOrderRow[]
  readonly conditionals: readonly ConditionalRow[]
  readonly fills: readonly SpotFillRow[]
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onDepth: (isDepth: boolean) => void
}

const loadDepth = () => import('./depth-chart')
const loadOwn = () => import('../../chart/kline-own.client')

/** Memoized: re-rendered only for a price or an order, while the order book changes ten times a second. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { depth, openOrders, conditionals, fills, isOpen, onOpen, onDepth, ...chart } = props
  const { pair } = chart
  const hills = useLoaded(loadDepth, depth !== null)
  const picture = depth && hills && <hills.DepthChart pair={pair} bids={depth.bids} asks={depth.asks} />
  return (
    <PriceChart {...chart} open={[isOpen, onOpen]} depth={{ toggle: [depth !== null, onDepth], picture }}>
      {(kline) => (
        <OwnMarks kline={kline} pair={pair} openOrders={openOrders} conditionals={conditionals} fills={fills} />
      )}
    </PriceChart>
  )
})

interface OwnMarksProps extends Pick<ChartPanelProps, 'pair' | 'openOrders' | 'conditionals' | 'fills'> {
  readonly kline: Kline
}

/** Marks of own orders and fills, loaded with the first one. */
function OwnMarks({ kline, pair, openOrders, conditionals, fills }: OwnMarksProps) {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const numbers = useNumbers()
  const own = useLoaded(loadOwn, openOrders.length + conditionals.length + fills.length > 0)
  useEffect(() => {
    own?.drawOwn(kline.chart, {
      numbers,
      pair,
      openOrders,
      conditionals,
      fills,
      sideWords: { buy: t('buy'), sell: t('sell') },
      causeWords: {
        stop: tPlan('cause_stop'),
        take_profit: tPlan('cause_take_profit'),
        trailing: tPlan('cause_trailing'),
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- words change with the page's language, which loads the page anew
  }, [kline, own, pair, openOrders, conditionals, fills])
  return null
}
