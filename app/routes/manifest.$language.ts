// The web app manifest: /manifest/<language>.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { DEFAULT_LANGUAGE, isLanguage } from '#domain/language'
import { loadBrand } from '#services/brand'
import { makeManifest } from '../pwa/manifest.server'

/** The manifest of one language: /manifest/jp. The language is in the address, because a browser asks for it without cookies. */
const KEPT_SECONDS = 3_600

export async function loader({ params, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const language = params['language'] ?? ''
  const { name } = await loadBrand(env)
  return new Response(makeManifest(name, isLanguage(language) ? language : DEFAULT_LANGUAGE), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': `public, max-age=${KEPT_SECONDS}`,
    },
  })
}
