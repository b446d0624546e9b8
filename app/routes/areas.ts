// All countries with their calling codes, for the pickers of pages that scripts have taken over.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listAreas } from '../visitor/countries.server'

/** The countries as JSON: what their own page would have drawn. */
export const loader = async ({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> =>
  Response.json({ areas: await listAreas(request, env) })
