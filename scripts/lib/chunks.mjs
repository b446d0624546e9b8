// Which modules of the browser share a file. Left alone, Rollup makes one of every combination that two pages have in common: twenty
// files of half a kilobyte for home, each with its own request and its own start of compression.

const FRAMEWORK =
  /\/node_modules\/(?:@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//
const LIVE = /\/app\/live\/|\/node_modules\/partysocket\//
/** On nearly every page. */
const FRAME = new RegExp(
  [
    'preload-helper',
    'app/(?:nonce|unanswered)\\.ts',
    'app/shell/network\\.ts',
    'app/text/(?:dates|decimal-text|fiat-signs|languages|money|numbers|say|title|words)\\.ts',
    'app/components/(?:alive|badge|button|change|coin-colour|coin-mark|empty|icon|link-badge|list-row|moment|notice|page-header)\\.ts',
    'app/components/(?:prompt|sheet|site|skeleton|sparkline|tabs|ticking|toast|use-loaded)\\.ts',
    'server/domain/(?:assert|outcome|number-writing|language)\\.ts',
    'server/domain/money/',
  ].join('|'),
)

/** The name of a module's file, or undefined to leave it to Rollup. */
export function chunkOf(id) {
  if (FRAMEWORK.test(id)) return 'framework'
  if (LIVE.test(id)) return 'live'
  return FRAME.test(id) ? 'frame' : undefined
}
