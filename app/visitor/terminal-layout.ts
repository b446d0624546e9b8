// Terminal layout of a visitor: panel sizes, chart visibility, order confirmation. Stored in a cookie, so that the
// server renders the final layout without shifts.

export interface TerminalLayout {
  /** Panel widths and height of the upper row on a wide screen, in pixels. */
  readonly markets: number
  readonly book: number
  readonly ticket: number
  readonly upper: number
  /** On a phone; a wide screen always shows the chart. Null until chosen. */
  readonly isChartOpen: boolean | null
  /** True when every order requires confirmation. */
  readonly isAsking: boolean
}

export const TERMINAL_LAYOUT_COOKIE = 'cm_terminal'
const PANELS = ['markets', 'book', 'ticket', 'upper'] as const
export type PanelName = (typeof PANELS)[number]

export const DEFAULT_TERMINAL_LAYOUT: TerminalLayout = {
  markets: 208,
  book: 256,
  ticket: 288,
  upper: 552,
  isChartOpen: null,
  isAsking: true,
}

export const PANEL_BOUNDS: Readonly<Record<PanelName, { readonly min: number; readonly max: number }>> = {
  markets: { min: 160, max: 340 },
  book: { min: 208, max: 400 },
  ticket: { min: 256, max: 420 },
  upper: { min: 400, max: 1000 },
}

const LETTERS: Readonly<Record<PanelName, string>> = { markets: 'm', book: 'b', ticket: 't', upper: 'u' }

export const clampPanel = (name: PanelName, size: number): number =>
  Math.round(Math.min(PANEL_BOUNDS[name].max, Math.max(PANEL_BOUNDS[name].min, size)))

/** Parses "m208.b256.t288.u552.c1.k1"; missing and invalid parts fall back to defaults. */
export function parseTerminalLayout(text: string | undefined): TerminalLayout {
  const values = new Map((text ?? '').split('.').map((part) => [part.slice(0, 1), part.slice(1)]))
  const size = (name: PanelName): number => {
    const value = values.get(LETTERS[name])
    return value && /^\d{2,4}$/.test(value) ? clampPanel(name, Number(value)) : DEFAULT_TERMINAL_LAYOUT[name]
  }
  return {
    markets: size('markets'),
    book: size('book'),
    ticket: size('ticket'),
    upper: size('upper'),
    isChartOpen: values.has('c') ? values.get('c') === '1' : null,
    isAsking: values.get('k') !== '0',
  }
}

export const formatTerminalLayout = (layout: TerminalLayout): string =>
  [
    ...PANELS.map((name) => LETTERS[name] + String(layout[name])),
    ...(layout.isChartOpen === null ? [] : [`c${layout.isChartOpen ? 1 : 0}`]),
    `k${layout.isAsking ? 1 : 0}`,
  ].join('.')
