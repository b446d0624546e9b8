// Slider of an order's size as a share of the free balance. Needs scripts.

import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { signsOf } from '#domain/number-writing'
import { useSite } from '../site/site'
import { useAlive } from './use-alive'

const MARKS = [0, 25, 50, 75, 100] as const

interface PercentSliderProps {
  /** 0 to 100, whole. */
  readonly percent: number
  readonly onPercent: (percent: number) => void
}

export function PercentSlider({ percent, onPercent }: PercentSliderProps) {
  const { t } = useTranslation('spot')
  const isAlive = useAlive()
  const { language } = useSite()
  return (
    <div className={isAlive ? '' : 'invisible'}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={t('share')}
        aria-valuetext={t('share_of_balance', { percent })}
        onChange={(event) => onPercent(Number(event.target.value))}
        className="percent-slider block"
        // A custom CSS property of the slider, which React's type does not include.
        style={{ '--percent': percent } as CSSProperties}
      />
      <div className="flex justify-between">
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            onClick={() => onPercent(mark)}
            aria-label={t('share_of_balance', { percent: mark })}
            className="-mx-2.25 -mt-1 min-h-9 min-w-9 text-2xs first:pl-2.25 first:text-left last:pr-2.25 last:text-right text-muted hover:text-ink"
          >
            {`${mark}${signsOf(language).unitGap}%`}
          </button>
        ))}
      </div>
    </div>
  )
}
