// Which announcements the user has opened, on whatever device.

import { type Outcome, done } from '#domain/outcome'
import type { Store } from '#party/lib/store'

/** Older ones are forgotten: no page marks as many as unread. */
const KEPT_MAX = 500

export class OpenedNews {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Newest first. */
  ids(): number[] {
    return this.#store
      .rows<{ newsId: number }>('SELECT news_id AS newsId FROM opened_news ORDER BY news_id DESC')
      .map(({ newsId }) => newsId)
  }

  open(newsId: number): Outcome<null> {
    this.#store.run('INSERT OR IGNORE INTO opened_news (news_id) VALUES (?)', newsId)
    this.#store.run(
      'DELETE FROM opened_news WHERE news_id NOT IN (SELECT news_id FROM opened_news ORDER BY news_id DESC LIMIT ?)',
      KEPT_MAX,
    )
    return done(null)
  }
}
