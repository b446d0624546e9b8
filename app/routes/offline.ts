// Offline page: /offline.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { lookOf } from '../pwa/app-links'
import { makeOfflinePage } from '../pwa/offline-page.server'
import { readLanguage, readTheme } from '../visitor/visitor.server'

/**
 * Page cached by the service worker for use without a network. Self-contained: no release files, no user data, only the
 * visitor's language and theme.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const language = readLanguage(request)
  const theme = readTheme(request)
  return new Response(makeOfflinePage({ nonce: context.cspNonce, theme, language }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      // The service worker compares this with the visitor's current language and theme.
      ETag: `"${lookOf(language, theme)}"`,
    },
  })
}
