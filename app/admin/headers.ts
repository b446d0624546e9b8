// Pages of the desk are never kept by a browser or by anything between, and never found by a search engine.

export const deskHeaders = (): Record<string, string> => ({
  'Cache-Control': 'no-store, private',
  'X-Robots-Tag': 'noindex, nofollow',
})
