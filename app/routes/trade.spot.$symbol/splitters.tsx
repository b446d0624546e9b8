// Panel splitters: dragged, or moved by arrow keys. Custom code, because five grid tracks need four handlers, where a
// library adds ten kilobytes.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DEFAULT_TERMINAL_LAYOUT,
  type TerminalLayout,
  PANEL_BOUNDS,
  type PanelName,
  clampPanel,
} from '../../visitor/terminal-layout'

interface SplittersProps {
  readonly layout: TerminalLayout
  readonly onChange: (part: Partial<TerminalLayout>) => void
}

/** Sign: whether the panel grows or shrinks when its line moves right or down. */
const LINES: readonly { readonly of: PanelName; readonly sign: 1 | -1 }[] = [
  { of: 'markets', sign: 1 },
  { of: 'book', sign: -1 },
  { of: 'ticket', sign: -1 },
  { of: 'upper', sign: 1 },
]
const KEY_STEP = 16

export const Splitters = (props: SplittersProps) => LINES.map((line) => <Splitter key={line.of} {...line} {...props} />)

function Splitter({ of, sign, layout, onChange }: SplittersProps & (typeof LINES)[number]) {
  const { t } = useTranslation('spot')
  const drag = useRef<{ readonly from: number; readonly size: number } | null>(null)
  const isVertical = of !== 'upper'
  const { min, max } = PANEL_BOUNDS[of]
  const at = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY)

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.dataset['dragged'] = ''
    drag.current = { from: at(event), size: layout[of] }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current) return
    const size = clampPanel(of, drag.current.size + sign * (at(event) - drag.current.from))
    if (size !== layout[of]) onChange({ [of]: size })
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    delete event.currentTarget.dataset['dragged']
    drag.current = null
  }
  const press = (event: KeyboardEvent) => {
    const size = sizeAfter(event.key, { of, sign, isVertical, size: layout[of] })
    if (size === null) return
    event.preventDefault()
    onChange({ [of]: clampPanel(of, size) })
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      data-of={of}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-label={t(`resize_${of}`)}
      aria-valuenow={layout[of]}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
      onDoubleClick={() => onChange({ [of]: DEFAULT_TERMINAL_LAYOUT[of] })}
    />
  )
}

function sizeAfter(
  key: string,
  { of, sign, isVertical, size }: { of: PanelName; sign: 1 | -1; isVertical: boolean; size: number },
): number | null {
  const [less, more] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  if (key === less) return size - sign * KEY_STEP
  if (key === more) return size + sign * KEY_STEP
  if (key === 'Home') return PANEL_BOUNDS[of].min
  if (key === 'End') return PANEL_BOUNDS[of].max
  return key === 'Enter' ? DEFAULT_TERMINAL_LAYOUT[of] : null
}
