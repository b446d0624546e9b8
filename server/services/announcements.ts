// Announcements for a reader: content is global, read marks are in the reader's Account. Read marks are unknown for
// guests, ended sessions and unreachable Accounts; the announcements are shown anyway.

import { listShownNewsIds } from '#db/platform/content'
import type { Language } from '#domain/language'
import type { Outcome } from '#domain/outcome'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { NEWS_CATEGORIES, type NewsRow, listNews } from './content'

/** Older announcements do not count as unread. */
const COUNTED_MAX = 100

interface Announcement extends NewsRow {
  /** Null while unknown. */
  readonly isRead: boolean | null
}

export interface Announcements {
  readonly rows: Announcement[]
  readonly total: number
  /** Unread among the newest hundred; null while read marks are unknown. */
  readonly unread: number | null
}

/** Ids of opened announcements; null when the session has ended. */
export async function readOpened(env: Env, reader: Session): Promise<ReadonlySet<number> | null> {
  const answer = await callAccount(env, reader, { type: 'opened_news' })
  return answer.ok ? new Set(answer.value) : null
}

/** `opened` is awaited in parallel with the list; null for a guest. */
export async function listAnnouncements(
  env: Env,
  input: { readonly page: number; readonly limit: number; readonly language: Language },
  opened: Promise<ReadonlySet<number> | null> | null,
): Promise<Announcements> {
  const [{ rows, total }, ids, known] = await Promise.all([
    listNews(env, { categoryId: NEWS_CATEGORIES.news, ...input }),
    opened ? listShownNewsIds(env.DB, NEWS_CATEGORIES.news, COUNTED_MAX) : [],
    opened,
  ])
  return {
    rows: rows.map((row) => ({ ...row, isRead: known && known.has(row.id) })),
    total,
    unread: known && ids.filter((id) => !known.has(id)).length,
  }
}

/** Marks an announcement as read. */
export const noteOpened = (env: Env, reader: Session, newsId: number): Promise<Outcome<null>> =>
  callAccount(env, reader, { type: 'open_news', commandId: `news:${String(newsId)}`, newsId })
