// Count of the options settled today as JSON, read again when one ends.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { countOptions } from '#services/options'
import { startOfToday } from '../text/today'
import { readOffset, requireSession, valueOf } from '../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const from = startOfToday(Date.now(), readOffset(request))
  return Response.json(valueOf(request, await countOptions(env, session, from)))
}
