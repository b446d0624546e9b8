// Loader of system messages by tab, with bulk actions.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { deleteMessages, readAllMessages } from '#services/messages'
import { loadMessages, readGroup, readIsUnread } from '../../lists/message-pages.server'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { requireSession } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    title: titleOf(request, 'inbox', 'system'),
    commandId: crypto.randomUUID(),
    group: readGroup(request),
    isUnread: readIsUnread(request),
    messages: await loadMessages(request, env, session),
  }
}

export const action = forms({ read_all: form(readAllMessages), delete_read: form(deleteMessages) })
