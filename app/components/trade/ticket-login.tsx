// Login link in a guest's ticket, in place of a submit button; after login the ticket returns with its typed values.

import { Link, useLocation } from '@remix-run/react'
import { type ButtonVariant, buttonClass } from '../button'

interface TicketLoginProps {
  readonly words: string
  readonly variant?: ButtonVariant
  /** Ticket fields as URL parameters; empty values are omitted. */
  readonly typed: Readonly<Record<string, string>>
}

export function TicketLogin({ words, variant = 'brand', typed }: TicketLoginProps) {
  const { pathname } = useLocation()
  const filled = Object.entries(typed).filter(([, value]) => value !== '')
  const back = filled.length === 0 ? pathname : `${pathname}?${new URLSearchParams(filled).toString()}`
  return (
    <Link
      to={`/login?${new URLSearchParams({ returnTo: back }).toString()}`}
      className={buttonClass({ variant, isWide: true })}
    >
      {words}
    </Link>
  )
}
