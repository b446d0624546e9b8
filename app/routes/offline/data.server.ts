// The page that the service worker keeps for when there is no network. Complete in itself: no file of a release, nothing of a person,
// only the language that the visitor reads.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { makeOfflinePage } from '../../pwa/offline-page.server'
import { readLanguage, readTheme } from '../../visitor.server'

export function loader({ request, context }: LoaderFunctionArgs): Response {
  const language = readLanguage(request)
  const page = makeOfflinePage({ nonce: context.cspNonce, theme: readTheme(request), language })
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
