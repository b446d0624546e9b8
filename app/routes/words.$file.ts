// Texts of one language as a file: /words/jp.<hash>.json.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findWordsFile } from '../text/words.server'

/** Translations under a content-hashed name, cached forever. */
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
