// Notices about account security: changes and logins. A failed notice does not fail the action.

import { deviceName } from '#domain/device'
import type { SecurityChange } from '#domain/message'
import type { RequestPlace } from '#session/place'
import { notifySoon } from '../messages'

export const noticeChange = (env: Env, userId: number, change: SecurityChange, now: number): Promise<void> =>
  notifySoon(env, userId, { kind: 'security_changed', facts: { change }, ref: `security:${change}:${now}` }, now)

/** Language-neutral text for an unknown place. */
const NOWHERE = '—'

export function noticeLogin(
  env: Env,
  userId: number,
  entered: { readonly device: string; readonly place?: RequestPlace | undefined; readonly sessionId: string },
  now: number,
): Promise<void> {
  const place = [entered.place?.city, entered.place?.country].filter(Boolean).join(', ') || NOWHERE
  const facts = { device: deviceName(entered.device) || NOWHERE, place }
  return notifySoon(env, userId, { kind: 'new_login', facts, ref: `login:${entered.sessionId}` }, now)
}
