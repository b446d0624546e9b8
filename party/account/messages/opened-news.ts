// Announcements that the user has opened, on any device.

import { type Outcome, done } from '#domain/outcome'
import { openedNews } from '#db/account/inbox'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

/** Older ones are forgotten: no page marks as many as unread. */
const KEPT_MAX = 500

export class OpenedNews {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Newest first. */
  ids(): number[] {
    return tableOf(openedNews)
      .rows(this.#store, 'ORDER BY news_id DESC')
      .map(({ newsId }) => newsId)
  }

  open(newsId: number): Outcome<null, never> {
    tableOf(openedNews).ensure(this.#store, { newsId })
    tableOf(openedNews).removeAll(
      this.#store,
      'WHERE news_id NOT IN (SELECT news_id FROM opened_news ORDER BY news_id DESC LIMIT ?)',
      KEPT_MAX,
    )
    return done(null)
  }
}
