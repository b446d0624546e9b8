// Countries with calling codes, for client-side pickers.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listAreas } from '../visitor/countries.server'

/** Countries as JSON, the same data as on the country page. */
export const loader = async ({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> =>
  Response.json({ areas: await listAreas(request, env) })
