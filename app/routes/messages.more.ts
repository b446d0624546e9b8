// Further rows of the list of messages: /messages/more?group=funds&page=2.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadMessages } from '../lists/message-pages.server'
import { requireSession } from '../visitor/visitor.server'

/** Further messages as JSON, in the form of the list's own page. */
export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const { rows, next } = await loadMessages(request, env, session)
  return Response.json({ rows, next })
}
