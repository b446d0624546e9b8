// The countries as JSON: what their own page would have drawn.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listAreas } from '../../area-list.server'

export const loader = async ({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> =>
  Response.json({ areas: await listAreas(request, env) })
