// How each price source is doing.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { feedHealth } from '#services/quotes'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { title: titleOf(request, 'market', 'feeds_title'), feeds: await feedHealth(context.env) }
}
