// Loader of a message, which marks it as read; the delete action redirects to the list.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { deleteMessages, readMessage } from '#services/messages'
import { idOf } from '../../lists/query'
import { messageLink } from '../../lists/message-link'
import { shownWhole } from '../../lists/message-pages.server'
import { form, forms } from '../../site/page.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const commandId = crypto.randomUUID()
  const messageId = readId(params['id'])
  const language = readLanguage(request)
  const outcome = await readMessage(env, session, { commandId, messageId, language })
  if (!outcome.ok && outcome.refusal.code === 'message_not_found') throw new Response(null, { status: 404 })
  const message = valueOf(request, outcome)
  return { commandId: crypto.randomUUID(), link: messageLink(message), ...shownWhole(language, message) }
}

export const action = forms({
  delete: form(deleteMessages, {
    given: ({ id }) => ({ id: String(readId(id)) }),
    leadsTo: () => '/messages/all',
  }),
})

/** An invalid number matches no message. */
const readId = (text: string | undefined): number => {
  const id = idOf(text)
  if (id === 0) throw new Response(null, { status: 404 })
  return id
}
