// The platform's announcements as one reader sees them: what they say is everybody's, which were read is in the reader's own Account.
// A guest, or whose session is over, has read none that we know of.

import { listShownNewsIds } from '#db/platform/content'
import type { Language } from '#domain/language'
import type { Session } from '#session/session'
import { askAccount } from './account-room'
import { NEWS_CATEGORIES, type NewsArticle, type NewsRow, findNews, listNews } from './content'

/** Older ones are not counted as unread. */
const COUNTED_MAX = 100

export interface Announcement extends NewsRow {
  /** Null for a guest. */
  readonly isRead: boolean | null
}

export interface Announcements {
  readonly rows: Announcement[]
  readonly total: number
  /** Of the newest hundred; null for a guest. */
  readonly unread: number | null
}

export async function listAnnouncements(
  env: Env,
  reader: Session | null,
  asked: { readonly page: number; readonly limit: number; readonly language: Language },
): Promise<Announcements> {
  const [{ rows, total }, ids, opened] = await Promise.all([
    listNews(env, { categoryId: NEWS_CATEGORIES.news, ...asked }),
    reader ? listShownNewsIds(env.DB, NEWS_CATEGORIES.news, COUNTED_MAX) : [],
    reader && readOpened(env, reader),
  ])
  return {
    rows: rows.map((row) => ({ ...row, isRead: opened && opened.has(row.id) })),
    total,
    unread: opened && ids.filter((id) => !opened.has(id)).length,
  }
}

/** One announcement, which its reader has read from now on. Null when none is shown by this id. */
export async function openAnnouncement(
  env: Env,
  reader: Session | null,
  article: { readonly id: number; readonly language: Language },
): Promise<NewsArticle | null> {
  const { id: newsId } = article
  const [found] = await Promise.all([
    findNews(env, article),
    reader && askAccount(env, reader, { type: 'open_news', commandId: `news:${String(newsId)}`, newsId }),
  ])
  return found
}

async function readOpened(env: Env, reader: Session): Promise<ReadonlySet<number> | null> {
  const answer = await askAccount(env, reader, { type: 'opened_news' })
  return answer.ok ? new Set(answer.value) : null
}
