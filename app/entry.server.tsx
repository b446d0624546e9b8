// Renders a page as a stream. Crawlers wait for the whole page; browsers get the frame at once.

import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { readRawCookie } from '#session/cookie'
import { isFramed } from '../server/security-headers'
import { NonceProvider } from './site/site'
import { requestI18n } from './text/i18n.server'
import { loadWords } from './text/words.server'
import { LANGUAGE_COOKIE, choiceCookie } from './visitor/choice-cookies'
import { namedLanguage, readLanguage } from './visitor/visitor.server'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce }: AppLoadContext,
): Promise<Response> {
  let finalStatus = status
  const i18n = await requestI18n(request)
  const body = await renderToReadableStream(
    <NonceProvider value={cspNonce}>
      <I18nextProvider i18n={i18n}>
        <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
      </I18nextProvider>
    </NonceProvider>,
    {
      nonce: cspNonce,
      signal: request.signal,
      onError(error) {
        console.error(error)
        finalStatus = 500
      },
    },
  )
  if (isbot(request.headers.get('User-Agent'))) await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // The next page, as in the frame of an existing client, has no language in its URL. A link changes no choice that was made.
  const named = namedLanguage(request)
  if (named && (isFramed({ url: new URL(request.url) }) || readRawCookie(request, LANGUAGE_COOKIE) === undefined))
    headers.append('Set-Cookie', choiceCookie(LANGUAGE_COOKIE, named))
  return new Response(body, { headers, status: finalStatus })
}

/** Called by the Worker (server/pages.ts) before the page's loaders. */
export const prepare = (request: Request, env: Env): Promise<void> => loadWords(readLanguage(request), env)

export { logFailure as handleError } from './site/failures.server'
