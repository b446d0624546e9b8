// Ends the waiting requests of agents whose keys are removed.

import { agentRequest } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

const REQUESTS = tableOf(agentRequest)

/** Of one key; null: of every key. */
export function endRequests(store: Store, keyId: string | null, now: number): void {
  for (const { id, keyId: of } of REQUESTS.rows(store, "WHERE state = 'waiting' AND expires_at > ?", now))
    if (keyId === null || of === keyId) REQUESTS.update(store, { id }, { state: 'ended', endedAt: now })
}
