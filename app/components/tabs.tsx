// Tabs of a page as links, so each view has a URL and works without scripts.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CountBadge } from './badge'
import { showInRow } from './spot/show-in-row'

interface Tab {
  readonly to: string
  readonly words: ReactNode
  readonly isSelected: boolean
  readonly count?: number
  /** The link sets a language or theme, which requires a new document. */
  readonly isNewDocument?: boolean
}

interface TabsProps {
  /** Heard, not seen. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Variants: line below a page title, pill as a filter, segment inside a panel. */
  readonly variant?: 'line' | 'pill' | 'segment'
  readonly className?: string
}

const ROWS = {
  line: 'gap-5 border-b border-line px-4',
  pill: 'gap-2',
  segment: 'gap-0.5 rounded-lg bg-track p-0.5',
} as const

const ITEMS = {
  line: 'min-h-11 whitespace-nowrap border-b-2 border-transparent -mb-px text-muted hover:text-ink aria-[current]:border-selected aria-[current]:text-ink',
  pill: 'min-h-9 whitespace-nowrap rounded-full px-3.5 text-muted hover:text-ink aria-[current]:bg-pressed aria-[current]:text-ink max-lg:min-h-11',
  segment:
    'min-h-10 min-w-0 flex-1 justify-center rounded-md px-1 py-1.5 text-center leading-tight text-muted hover:text-ink aria-[current]:bg-chosen aria-[current]:text-ink aria-[current]:shadow-card',
} as const

export function Tabs({ label, tabs, variant = 'line', className = '' }: TabsProps) {
  return (
    <nav aria-label={label} className={`min-w-0 ${className}`}>
      <ul className={`goes-on no-scrollbar flex overflow-x-auto ${ROWS[variant]}`}>
        {tabs.map((tab) => (
          <li key={tab.to} className={variant === 'segment' ? 'flex min-w-0 flex-1' : 'flex shrink-0'}>
            <Link
              ref={tab.isSelected ? showInRow : undefined}
              to={tab.to}
              preventScrollReset
              {...(tab.isNewDocument && { reloadDocument: true })}
              aria-current={tab.isSelected ? 'page' : undefined}
              className={`flex items-center gap-1.5 text-sm font-medium transition -outline-offset-2! ${ITEMS[variant]}`}
            >
              {tab.words}
              {tab.count !== undefined && <CountBadge count={tab.count} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
