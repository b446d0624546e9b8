// Rows of menus, settings and phone lists: icon, title above text, and a figure or value at the end.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from './icon'

export function ListGroup({ title, children }: { title?: ReactNode; children: ReactNode }) {
  const Group = title ? 'section' : 'div'
  return (
    <Group className="min-w-0">
      {title && <h2 className="px-4 pb-2 text-sm font-medium text-muted">{title}</h2>}
      <ul className="panel divide-y divide-line overflow-hidden">{children}</ul>
    </Group>
  )
}

interface ListRowProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  /** A mark, an icon, an avatar. */
  readonly lead?: ReactNode
  readonly end?: ReactNode
  /** Static row without `to` and `onClick`. */
  readonly to?: string
  readonly onClick?: () => void
  readonly isSelected?: boolean
  /** True when the row links to the page currently open beside the list. */
  readonly isHere?: boolean
}

export function ListRow({ title, text, lead, end, to, onClick, isSelected = false, isHere = false }: ListRowProps) {
  const body = (
    <>
      {lead && <span className="flex shrink-0 items-center text-muted">{lead}</span>}
      <span className="min-w-24 flex-1">
        <span className="block font-medium break-words">{title}</span>
        {text && <span className="block text-xs break-words text-muted">{text}</span>}
      </span>
      {end && <span className="min-w-0 text-right text-sm break-words text-muted">{end}</span>}
      {isSelected && <Icon name="check" className="size-5 text-selected-text" />}
      {to && <Icon name="right" className="size-4 text-muted" />}
    </>
  )
  const className = 'flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left text-sm -outline-offset-2!'
  const pressed = `${className} transition hover:bg-raised active:bg-pressed`
  return (
    <li>
      {to ? (
        <Link
          to={to}
          className={`${pressed} ${isHere ? 'bg-raised text-selected-text shadow-[inset_3px_0_0_var(--color-selected)]' : ''}`}
          aria-current={isHere ? 'page' : isSelected || undefined}
        >
          {body}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={pressed} aria-pressed={isSelected || undefined}>
          {body}
        </button>
      ) : (
        <div className={className}>{body}</div>
      )}
    </li>
  )
}
