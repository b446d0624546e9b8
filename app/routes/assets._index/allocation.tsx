// Asset allocation: ring chart with a text legend; only the legend is read by screen readers.

import { useTranslation } from 'react-i18next'
import { type Appraised, type Slice, slicesOf } from '#domain/portfolio/appraisal'
import { formatUnits } from '#domain/money/amount'
import { coinColour } from '../../components/coin'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { usdtText } from '../../live/use-portfolio'
import { useNumbers } from '../../text/numbers'

/** More segments would be indistinguishable. */
const NAMED_MAX = 5

export function Allocation({ merged }: { readonly merged: readonly Appraised[] }) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const slices = slicesOf(merged, NAMED_MAX)
  if (slices.length === 0) return null
  return (
    <section className="panel h-fit p-4 lg:max-xl:h-auto lg:col-start-2 lg:row-start-1 lg:p-5 xl:col-start-1 xl:row-start-2">
      <h2 className="mb-3 text-sm font-semibold">{t('allocation')}</h2>
      <div className="flex items-center gap-5">
        <Ring slices={slices} />
        <ul className="grid min-w-0 flex-1 gap-2 text-sm">
          {slices.map((slice) => (
            <li key={nameOf(slice)} className="flex items-baseline gap-2">
              <svg viewBox="0 0 8 8" className="size-2 shrink-0" aria-hidden="true">
                <circle cx="4" cy="4" r="4" fill={colourOf(slice)} />
              </svg>
              <span className="min-w-0 flex-1 truncate">{slice.asset?.code ?? t('allocation_rest')}</span>
              <span className="text-right">
                <span className="block">{numbers.percent(formatUnits(slice.perMille, 1))}</span>
                <Hideable>
                  <FiatText usdt={usdtText(slice.value)} className="block text-2xs text-muted" />
                </Hideable>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const nameOf = ({ asset }: Slice): string => asset?.code ?? ''
const colourOf = ({ asset }: Slice): string => (asset ? coinColour(asset.code) : 'var(--color-flat)')

/**
 * Gap between ring segments in 1/1000 of the circumference, half at each end. No segment starts exactly at the circle's
 * start, where some browsers draw dash ends skewed.
 */
const GAP = 8

function Ring({ slices }: { readonly slices: readonly Slice[] }) {
  return (
    <svg viewBox="0 0 100 100" className="w-28 min-w-16 -rotate-90" aria-hidden="true">
      {slices.map((slice, index) => {
        const length = Number(slice.perMille)
        const drawn = slices.length === 1 ? length : Math.max(length - GAP, 2)
        return (
          <circle
            key={nameOf(slice)}
            cx="50"
            cy="50"
            r="42"
            fill="none"
            stroke={colourOf(slice)}
            strokeWidth="13"
            pathLength="1000"
            strokeDasharray={`${drawn} ${1000 - drawn}`}
            strokeDashoffset={-startOf(slices, index) - GAP / 2}
          />
        )
      })}
    </svg>
  )
}

const startOf = (slices: readonly Slice[], index: number): number =>
  slices.slice(0, index).reduce((sum, slice) => sum + Number(slice.perMille), 0)
