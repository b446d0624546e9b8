// Pages of one's messages for the screens that list them, drawn first and loaded on.

import { MESSAGE_GROUPS, type MessageGroup } from '#domain/message'
import { type ShownMessage, listMessages } from '#services/messages'
import type { Session } from '#session/session'
import type { ListPage } from './live/list-pages'
import { PAGE_SIZE, readPage } from './page.server'
import { readLanguage, valueOf } from './visitor.server'

export interface MessagesPage extends ListPage<ShownMessage> {
  readonly page: number
  readonly total: number
  readonly unread: number
}

/** The tab that an address names; null for all. */
export function readGroup(request: Request): MessageGroup | null {
  const named = new URL(request.url).searchParams.get('group')
  return MESSAGE_GROUPS.find((group) => group === named) ?? null
}

export async function loadMessages(request: Request, env: Env, session: Session): Promise<MessagesPage> {
  const page = readPage(request)
  const asked = { group: readGroup(request), page, limit: PAGE_SIZE, language: readLanguage(request) }
  const { rows, total, unread } = valueOf(request, await listMessages(env, session, asked))
  return { rows, total, unread, page, next: page * PAGE_SIZE < total ? String(page + 1) : null }
}
