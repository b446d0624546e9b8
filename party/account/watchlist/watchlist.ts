// The assets a user watches, and in which order.

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

  /** In the user's order. */
  rows(): WatchRow[] {
    return this.#store.rows<WatchRow>('SELECT id, asset_id AS assetId FROM watch ORDER BY position, id')
  }

  /** What is new comes last. */
  watch(catalogue: Catalogue, assetId: number): Outcome<WatchRow, WatchRefusal> {
    if (!findAsset(catalogue, assetId)) return refuse('asset_not_found')
    if (this.rows().some((row) => row.assetId === assetId)) return refuse('already_watched')
    this.#store.run(
      'INSERT INTO watch (asset_id, position) SELECT ?, coalesce(max(position), 0) + 1 FROM watch',
      assetId,
    )
    const id = this.#store.first<{ id: number }>('SELECT id FROM watch WHERE asset_id = ?', assetId)?.id ?? 0
    return done({ id, assetId })
  }

  unwatch(watchId: number): Outcome<{ readonly id: number }, WatchRefusal> {
    if (!this.rows().some((row) => row.id === watchId)) return refuse('watch_not_found')
    this.#store.run('DELETE FROM watch WHERE id = ?', watchId)
    return done({ id: watchId })
  }

  /** Puts the named rows first, in that order; what another window added meanwhile keeps its place behind them. */
  arrange(watchIds: readonly number[]): Outcome<readonly WatchRow[], WatchRefusal> {
    const rows = this.rows()
    const named = new Set(watchIds)
    if ([...named].some((id) => !rows.some((row) => row.id === id))) return refuse('watch_not_found')
    const others = rows.flatMap(({ id }) => (named.has(id) ? [] : [id]))
    for (const [index, id] of [...named, ...others].entries()) {
      this.#store.run('UPDATE watch SET position = ? WHERE id = ?', index + 1, id)
    }
    return done(this.rows())
  }
}
