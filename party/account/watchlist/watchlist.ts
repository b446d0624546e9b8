// The assets a user watches, and in which order.

import { assert } from '#domain/assert'
import { type Catalogue, findAsset } from '#domain/catalogue'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { WatchRow } from '#party/protocol/watchlist'
import { watch } from '#db/account/watchlist'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

export type WatchRefusal = 'asset_not_found' | 'already_watched' | 'watch_not_found'

const WATCHES = tableOf(watch)
const LISTED = WATCHES.pick('id', 'assetId')

export class Watchlist {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** In the user's order. */
  rows(): WatchRow[] {
    return LISTED.rows(this.#store, 'ORDER BY position, id')
  }

  /** New entries go to the end. */
  watch(catalogue: Catalogue, assetId: number): Outcome<WatchRow, WatchRefusal> {
    if (!findAsset(catalogue, assetId)) return refuse('asset_not_found')
    if (this.rows().some((row) => row.assetId === assetId)) return refuse('already_watched')
    WATCHES.insert(this.#store, { assetId, position: WATCHES.last(this.#store, 'position') + 1 })
    const watched = LISTED.first(this.#store, 'WHERE asset_id = ?', assetId)
    assert(watched !== undefined, 'what was just added is there')
    return done(watched)
  }

  unwatch(watchId: number): Outcome<{ readonly id: number }, WatchRefusal> {
    if (!this.rows().some((row) => row.id === watchId)) return refuse('watch_not_found')
    WATCHES.remove(this.#store, { id: watchId })
    return done({ id: watchId })
  }

  /** Puts the named rows first, in that order; what another window added meanwhile keeps its place behind them. */
  arrange(watchIds: readonly number[]): Outcome<readonly WatchRow[], WatchRefusal> {
    const rows = this.rows()
    const named = new Set(watchIds)
    if ([...named].some((id) => !rows.some((row) => row.id === id))) return refuse('watch_not_found')
    const others = rows.flatMap(({ id }) => (named.has(id) ? [] : [id]))
    for (const [index, id] of [...named, ...others].entries()) {
      WATCHES.update(this.#store, { id }, { position: index + 1 })
    }
    return done(this.rows())
  }
}
