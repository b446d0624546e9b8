// Line icons, inline so that pages load no icon font. Decorative: the adjacent text carries the meaning.

const PATHS = {
  home: 'M3 11.5 12 4l9 7.5M5.5 10v10h13V10M10 20v-6h4v6',
  market: 'M4 20V10M10 20V4M16 20v-8M22 20H2',
  trade: 'M7 4v16M7 4 3.5 7.5M7 4l3.5 3.5M17 20V4M17 20l-3.5-3.5M17 20l3.5-3.5',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  assets: 'M3 7.5A2.5 2.5 0 0 1 5.5 5H18v3M3 7.5V18a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5.5M16.5 14h.01',
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13ZM15.5 15.5 21 21',
  star: 'm12 3.5 2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.8-5.3 2.8 1-5.8-4.2-4.1 5.9-.9z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  down: 'm6 9 6 6 6-6',
  right: 'm9 6 6 6-6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  swap: 'M4 8h15m0 0-4-4m4 4-4 4M20 16H5m0 0 4-4m-4 4 4 4',
  left: 'm15 6-6 6 6 6',
  up: 'm6 15 6-6 6 6',
  reply: 'M9 6.5 4 11.5l5 5M4 11.5h9.5a6 6 0 0 1 6 6v1',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.7v.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.6a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9M12 16.8v.01',
  refresh: 'M20 11.5A8 8 0 0 0 5.6 7M4 4v4h4M4 12.5A8 8 0 0 0 18.4 17M20 20v-4h-4',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19 12l2-1.5-2-3.4-2.3.9-1.7-1L14.6 4h-4l-.5 3-1.7 1-2.4-.9-2 3.4 2 1.5-2 1.5 2 3.4 2.4-.9 1.7 1 .5 3h4l.4-3 1.7-1 2.3.9 2-3.4z',
  sort: 'M8 5v14m0 0-3-3m3 3 3-3M16 19V5m0 0-3 3m3-3 3 3',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hidden:
    'M9.8 5.7A9.4 9.4 0 0 1 12 5.5c3.7 0 7 2 9.5 6.5a15 15 0 0 1-2.3 3.1M6.4 7.2A14 14 0 0 0 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5a9.5 9.5 0 0 0 4.5-1.1M4 4l16 16',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.5 2',
  news: 'M5 4h11v16H6.5A2.5 2.5 0 0 1 4 17.5V5a1 1 0 0 1 1-1ZM16 9h4v8.5a2.5 2.5 0 0 1-2.5 2.5H16M7.5 8h5M7.5 12h5M7.5 16h3',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5M12 8v4.3l3 1.7',
  deposit: 'M12 4v11m0 0-4-4m4 4 4-4M4.5 19.5h15',
  withdraw: 'M12 16V5m0 0L8 9m4-4 4 4M4.5 19.5h15',
  phone: 'M7.5 3h9v18h-9zM11 18h2',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  palette:
    'M12 21a9 9 0 1 1 9-9c0 2.5-2 3.5-4 3.5h-2a1.8 1.8 0 0 0-1.2 3.2c.7.8.2 2.3-1.8 2.3ZM8 10.5v.01M12 7.5v.01M16 10.5v.01',
  chart: 'M4 4v16h16M7.5 15l4-5 3 3 5-6.5',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2.2 2.2L15.2 10',
  lock: 'M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5-11 11zM13.5 7l3.5 3.5',
  logout: 'M14 4H5v16h9M10 12h10.5m0 0-4-4m4 4-4 4',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  expand: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  external: 'M10 5H5v14h14v-5M13.5 4.5H19.5v6M19.5 4.5l-9 9',
  voice: 'M12 14.5a3 3 0 0 0 3-3V6.5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21M9 21h6',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5v.01',
  pause: 'M9 5.5v13M15 5.5v13',
  dice: 'M4.5 4.5h15v15h-15zM9 9v.01M15 9v.01M12 12v.01M9 15v.01M15 15v.01',
  play: 'M8 5.5v13l10.5-6.5z',
  gift: 'M4 12h16v8H4zM3 8h18v4H3zM12 8v12M12 8C9 8 7.5 6.8 7.5 5.3S9.5 3 12 8M12 8c3 0 4.5-1.2 4.5-2.7S14.5 3 12 8',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M6 12H5v8h14v-8h-1',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  inbox: 'M3 13 6 5h12l3 8v6H3zM3 13h5l1.5 3h5L16 13h5',
} as const

export type IconName = keyof typeof PATHS

/** SVG path for pages without components. */
export const iconPath = (name: IconName): string => PATHS[name]

export function Icon({
  name,
  className = 'size-5',
  isFilled = false,
}: {
  name: IconName
  className?: string
  isFilled?: boolean
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
