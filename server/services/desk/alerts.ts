// Alerts of a user, for the desk.

import type { Page } from '#party/protocol/account-rows'
import type { AlertRow } from '#party/protocol/alerts'
import { callAccountForDesk } from './account'
import { findUser } from './users'

/** Null for an unknown user: a room is created on first access. */
export async function listUserAlerts(
  env: Env,
  userId: number,
  paging: { readonly page: number; readonly limit: number },
): Promise<Page<AlertRow> | null> {
  const user = await findUser(env, userId)
  return user && callAccountForDesk(env, user.id, { type: 'inspect_alerts', ...paging })
}
