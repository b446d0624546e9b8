// In a guest's ticket, where the button that sends it would be: to the login page, and back to the ticket as it was typed.

import { Link, useLocation } from '@remix-run/react'
import { buttonClass } from './button'

interface TicketLoginProps {
  readonly words: string
  /** What the ticket's page reads from its address; what is empty is left out. */
  readonly typed: Readonly<Record<string, string>>
}

export function TicketLogin({ words, typed }: TicketLoginProps) {
  const { pathname } = useLocation()
  const kept = Object.entries(typed).filter(([, value]) => value !== '')
  const back = kept.length === 0 ? pathname : `${pathname}?${new URLSearchParams(kept).toString()}`
  return (
    <Link
      to={`/login?${new URLSearchParams({ returnTo: back }).toString()}`}
      className={buttonClass({ variant: 'brand', isWide: true })}
    >
      {words}
    </Link>
  )
}
