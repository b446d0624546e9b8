// Watch list: assets in the user's order, stored in the user's Account.

import { findAsset } from '#domain/catalogue'
import { type Outcome, refuse } from '#domain/outcome'
import type { WatchRow } from '#party/protocol/watchlist'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'

export function listWatches(env: Env, session: Session): Promise<Outcome<readonly WatchRow[]>> {
  return callAccount(env, session, { type: 'watches' })
}

export async function watch(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly assetId: number },
): Promise<Outcome<WatchRow>> {
  if (!findAsset(await loadCatalogue(env), command.assetId)) return refuse('asset_not_found')
  return callAccount(env, session, { type: 'watch', ...command })
}

export function unwatch(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly watchId: number },
): Promise<Outcome<{ readonly id: number }>> {
  return callAccount(env, session, { type: 'unwatch', ...command })
}

/** Puts the rows into this order. */
export function arrangeWatches(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly watchIds: readonly number[] },
): Promise<Outcome<readonly WatchRow[]>> {
  return callAccount(env, session, { type: 'arrange_watches', ...command })
}
