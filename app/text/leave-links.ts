// Links out of a text lead to a page that says so first (routes/web).

const OUTSIDE = /<a href="(https:\/\/[^"]+)"[^>]*>/gi

/** The text with its links to other sites leading through `/web`. It must be safe already: see server/domain/content.ts. */
export const throughLeavePage = (safeHtml: string): string =>
  safeHtml.replace(
    OUTSIDE,
    (_, href: string) => `<a href="/web?url=${encodeURIComponent(href.replaceAll('&amp;', '&'))}">`,
  )
