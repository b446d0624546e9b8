// The scale of the chart around the mark of the last price, which lies over it.

import type { AxisCreateTicksCallback, Chart } from 'klinecharts'

/** Nearer to its middle than this, the mark would cut a figure of the scale. */
const REACH = 16

/** Without the figure that the mark would cut. The mark moves while the scale stands: it is asked for whenever the scale is drawn. */
export const clearOfLast =
  (chart: Pick<Chart, 'convertToPixel' | 'getDataList'>): AxisCreateTicksCallback =>
  ({ defaultTicks }) =>
    defaultTicks.map((tick) => ({
      ...tick,
      get text() {
        const last = chart.getDataList().at(-1)
        const at = last ? chart.convertToPixel({ value: last.close }) : {}
        return 'y' in at && Math.abs(at.y - tick.coord) < REACH ? '' : tick.text
      },
    }))
