// Loader of system messages by tab, with bulk actions.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { deleteMessages, readAllMessages } from '#services/messages'
import { refusalText } from '#services/words'
import { loadMessages, readGroup } from '../../lists/message-pages.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, readOwnForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    title: titleOf(request, 'inbox', 'system'),
    commandId: crypto.randomUUID(),
    group: readGroup(request),
    messages: await loadMessages(request, env, session),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const intent = fieldOf(form, 'intent') === 'delete_read' ? 'delete_read' : 'read_all'
  const commandId = `${fieldOf(form, 'commandId').slice(0, 36) || crypto.randomUUID()}.${intent}`
  const outcome =
    intent === 'delete_read'
      ? await deleteMessages(env, session, { commandId, messageIds: null })
      : await readAllMessages(env, session, commandId)
  throwIfSessionEnded(request, outcome)
  return { problem: outcome.ok ? null : refusalText(readLanguage(request), outcome.refusal) }
}
