// Loader of the message centre: newest own messages and announcements.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listAnnouncements, readOpened } from '#services/announcements'
import { listMessages } from '#services/messages'
import { unreadThreads as countUnread } from '#services/support/threads'
import { shownWhole } from '../../lists/message-pages.server'
import { wholeIn } from '../../text/thai-words.server'
import { titleOf } from '../../text/title.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

/** Messages shown per category. */
const SHOWN = 4

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const [messages, news, unreadThreads] = await Promise.all([
    listMessages(env, session, { group: null, page: 1, limit: SHOWN, language }),
    listAnnouncements(env, { page: 1, limit: SHOWN, language }, readOpened(env, session)),
    countUnread(env, session.userId),
  ])
  const own = valueOf(request, messages)
  return {
    title: titleOf(request, 'inbox', 'title'),
    messages: { ...own, rows: own.rows.map((row) => shownWhole(language, row)) },
    news: news.rows.map(({ id, title, publishedAt, isRead }) => ({
      id,
      title: wholeIn(language, title),
      publishedAt,
      isRead,
    })),
    unreadThreads,
    unreadNews: news.unread ?? 0,
  }
}
