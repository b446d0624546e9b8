// Announcements for a reader: content is global, read marks are in the reader's Account. Read marks are unknown for
// guests, ended sessions and unreachable Accounts; the announcements are shown anyway.

import { listShownNews } from '#db/platform/content'
import { findUserById } from '#db/platform/user'
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

/** Read announcements: opened ones, and all published before the registration (`since`). */
export interface ReadNews {
  readonly opened: ReadonlySet<number>
  readonly since: number
}

/** Null when the session has ended. */
export async function readOpened(env: Env, reader: Session): Promise<ReadNews | null> {
  const [answer, user] = await Promise.all([
    callAccount(env, reader, { type: 'opened_news' }),
    findUserById(env.DB, reader.userId),
  ])
  return answer.ok ? { opened: new Set(answer.value), since: user?.createdAt ?? 0 } : null
}

/** `read` is awaited in parallel with the list; null for a guest. */
export async function listAnnouncements(
  env: Env,
  input: { readonly page: number; readonly limit: number; readonly language: Language },
  read: Promise<ReadNews | null> | null,
): Promise<Announcements> {
  const [{ rows, total }, newest, known] = await Promise.all([
    listNews(env, { categoryId: NEWS_CATEGORIES.news, ...input }),
    read ? listShownNews(env.DB, NEWS_CATEGORIES.news, COUNTED_MAX) : [],
    read,
  ])
  return {
    rows: rows.map((row) => ({ ...row, isRead: known && isRead(known, row) })),
    total,
    unread: known && newest.filter((row) => !isRead(known, row)).length,
  }
}

const isRead = ({ opened, since }: ReadNews, { id, publishedAt }: Pick<NewsRow, 'id' | 'publishedAt'>): boolean =>
  publishedAt < since || opened.has(id)

/** Marks an announcement as read. */
export const noteOpened = (env: Env, reader: Session, newsId: number): Promise<Outcome<null>> =>
  callAccount(env, reader, { type: 'open_news', commandId: `news:${String(newsId)}`, newsId })
