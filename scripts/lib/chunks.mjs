// Grouping of browser modules into chunks. By default Rollup makes a chunk for each combination of pages: twenty files
// of 500 bytes for home, each with its own request and compression overhead.

const FRAMEWORK =
  /\/node_modules\/(?:@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|i18next|react-i18next)\//
/** Channel and quotes code, for home and market lists; and the hide-amounts toggle, for pages with balances. */
const LIVE =
  /\/app\/(?:live\/(?:channel|use-channel|quotes-channel|quotes-state)|components\/hide-toggle)\.ts|\/node_modules\/partysocket\//
/** Channel code for logged-in users. */
const OWN = /\/app\/live\/(?:account-channel|account-state|read-news|use-fresh-list)\.ts/
/** Chart library and the code that draws charts: one chunk, loaded with any chart. */
const KLINE = /\/node_modules\/klinecharts\/|\/trade\.spot\.\$symbol\/(?:kline|kline-styles|candle-feed)\.client\.ts/
/** Small modules of form and list pages, each otherwise a chunk of a few hundred bytes. */
const PIECES =
  /\/app\/(?:components\/(?:data-table|field|paged-list|time-zone-note|market\/watch-star)\.tsx|forms\/decimal-field\.ts|(?:live|text|forms|components)\/(?:further-pages|list-pages|listed-pair|match)\.ts)|\/server\/domain\/(?:promotion\/vip|money\/available)\.ts/
/** Modules of nearly every page: frame and common components. Lazily opened parts are excluded. */
const FRAME = new RegExp(
  [
    'preload-helper',
    'app/(?:site/(?:revalidation|site)|visitor/(?:choice-cookies|client-state|profile-store|turning-away))\\.ts',
    'app/pwa/(?:app-links|install|release|release-bar)\\.ts',
    'app/shell/(?:account-menu|answered-error|bell|bottom-tabs|display-menu|entered-before|error-page|finder|footer|keep-state|keys|loading-line|menu)\\.ts',
    'app/shell/(?:late-scripts|offline-banner|page-announcer|page-fade|shell|status-page|stay-offline|tabs|top-bar|turned-away|use-[\\w-]+)\\.ts',
    'app/live/(?:network|unread)\\.ts',
    'app/text/(?:dates|decimal-text|fiat-signs|languages|money|numbers|title|words)\\.ts',
    'app/components/(?:avatar|badge|button|change|coin|empty|fiat|hidden-amounts|icon|link-badge|list-row|moment|notice|overlays|page-header|prose)\\.ts',
    'app/components/(?:prompt|sheet|skeleton|sparkline|tabs|ticking|toast|use-alive|use-motion|use-turn-away)\\.ts',
    'server/domain/(?:assert|outcome|number-writing|language|i18n)\\.ts',
    'server/domain/money/(?!available)',
  ].join('|'),
)

/** Chunk name of a module, or undefined to leave the choice to Rollup. */
export function chunkOf(id) {
  if (FRAMEWORK.test(id)) return 'framework'
  if (LIVE.test(id)) return 'live'
  if (OWN.test(id)) return 'own'
  if (KLINE.test(id)) return 'kline'
  if (PIECES.test(id)) return 'pieces'
  return FRAME.test(id) ? 'frame' : undefined
}
