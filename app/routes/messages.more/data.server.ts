// Further messages as JSON: what the list's own page would have drawn.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadMessages } from '../../message-pages.server'
import { requireSession } from '../../visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const { rows, next } = await loadMessages(request, env, session)
  return Response.json({ rows, next })
}
