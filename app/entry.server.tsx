// Renders a page as a stream. A crawler waits for the whole page; a person gets its frame at once.

import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { NonceProvider } from './site/site'
import { serverWords } from './text/server-words.server'
import { WordsProvider } from './text/words'
import { readLanguage } from './visitor/visitor.server'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce }: AppLoadContext,
): Promise<Response> {
  let finalStatus = status
  const body = await renderToReadableStream(
    <NonceProvider value={cspNonce}>
      <WordsProvider value={serverWords(readLanguage(request))}>
        <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
      </WordsProvider>
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
  return new Response(body, { headers, status: finalStatus })
}

export { logFailure as handleError } from './site/failures.server'
