// Groups of screens with the same layout: the short sweep runs axe on the first screen of each group. Width, headings and console are checked on
// every screen. An unlisted screen is its own group.

/** Shared layout, and the paths that use it. */
const KINDS: readonly (readonly [shared: string, paths: RegExp])[] = [
  ['choices of a setting', /^\/settings\/(?:language|fiat|theme|rise|asking)$/],
  ['proof and a new secret', /^\/settings\/security\/(?:password|pay-password|email|mobile)$/],
  ['form of a payee', /^\/settings\/(?:addresses\/new|cards(?:\/international)?)$/],
  ['countries', /^\/(?:settings\/)?area$/],
  ['rows of an account', /^\/assets\/(?:transfers|bills|records|requests)$/],
  [
    'orders of a product',
    /^\/(?:orders\/(?:futures|seconds)|(?:ieo|buy|earn\/lock)\/orders|(?:quiz|copy|earn\/invest)\/mine)$/,
  ],
  ['text', /^\/(?:terms|compliance|about|copy\/agreement|earn\/lock\/welcome|earn\/invest\/help|news\/1|messages\/1)$/],
  ['gallery of works', /^\/nft\/(?:artists|artworks|search|collection|mine\/artworks)$/],
  ['sale of a work', /^\/nft\/artworks\/1\/(?:bid|buy|resell)$/],
  ['application', /^\/nft\/(?:apply|mine\/create)$/],
  ['messages', /^\/(?:news|messages\/all)$/],
  ['front page', /^\/$/],
  ['market', /^\/market(?:\?.*)?$/],
  ['ticket of spot', /^\/trade\/spot\/BTC-USDT(?:\?.*)?$/],
  ['way out', /^\/web(?:\?.*)?$/],
]

/** The first screen of each group, and all ungrouped screens. */
export function firstOfKind<Listed extends { readonly path: string }>(screens: readonly Listed[]): ReadonlySet<Listed> {
  const seen = new Set<string>()
  return new Set(
    screens.filter(({ path }) => {
      const [shared] = KINDS.find(([, paths]) => paths.test(path)) ?? []
      if (shared === undefined) return true
      const isFirst = !seen.has(shared)
      seen.add(shared)
      return isFirst
    }),
  )
}
