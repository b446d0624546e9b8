// Pages of own messages.

import { MESSAGE_GROUPS, type MessageGroup } from '#domain/message'
import { type ShownMessage, listMessages } from '#services/messages'
import type { Session } from '#session/session'
import type { Language } from '#domain/language'
import type { ListPage } from '../live/list-pages'
import { PAGE_SIZE, readPage } from './query'
import { wholeIn } from '../text/thai-words.server'
import { readLanguage, valueOf } from '../visitor/visitor.server'

export interface MessagesPage extends ListPage<ShownMessage> {
  readonly unread: number
}

/** Tab of the URL; null for all messages. */
export function readGroup(request: Request): MessageGroup | null {
  const named = new URL(request.url).searchParams.get('group')
  return MESSAGE_GROUPS.find((group) => group === named) ?? null
}

/** True when the URL asks for unread messages only. */
export const readIsUnread = (request: Request): boolean => new URL(request.url).searchParams.get('unread') === '1'

/** Message with line-break-safe text. */
export const shownWhole = <Message extends Pick<ShownMessage, 'title' | 'text'>>(
  language: Language,
  message: Message,
): Message => ({ ...message, title: wholeIn(language, message.title), text: wholeIn(language, message.text) })

export async function loadMessages(request: Request, env: Env, session: Session): Promise<MessagesPage> {
  const page = readPage(request)
  const language = readLanguage(request)
  const asked = { group: readGroup(request), isUnread: readIsUnread(request), page, limit: PAGE_SIZE, language }
  const { rows, total, unread } = valueOf(request, await listMessages(env, session, asked))
  return {
    rows: rows.map((row) => shownWhole(language, row)),
    total,
    unread,
    page,
  }
}
