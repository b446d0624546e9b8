// How copy trading works, in three pictures with words.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const STEPS = [
  ['how_1', 'how_1_text', <Opens key="opens" />],
  ['how_2', 'how_2_text', <Copies key="copies" />],
  ['how_3', 'how_3_text', <Ends key="ends" />],
] as const

export function CopyGuide() {
  const { t } = useTranslation('copy')
  return (
    <ol className="grid gap-5 sm:grid-cols-3">
      {STEPS.map(([title, text, picture], place) => (
        <li key={title} className="grid content-start gap-2 max-sm:grid-cols-[7rem_minmax(0,1fr)] max-sm:gap-x-4">
          <div className="max-sm:row-span-2">{picture}</div>
          <h3 className="text-sm font-semibold">
            {place + 1}. {t(title)}
          </h3>
          <p className="text-sm text-muted">{t(text)}</p>
        </li>
      ))}
    </ol>
  )
}

const Picture = ({ children }: { readonly children: ReactNode }) => (
  <svg viewBox="0 0 160 96" aria-hidden="true" className="w-full rounded-lg bg-track">
    {children}
  </svg>
)

const Person = ({ x, y, tone }: { readonly x: number; readonly y: number; readonly tone: string }) => (
  <g className={tone} transform={`translate(${x} ${y})`}>
    <circle cx="0" cy="-9" r="6" />
    <path d="M-11 10c1-8 5-12 11-12s10 4 11 12z" />
  </g>
)

/** A trader opens a position where the line of the price turns up. */
function Opens() {
  return (
    <Picture>
      <polyline
        points="46,70 62,58 74,64 90,44 104,50 124,26 146,32"
        fill="none"
        strokeWidth="2.5"
        className="stroke-up"
      />
      <circle cx="90" cy="44" r="5.5" className="fill-up" />
      <path d="M90 60v24M90 60l-5 6M90 60l5 6" fill="none" strokeWidth="2.5" className="stroke-up" />
      <Person x={26} y={52} tone="fill-brand" />
    </Picture>
  )
}

/** The trade reaches the follower's account as a smaller one, inside a frame of limits. */
function Copies() {
  return (
    <Picture>
      <Person x={28} y={48} tone="fill-brand" />
      <rect x="16" y="66" width="24" height="14" rx="3" className="fill-up" />
      <path d="M50 48h40M84 42l7 6-7 6" fill="none" strokeWidth="2.5" stroke="var(--muted)" />
      <rect
        x="102"
        y="18"
        width="46"
        height="68"
        rx="6"
        fill="none"
        strokeWidth="2"
        strokeDasharray="5 4"
        className="stroke-selected"
      />
      <Person x={125} y={48} tone="fill-selected" />
      <rect x="117" y="68" width="16" height="9" rx="2.5" className="fill-up" />
    </Picture>
  )
}

/** Both positions end at one point; a part of the follower's profit goes to the trader. */
function Ends() {
  return (
    <Picture>
      <polyline points="14,72 38,56 54,62 82,34" fill="none" strokeWidth="2.5" className="stroke-up" />
      <circle cx="82" cy="34" r="5.5" className="fill-up" />
      <path d="M82 34V16M82 34h22" fill="none" strokeWidth="2" strokeDasharray="3 3" stroke="var(--muted)" />
      <circle cx="126" cy="34" r="17" fill="none" strokeWidth="8" className="stroke-selected" />
      <circle
        cx="126"
        cy="34"
        r="17"
        fill="none"
        strokeWidth="8"
        pathLength="100"
        strokeDasharray="12 88"
        transform="rotate(-90 126 34)"
        className="stroke-brand"
      />
      <Person x={98} y={78} tone="fill-selected" />
      <Person x={138} y={78} tone="fill-brand" />
    </Picture>
  )
}
