// The user's browsers with push. A subscription is valid for the lifetime of the session that enabled it: after logout on a shared computer
// no messages appear on its screen.

import { type Outcome, done } from '#domain/outcome'
import type { PushSubscription } from '#party/protocol/message'
import { pushSubscription } from '#db/account/inbox'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

/** Above this the oldest subscription is removed. */
const SUBSCRIPTIONS_MAX = 10

const SUBSCRIPTIONS = tableOf(pushSubscription)
const TOLD = SUBSCRIPTIONS.pick('endpoint', 'p256dh', 'auth')

export class PushSubscriptions {
  readonly #store: Store
  #isAny: boolean

  constructor(store: Store) {
    this.#store = store
    this.#isAny = this.#has()
  }

  /** False without any subscription. */
  get isAny(): boolean {
    return this.#isAny
  }

  /** Subscriptions of live sessions. */
  live(now: number): PushSubscription[] {
    const ofLive = 'WHERE session_id IN (SELECT id FROM session WHERE expires_at > ?) ORDER BY added_at DESC'
    return TOLD.rows(this.#store, ofLive, now)
  }

  add(
    { sessionId, subscription }: { readonly sessionId: string; readonly subscription: PushSubscription },
    now: number,
  ): Outcome<{ readonly subscriptions: number }, never> {
    SUBSCRIPTIONS.put(this.#store, { ...subscription, sessionId, addedAt: now })
    SUBSCRIPTIONS.removeAll(
      this.#store,
      `WHERE session_id NOT IN (SELECT id FROM session) OR endpoint NOT IN (
       SELECT endpoint FROM push_subscription ORDER BY added_at DESC, rowid DESC LIMIT ?)`,
      SUBSCRIPTIONS_MAX,
    )
    this.#isAny = this.#has()
    return done({ subscriptions: this.live(now).length })
  }

  remove(endpoint: string, now: number): Outcome<{ readonly subscriptions: number }, never> {
    this.drop(endpoint)
    return done({ subscriptions: this.live(now).length })
  }

  drop(endpoint: string): { readonly isDropped: boolean } {
    const known = TOLD.first(this.#store, 'WHERE endpoint = ?', endpoint)
    SUBSCRIPTIONS.remove(this.#store, { endpoint })
    this.#isAny = this.#has()
    return { isDropped: known !== undefined }
  }

  #has(): boolean {
    return TOLD.first(this.#store, 'LIMIT 1') !== undefined
  }
}
