// Local outbox: messages stored instead of sent. The page exists in development only.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listOutbox } from '#services/outbox'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const messages = await listOutbox(context.env)
  if (!messages.ok) throw new Response(null, { status: 404 })
  return {
    title: titleOf(request, 'identity', 'outbox_title'),
    messages: messages.value.map((message) => ({ ...message, code: /\b\d{6}\b/.exec(message.body)?.[0] ?? null })),
  }
}
