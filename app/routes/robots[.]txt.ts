// For robots (RFC 9309): what they leave out, and where the addresses are listed.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

export const loader = ({ request }: LoaderFunctionArgs): Response =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /outbox',
      `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
