// The file with everything about the visitor: /settings/leave/file?ticket=…, for the session that proved to be the owner's.

import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isTicketGood, openOwnFile } from '#services/leaving/own-file'
import { requireSession, valueOf } from '../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const now = Date.now()
  const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
  if (!isTicketGood(env, session, ticket, now)) throw redirect('/settings/leave')
  const parts = valueOf(request, await openOwnFile(env, session, now))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
    cancel: async () => void (await parts.return()),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="account-${session.userId}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}
