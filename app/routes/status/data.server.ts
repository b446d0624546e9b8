// Loader of the public status page.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { siteStatus } from '#services/operating/status'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return {
    texts: broughtTexts(readLanguage(request), 'status'),
    title: titleOf(request, 'status', 'title'),
    ...(await siteStatus(env, Date.now())),
  }
}
