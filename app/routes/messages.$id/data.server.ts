// Loader of a message, which marks it as read; the delete action redirects to the list.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { deleteMessages, readMessage } from '#services/messages'
import { idOf } from '../../lists/query'
import { messageLink } from '../../lists/message-link'
import { shownWhole } from '../../lists/message-pages.server'
import {
  fieldOf,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

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

export async function action({ request, params, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const commandId = fieldOf(form, 'commandId').slice(0, 64) || crypto.randomUUID()
  const outcome = await deleteMessages(env, session, { commandId, messageIds: [readId(params['id'])] })
  throwIfSessionEnded(request, outcome)
  return redirect('/messages/all')
}

/** An invalid number matches no message. */
const readId = (text: string | undefined): number => {
  const id = idOf(text)
  if (id === 0) throw new Response(null, { status: 404 })
  return id
}
