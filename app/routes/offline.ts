// What is shown when a page cannot be reached: /offline.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { lookOf } from '../pwa/app-links'
import { makeOfflinePage } from '../pwa/offline-page.server'
import { readLanguage, readTheme } from '../visitor/visitor.server'

/**
 * The page that the service worker keeps for when there is no network. Complete in itself: no file of a release, nothing of a person,
 * only the language that the visitor reads.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const language = readLanguage(request)
  const theme = readTheme(request)
  return new Response(makeOfflinePage({ nonce: context.cspNonce, theme, language }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // The service worker sees by it whether the page that it keeps still looks as the visitor wants it.
      ETag: `"${lookOf(language, theme)}"`,
    },
  })
}
