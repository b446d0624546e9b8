// Search parameters of the query. Pure.

export const KINDS = ['all', 'markets', 'stocks', 'pages', 'news'] as const
export type Kind = (typeof KINDS)[number]

export interface Search {
  readonly text: string
  readonly kind: Kind
  /** True when the form was submitted empty. */
  readonly isMissing: boolean
}

const LENGTH_MAX = 64

export function readSearch(query: URLSearchParams): Search {
  const typed = query.get('q')
  const text = (typed ?? '').trim().slice(0, LENGTH_MAX)
  return {
    text,
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? 'all',
    isMissing: typed !== null && text === '',
  }
}

export function searchPath(text: string, kind: Kind): string {
  const query = new URLSearchParams({ ...(text !== '' && { q: text }), ...(kind !== 'all' && { kind }) }).toString()
  return query === '' ? '/search' : `/search?${query}`
}
