// The tools of the chart: indicators, line or candles, drawings, time zone. Loaded after the chart itself.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { Icon } from '../components/icon'
import { useLoaded } from '../components/use-alive'
import { useMenuBox } from '../shell/use-menu-box'
import { useSite } from '../site/site'
import { zoneWords } from '../text/dates'
import {
  type ChartSettings,
  DRAWINGS,
  type DrawingName,
  INDICATORS,
  type IndicatorName,
  PARAMETER_MAX,
  isParameter,
  parametersOf,
  readDrawings,
} from './chart-settings'
import type { DrawingState, Drawings } from './kline-drawings.client'
import type { Kline } from './kline.client'
import { useIndicators } from './use-indicators'

interface ChartToolsProps {
  readonly kline: Kline
  readonly pair: Pair
  readonly settings: ChartSettings
  readonly onChange: (settings: ChartSettings) => void
}

/** UTC offsets in minutes of the audience's main time zones. */
const ZONES = [-480, -300, 0, 60, 120, 180, 330, 420, 480, 540, 600] as const
const TOOL = 'flex min-h-11 shrink-0 items-center gap-1 rounded-md px-2 text-xs whitespace-nowrap lg:min-h-8'

export function ChartTools({ kline, pair, settings, onChange }: ChartToolsProps) {
  const { t } = useTranslation('spot')
  const { isLine } = settings
  useIndicators(kline, settings)
  useEffect(() => kline.chart.setStyles({ candle: { type: isLine ? 'area' : 'candle_solid' } }), [kline, isLine])

  return (
    <div role="toolbar" aria-label={t('chart_tools')} className="flex flex-wrap items-center gap-x-0.5 px-1.5 lg:py-1">
      <Toggle isOn={isLine} onFlip={() => onChange({ ...settings, isLine: !isLine })}>
        {t('chart_line')}
      </Toggle>
      <IndicatorMenu settings={settings} onChange={onChange} />
      <DrawingTools kline={kline} symbol={pair.symbol} />
      <ZoneSelect settings={settings} onChange={onChange} />
    </div>
  )
}

type PartProps = Pick<ChartToolsProps, 'settings' | 'onChange'>

function IndicatorMenu({ settings, onChange }: PartProps) {
  const { t } = useTranslation('spot')
  const { indicators } = settings
  const { wiring } = useMenuBox()
  const flip = (name: IndicatorName) => {
    const isOn = indicators.includes(name)
    onChange({
      ...settings,
      indicators: INDICATORS.filter((each) => (each === name ? !isOn : indicators.includes(each))),
    })
  }
  return (
    <details {...wiring} className="relative">
      <summary className={`${TOOL} list-none text-muted hover:text-ink [&::-webkit-details-marker]:hidden`}>
        {t('indicators')}
        <Icon name="down" className="size-3.5" />
      </summary>
      <fieldset className="panel absolute top-full left-0 z-20 grid w-58 p-1 shadow-float">
        <legend className="sr-only">{t('indicators')}</legend>
        {INDICATORS.map((name) => (
          <div
            key={name}
            className="flex min-h-11 items-center gap-1 rounded-md px-2 text-xs hover:bg-raised lg:min-h-8"
          >
            <label className="flex flex-1 items-center gap-2 self-stretch">
              <input
                type="checkbox"
                autoComplete="off"
                checked={indicators.includes(name)}
                onChange={() => flip(name)}
                className="size-4 accent-selected"
              />
              {name}
            </label>
            {indicators.includes(name) && <ParameterFields name={name} settings={settings} onChange={onChange} />}
          </div>
        ))}
      </fieldset>
    </details>
  )
}

/** Period fields of an indicator; incomplete numbers have no effect. */
function ParameterFields({ name, settings, onChange }: PartProps & { readonly name: IndicatorName }) {
  const { t } = useTranslation('spot')
  const values = parametersOf(settings, name)
  const put = (index: number, typed: number) => {
    if (!isParameter(typed)) return
    const next = values.map((value, at) => (at === index ? typed : value))
    onChange({ ...settings, parameters: { ...settings.parameters, [name]: next } })
  }
  return values.map((value, index) => (
    <input
      key={index}
      type="number"
      inputMode="numeric"
      autoComplete="off"
      min={1}
      max={PARAMETER_MAX}
      aria-label={t('indicator_parameter', { name, number: index + 1 })}
      defaultValue={value}
      onChange={(event) => put(index, event.target.valueAsNumber)}
      className="field bare-number min-h-9 w-11 px-1 text-center text-xs lg:min-h-7"
    />
  ))
}

function DrawingTools({ kline, symbol }: { readonly kline: Kline; readonly symbol: string }) {
  const { t } = useTranslation('spot')
  const drawings = useDrawings(kline, symbol)
  return (
    <>
      <select
        autoComplete="off"
        aria-label={t('draw')}
        value=""
        onChange={(event) => {
          const name = DRAWINGS.find((tool) => tool === event.target.value)
          if (name) drawings.start(name)
        }}
        className={`bare ${TOOL} pr-5! text-muted`}
      >
        <option value="">{t('draw')}</option>
        {DRAWINGS.map((name) => (
          <option key={name} value={name}>
            {t(`draw_${name}`)}
          </option>
        ))}
      </select>
      {drawings.isSelected && (
        <button
          type="button"
          aria-label={t('draw_remove')}
          title={t('draw_remove')}
          onClick={drawings.removeSelected}
          className={`${TOOL} text-muted hover:text-ink`}
        >
          <Icon name="trash" className="size-4" />
        </button>
      )}
      {drawings.hasAny && (
        <button type="button" onClick={drawings.removeAll} className={`${TOOL} text-muted hover:text-ink`}>
          {t('draw_remove_all')}
        </button>
      )}
    </>
  )
}

function ZoneSelect({ settings, onChange }: PartProps) {
  const { t } = useTranslation('spot')
  const { offset } = useSite()
  const { zone } = settings
  return (
    <select
      autoComplete="off"
      aria-label={t('zone')}
      value={zone === null ? '' : String(zone)}
      onChange={(event) =>
        onChange({ ...settings, zone: event.target.value === '' ? null : Number(event.target.value) })
      }
      className={`bare ${TOOL} ml-auto max-w-40 pr-5! text-muted`}
    >
      <option value="">{t('zone_own', { zone: zoneWords(offset) })}</option>
      {ZONES.map((minutes) => (
        <option key={minutes} value={minutes}>
          {zoneWords(minutes)}
        </option>
      ))}
    </select>
  )
}

interface ToggleProps {
  readonly isOn: boolean
  readonly onFlip: () => void
  readonly children: ReactNode
}

const Toggle = ({ isOn, onFlip, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onFlip}
    className={`${TOOL} ${isOn ? 'bg-raised font-semibold text-ink' : 'text-muted hover:text-ink'}`}
  >
    {children}
  </button>
)

const loadDrawings = () => import('./kline-drawings.client')

/** Loads the drawing module when saved drawings exist or drawing starts. */
function useDrawings(kline: Kline, symbol: string) {
  const [drawings, setDrawings] = useState<Drawings | null>(null)
  const [state, setState] = useState<DrawingState>({ isSelected: false, hasAny: false })
  const [isWanted, setWanted] = useState(() => readDrawings(symbol).length > 0)
  const chosen = useRef<DrawingName | null>(null)
  const loaded = useLoaded(loadDrawings, isWanted)
  useEffect(() => {
    if (!loaded) return
    const made = new loaded.Drawings(kline.chart, symbol, setState)
    setDrawings(made)
    if (chosen.current) made.start(chosen.current)
    chosen.current = null
    return () => made.close()
  }, [kline, symbol, loaded])
  return {
    ...state,
    start: (name: DrawingName) => {
      if (drawings) return drawings.start(name)
      chosen.current = name
      setWanted(true)
    },
    removeSelected: () => drawings?.removeSelected(),
    removeAll: () => drawings?.removeAll(),
  }
}
