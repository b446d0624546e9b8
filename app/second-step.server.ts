// Between the two steps of a login: a cookie that says whose password was right, for ten minutes and for nothing else.

import { readCookie } from './visitor.server'

const COOKIE = 'cm_second_step'
const LIFE_SECONDS = 600

/** Set-Cookie of the ticket; an empty one takes it away. */
export function ticketCookie(request: Request, ticket: string): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const age = ticket === '' ? 0 : LIFE_SECONDS
  return `${COOKIE}=${ticket}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}

export const readTicketCookie = (request: Request): string => readCookie(request, COOKIE) ?? ''
