// The words of one language: /words/jp.<hash>.json.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findWordsFile } from '../text/words.server'

/** A language's words under a name that changes with them, so a browser keeps them for as long as it likes. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const body = findWordsFile(`/words/${params['file'] ?? ''}`)
  if (body === undefined) return new Response('no such words', { status: 404 })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
