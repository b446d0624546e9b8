// robots.txt (RFC 9309): excluded paths and the sitemap.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

export const loader = ({ request }: LoaderFunctionArgs): Response =>
  new Response(
    [
      'User-agent: *',
      'Allow: /api/docs',
      'Disallow: /api/',
      'Disallow: /outbox',
      `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
