// The line over the chart: fold, periods, depth, tools, full screen.

import { useParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PERIODS } from '#party/protocol/quotes'
import { Icon } from '../components/icon'
import { PairLinks } from '../components/market/pair-links'
import { showInRow } from '../components/spot/show-in-row'
import { Sparkline } from '../components/sparkline'
import { useAlive } from '../components/use-alive'
import type { Direction } from '../text/decimal-text'
import type { ChartSettings } from './chart-settings'

/** State and setter of a toggle. */
export type Toggle = readonly [isOn: boolean, turn: (isOn: boolean) => void]

interface ChartBarProps {
  readonly closes: readonly string[]
  /** Direction of the 24 h price change, as in the price header. */
  readonly direction: Direction | undefined
  readonly settings: ChartSettings
  readonly onChange: (settings: ChartSettings) => void
  /** Fold state, on a phone only. */
  readonly open: Toggle
  /** Depth chart toggle; absent without an order book. */
  readonly depth?: Toggle | undefined
  readonly tools: Toggle
  readonly full: Toggle
}

export function ChartBar({ closes, direction, settings, onChange, open, depth, tools, full }: ChartBarProps) {
  const isAlive = useAlive()
  const { symbol = '' } = useParams()
  return (
    <div className="chart-bar flex flex-wrap border-b border-line">
      <FoldButton open={open} closes={closes} direction={direction} />
      <Periods settings={settings} onChange={onChange} depth={depth} />
      <div className="unfolded ml-auto flex shrink-0 pr-1 max-lg:min-h-11">
        <PairLinks symbol={symbol} className="w-11 lg:w-9" />
        <div className={`flex ${isAlive ? '' : 'invisible'}`}>
          <ViewButtons depth={depth} tools={tools} full={full} />
        </div>
      </div>
    </div>
  )
}

/** Fold button, where the chart does not always stand; shows the day's sparkline while folded. */
function FoldButton({
  open: [isOpen, onOpen],
  closes,
  direction,
}: Pick<ChartBarProps, 'open' | 'closes' | 'direction'>) {
  const { t } = useTranslation('market')
  const isAlive = useAlive()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
      className={`chart-fold flex min-h-11 items-center gap-1 px-2.5 text-xs font-semibold ${isOpen ? 'shrink-0' : 'min-w-0 flex-1'}`}
    >
      <Icon name={isOpen ? 'up' : 'down'} className={`size-4 ${isAlive ? '' : 'invisible'}`} />
      {t('chart')}
      {!isOpen && (
        <span aria-hidden="true" className="min-w-0 flex-1 pl-3">
          <Sparkline closes={closes} direction={direction} hasArea className="h-9 w-full" />
        </span>
      )}
    </button>
  )
}

const NO_DEPTH: Toggle = [false, () => undefined]

type PeriodsProps = Pick<ChartBarProps, 'settings' | 'onChange' | 'depth'>

function Periods({ settings, onChange, depth: [isDepth, onDepth] = NO_DEPTH }: PeriodsProps) {
  const { t } = useTranslation('market')
  return (
    <div
      role="group"
      aria-label={t('period')}
      className="unfolded no-scrollbar flex min-w-0 overflow-x-auto px-1 goes-on max-lg:order-last max-lg:w-full max-lg:justify-between lg:flex-auto 2xl:gap-0.5"
    >
      {PERIODS.map((period) => {
        const isChosen = period === settings.period
        return (
          <button
            key={period}
            type="button"
            ref={isChosen ? showInRow : undefined}
            onClick={() => {
              onDepth(false)
              onChange({ ...settings, period })
            }}
            aria-pressed={!isDepth && isChosen}
            className={tabClass(!isDepth && isChosen)}
          >
            {t(`period_${period}`)}
          </button>
        )
      })}
    </div>
  )
}

function ViewButtons({
  depth,
  tools: [isToolsOpen, onTools],
  full: [isFull, onFull],
}: Pick<ChartBarProps, 'depth' | 'tools' | 'full'>) {
  const { t } = useTranslation('spot')
  return (
    <>
      {depth && <DepthButton depth={depth} />}
      <button
        type="button"
        aria-expanded={isToolsOpen}
        {...named(t('chart_tools'))}
        onClick={() => onTools(!isToolsOpen)}
        className="grid w-11 place-items-center text-muted hover:text-ink lg:hidden"
      >
        <Icon name="settings" className="size-4.5" />
      </button>
      <button
        type="button"
        aria-pressed={isFull}
        {...named(t(isFull ? 'full_screen_leave' : 'full_screen'))}
        onClick={() => onFull(!isFull)}
        className="grid w-11 place-items-center text-muted hover:text-ink lg:w-9"
      >
        <Icon name={isFull ? 'close' : 'expand'} className="size-4.5" />
      </button>
    </>
  )
}

function DepthButton({ depth: [isDepth, onDepth] }: { readonly depth: Toggle }) {
  const { t } = useTranslation('spot')
  return (
    <button
      type="button"
      aria-pressed={isDepth}
      {...named(t('depth'))}
      onClick={() => onDepth(!isDepth)}
      className={tabClass(isDepth)}
    >
      <span className="max-xl:hidden">{t('depth')}</span>
      <Icon name="market" className="size-4.5 xl:hidden" />
    </button>
  )
}

/** Accessible name and tooltip of an icon button. */
const named = (words: string) => ({ 'aria-label': words, title: words })

const tabClass = (isOn: boolean): string =>
  `shrink-0 border-b-2 px-1.5 text-xs whitespace-nowrap lg:max-xl:px-1 2xl:px-2 min-h-11 lg:min-h-9 ${
    isOn ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted hover:text-ink'
  }`
