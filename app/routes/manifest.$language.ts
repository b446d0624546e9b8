// The web app manifest: /manifest/<language>.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language'
import { loadBrand } from '#services/brand'
import { makeManifest } from '../pwa/manifest.server'
import { loadWords } from '../text/words.server'

/** Manifest per language: /manifest/jp. The URL contains the language, because browsers fetch manifests without cookies. */
const MAX_AGE_SECONDS = 3_600

export async function loader({ params, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const asked = params['language'] ?? ''
  const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE
  const [{ name }] = await Promise.all([loadBrand(env), loadWords(language, env)])
  return new Response(makeManifest(name, language), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
    },
  })
}
