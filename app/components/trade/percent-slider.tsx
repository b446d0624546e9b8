// Slider of an order's size as a share of the free balance. Needs scripts.

import { useTranslation } from 'react-i18next'
import { signsOf } from '#domain/number-writing'
import { useSite } from '../../site/site'
import { MarkedSlider } from '../marked-slider'

const MARKS = [0, 25, 50, 75, 100] as const

interface PercentSliderProps {
  /** 0 to 100, whole. */
  readonly percent: number
  readonly onPercent: (percent: number) => void
}

export function PercentSlider({ percent, onPercent }: PercentSliderProps) {
  const { t } = useTranslation('spot')
  const { language } = useSite()
  return (
    <MarkedSlider
      label={t('share')}
      value={percent}
      max={100}
      valueText={t('share_of_balance', { percent })}
      marks={MARKS.map((mark) => ({
        at: mark,
        words: `${mark}${signsOf(language).unitGap}%`,
        label: t('share_of_balance', { percent: mark }),
      }))}
      onValue={onPercent}
    />
  )
}
