// Accounts that logged in with this browser: an HttpOnly cookie of the newest few ids. Used only to reject
// self-invitation: registering with the invite code of one of these accounts.

import { idOf } from '../lists/query'
import { readCookie } from './visitor.server'

const KNOWN_COOKIE = 'cm_known'
const KNOWN_MAX = 8

export const readKnownAccounts = (request: Request): readonly number[] =>
  (readCookie(request, KNOWN_COOKIE) ?? '')
    .split('.')
    .map(idOf)
    .filter((id) => id > 0)
    .slice(0, KNOWN_MAX)

/** The Set-Cookie value that adds an account, or null when it is known already. */
export function rememberAccount(request: Request, userId: number): string | null {
  const known = readKnownAccounts(request)
  if (known.includes(userId)) return null
  const secure = request.url.startsWith('https:') ? '; Secure' : ''
  const value = [userId, ...known].slice(0, KNOWN_MAX).join('.')
  return `${KNOWN_COOKIE}=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Like `rememberAccount`, after `settle` handled the known accounts. If `settle` fails, the page still renders and no
 * cookie is set, so the next page tries again.
 */
export async function rememberSettled(
  request: Request,
  userId: number,
  settle: (others: readonly number[]) => Promise<void>,
): Promise<string | null> {
  const remembered = rememberAccount(request, userId)
  if (remembered === null) return null
  try {
    await settle(readKnownAccounts(request))
    return remembered
  } catch (failure) {
    console.error(`user ${userId}: what follows from one browser is not settled yet`, failure)
    return null
  }
}
