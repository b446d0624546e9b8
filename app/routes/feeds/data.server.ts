// How each price source is doing.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { feedHealth } from '#services/quotes'

export async function loader({ context }: LoaderFunctionArgs) {
  return { feeds: await feedHealth(context.env) }
}
