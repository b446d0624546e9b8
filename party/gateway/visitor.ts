// Origin of a gateway request, from the headers that the Worker sets.

import {
  ADDRESS_HEADER,
  GATEWAY_SID_HEADER,
  JOINED_HEADER,
  OWN_PAGE_HEADER,
  PROVEN_SESSION_HEADER,
  PROVEN_USER_HEADER,
} from '../protocol/door'
import type { Visitor } from './client'

export function readVisitor({ headers }: Request): Visitor {
  const userId = headers.get(PROVEN_USER_HEADER)
  const sessionId = headers.get(PROVEN_SESSION_HEADER)
  return {
    sid: headers.get(GATEWAY_SID_HEADER) ?? '',
    address: headers.get(ADDRESS_HEADER),
    isOwnPage: headers.has(OWN_PAGE_HEADER),
    session: userId !== null && sessionId !== null ? { userId: parseInt(userId, 10), sessionId } : null,
  }
}

/** The request had the login cookie. */
export const isJoined = ({ headers }: Request): boolean => headers.has(JOINED_HEADER)

/** False for the request that opens a connection. */
export const isOpened = ({ url }: Request): boolean => new URL(url).pathname.endsWith('/opened')
