// Frame of login, registration and password pages: the form, and on desktop a panel with slogan and features.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon'
import { useSite } from '../../site/site'

export function EntryFrame({ title, children, foot }: { title: string; children: ReactNode; foot: ReactNode }) {
  return (
    <div className="mx-auto max-w-md rounded-2xl border-line bg-surface max-lg:border max-lg:pb-6 max-sm:mx-3 max-lg:mt-3 sm:max-lg:my-6 lg:my-10 lg:grid lg:max-w-5xl lg:grid-cols-[1fr_27rem] lg:overflow-hidden lg:border lg:shadow-float">
      <BrandPanel />
      <div className="px-5 pt-5 lg:p-10">
        <h1 className="mb-5 text-2xl font-bold">{title}</h1>
        {children}
        <div className="mt-6 text-center text-sm text-muted">{foot}</div>
      </div>
    </div>
  )
}

const POINTS = [
  { icon: 'orders', word: 'point_fair' },
  { icon: 'assets', word: 'point_exact' },
  { icon: 'shield', word: 'point_safe' },
] as const

function BrandPanel() {
  const { t } = useTranslation('identity')
  const { name } = useSite()
  return (
    <aside className="relative isolate hidden flex-col gap-8 overflow-hidden border-r border-line bg-house p-10 lg:flex">
      <p className="text-lg font-bold">{name}</p>
      {/* Vertically centred beside a long form. */}
      <div className="my-auto grid max-w-md gap-8 pb-40">
        <p className="text-3xl font-bold text-balance [word-break:auto-phrase]">{t('slogan')}</p>
        <ul className="grid gap-4">
          {POINTS.map(({ icon, word }) => (
            <li key={word} className="flex items-start gap-3">
              <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-brand/20 text-brand-text">
                <Icon name={icon} />
              </span>
              <span className="pt-1.5 text-sm">{t(word)}</span>
            </li>
          ))}
        </ul>
      </div>
      <Candles />
    </aside>
  )
}

/** Opening, height, low and length of each candle's wick: a drawing, not a market. */
const CANDLES = [
  [96, 22, 82, 50],
  [84, 20, 74, 40],
  [90, 18, 80, 38],
  [70, 26, 58, 48],
  [62, 16, 52, 36],
  [68, 22, 60, 40],
  [50, 26, 38, 50],
  [44, 14, 34, 34],
  [48, 24, 40, 42],
  [28, 28, 18, 50],
  [34, 16, 24, 36],
  [14, 26, 6, 46],
] as const

const Candles = () => (
  <svg
    viewBox="0 0 360 130"
    preserveAspectRatio="xMidYMax meet"
    aria-hidden="true"
    className="absolute inset-x-8 bottom-6 -z-10 h-40 text-brand opacity-60"
  >
    {CANDLES.map(([top, height, wickTop, wick], index) => (
      <g key={top * 100 + wickTop} transform={`translate(${index * 30 + 8} 0)`}>
        <path d={`M7 ${wickTop}v${wick}`} stroke="currentColor" strokeWidth="1.5" />
        <rect y={top} width="14" height={height} rx="2" fill="currentColor" />
      </g>
    ))}
  </svg>
)
