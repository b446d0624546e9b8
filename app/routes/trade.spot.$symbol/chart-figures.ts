// Numbers of the chart library's making, as the page's language writes them. Pure.

import type { Numbers } from '../../text/numbers'

export interface ChartFigures {
  readonly format: (value: string | number) => string
  readonly formatBigNumber: (value: string | number) => string
}

/** What was shortened is passed on to `format`, and is no plain number any more. */
export const chartFigures = ({ decimal, compact }: Pick<Numbers, 'decimal' | 'compact'>): ChartFigures => {
  const written = (write: (plain: string) => string) => (value: string | number) =>
    /^-?\d+(?:\.\d+)?$/.test(String(value)) ? write(String(value)) : String(value)
  return { format: written(decimal), formatBigNumber: written(compact) }
}
