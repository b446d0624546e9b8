// Loader of the page for developers: example programs, and the visitor's progress towards a key.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readSession } from '#session/session'
import { EXAMPLES } from '../../reference/examples.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  return {
    texts: broughtTexts(readLanguage(request), 'reference'),
    title: titleOf(request, 'shell', 'developers'),
    origin: new URL(request.url).origin,
    isLoggedIn: (await readSession(request, env)) !== null,
    examples: EXAMPLES,
  }
}
