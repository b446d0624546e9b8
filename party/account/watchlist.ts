// The assets a user watches.

import { type Catalogue, findAsset } from '#domain/catalogue'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { WatchRow } from '#party/protocol/account'
import type { Store } from '#party/lib/store'

export type WatchRefusal = 'asset_not_found' | 'already_watched' | 'watch_not_found'

export class Watchlist {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  rows(): WatchRow[] {
    return this.#store.rows<WatchRow>('SELECT id, asset_id AS assetId FROM watch ORDER BY id')
  }

  watch(catalogue: Catalogue, assetId: number): Outcome<WatchRow, WatchRefusal> {
    if (!findAsset(catalogue, assetId)) return refuse('asset_not_found')
    if (this.rows().some((row) => row.assetId === assetId)) return refuse('already_watched')
    this.#store.run('INSERT INTO watch (asset_id) VALUES (?)', assetId)
    const id = this.#store.first<{ id: number }>('SELECT id FROM watch WHERE asset_id = ?', assetId)?.id ?? 0
    return done({ id, assetId })
  }

  unwatch(watchId: number): Outcome<{ readonly id: number }, WatchRefusal> {
    if (!this.rows().some((row) => row.id === watchId)) return refuse('watch_not_found')
    this.#store.run('DELETE FROM watch WHERE id = ?', watchId)
    return done({ id: watchId })
  }
}
