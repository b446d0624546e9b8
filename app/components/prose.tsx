// Text written by operators. The directory only accepts a small safe subset of HTML.

import { boundUnits } from '../text/money'

export const Prose = ({ html, className = '' }: { html: string; className?: string }) => (
  <div
    className={`prose-plain ${className}`}
    dangerouslySetInnerHTML={{ __html: boundUnits(throughLeavePage(html)) }}
  />
)

/** External link. */
const OUTSIDE = /<a href="(https:\/\/[^"]+)"[^>]*>/gi

/** Redirects external links through the leave page `/web`. The text must already be sanitized: see server/domain/content.ts. */
export const throughLeavePage = (safeHtml: string): string =>
  safeHtml.replace(
    OUTSIDE,
    (_, href: string) => `<a href="/web?url=${encodeURIComponent(href.replaceAll('&amp;', '&'))}">`,
  )
