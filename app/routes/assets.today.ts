// Today's result as JSON, read again when balances change.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadToday } from '#services/portfolio'
import { startOfToday } from '../text/today'
import { readOffset, requireSession, valueOf } from '../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const now = Date.now()
  const day = { dayStart: startOfToday(now, readOffset(request)), now }
  return Response.json(valueOf(request, await loadToday(env, session, day)))
}
