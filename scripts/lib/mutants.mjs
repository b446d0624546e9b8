// Areas of rules that `npm run mutants` changes, each proven by its own unit tests, and how its results are counted.

import { existsSync, readFileSync } from 'node:fs'
import { ROOT } from './run.mjs'

/** Survivors that change nothing, each with its reason. */
const EQUIVALENT = `${ROOT}tests/equivalent-mutants.json`

const area = (files, tests, least) => ({ files: [files].flat(), tests: [tests].flat(), least })
const domain = (folder, least, tests = folder) =>
  area(
    `server/domain/${folder}/`,
    [tests].flat().map((name) => `tests/${name}`),
    least,
  )
const marketTest = (name) => `tests/market/${name}.test.ts`

/**
 * `files` and `tests` are a folder each, or files: tests of other rules in the folder only take time. `least`: percent of the changes that tests
 * must notice. Money and settlement: 95, other rules: 90.
 */
export const AREAS = [
  domain('money', 95),
  area(['server/domain/spot.ts', 'server/domain/price-band.ts'], 'tests/spot', 95),
  // The plain book beside it is what its tests compare it with.
  area('party/market/fast-book.ts', ['book', 'book-equal'].map(marketTest), 95),
  // What that book is built of.
  area(
    ['book-hash', 'book-order', 'order-index', 'order-pool', 'price-levels', 'rank-map'].map(
      (name) => `party/market/${name}.ts`,
    ),
    ['book-parts', 'book-levels'].map(marketTest),
    95,
  ),
  area(
    ['matching', 'price-breaker', 'trading', 'waiting', 'waiting-orders'].map((name) => `party/market/${name}.ts`),
    [
      ...['amend', 'house', 'matching', 'price-breaker', 'waiting', 'waiting-orders'].map(marketTest),
      'tests/stocks/session-market.test.ts',
    ],
    95,
  ),
  area('party/account/ledger.ts', 'tests/account', 95),
  area(
    ['insurance', 'order', 'gate', 'token-bucket'].map((name) => `server/domain/${name}.ts`),
    'tests/account',
    95,
  ),
  domain('funds', 95),
  // Payments of withdrawals: what signers and banks are given, which signed transactions are taken, and what arrived.
  area(
    [
      ...['documents', 'payments'].map((name) => `server/services/payouts/${name}.ts`),
      ...['bitcoin-payer', 'evm-call', 'evm-payer', 'evm-safe', 'finding-payer', 'payer'].map(
        (name) => `server/services/chains/${name}.ts`,
      ),
    ],
    'tests/payouts',
    95,
  ),
  area(
    ['agent', 'agent-loss'].map((name) => `server/domain/${name}.ts`),
    ['tests/agents/limits.test.ts', 'tests/agents/loss.test.ts'],
    95,
  ),
  domain('buy', 95),
  domain('promotion', 95),
  domain('conditional', 95),
  domain('futures', 95),
  domain('options', 95),
  domain('loan', 95),
  domain('copy', 95),
  domain('stocks', 95),
  domain('mining', 95),
  domain('invest', 95),
  domain('ieo', 95),
  area('server/domain/merkle.ts', 'tests/ieo', 95),
  domain('nft', 95),
  domain('quiz', 95),
  domain('game', 95),
  domain('limits', 95),
  domain('liabilities', 95),
  domain('portfolio', 95, ['portfolio', 'wallet']),
  area(
    ['consensus', 'jump-guard', 'steps', 'period', 'candle', 'chain', 'next-round'].map(
      (name) => `server/domain/quotes/${name}.ts`,
    ),
    'tests/quotes',
    95,
  ),
  // The grid beside it is data.
  area('server/domain/place/place.ts', 'tests/place', 90),
  domain('alerts', 90),
  domain('chat', 90),
  domain('support', 90),
  domain('audio', 90, 'support'),
  domain('log', 90),
  domain('image', 90, 'uploads'),
  domain('media', 90, 'nft'),
  // The list of metrics beside them is data.
  area(['server/domain/operating/alarms.ts', 'server/domain/operating/status.ts'], 'tests/operating', 90),
  domain('house', 95, 'market'),
  // Of the desk what moves money: what a cell is read as, which changes take two people, texts that may say where to pay, signs of risk,
  // and the sums of the books. Its tables are data.
  area(
    ['approval', 'books', 'guard', 'proposal', 'review', 'sheet-cell', 'visible-words', 'withdrawal-signs'].map(
      (name) => `server/domain/desk/${name}.ts`,
    ),
    'tests/desk',
    95,
  ),
]

const isUnitTest = (path) => /\/[^./]+\.test\.ts$/.test(path)

/** Files of an area that a path names: a file of its own, a folder, or one of its unit tests, which stands for the whole area. */
function namedBy(path, { files, tests }) {
  if (isUnitTest(path) && tests.some((place) => path === place || path.startsWith(`${place}/`))) return files
  return files.flatMap((own) => {
    if (own === path || own.startsWith(`${path.replace(/\/$/, '')}/`)) return [own]
    return own.endsWith('/') && path.startsWith(own) && existsSync(ROOT + path) ? [path] : []
  })
}

/** Areas with the files to change: of those that the paths name, or all when there are none to go by. */
export const jobsOf = (paths) =>
  AREAS.flatMap((each) => {
    const files = paths === null ? each.files : [...new Set(paths.flatMap((path) => namedBy(path, each)))]
    // A whole folder includes its files.
    const isIncluded = (file) => files.some((other) => other.endsWith('/') && other !== file && file.startsWith(other))
    const kept = files.filter((file) => !isIncluded(file))
    return kept.length === 0 ? [] : [{ ...each, files: kept }]
  })

/** A change that is left, as the list names it: by its line, not its number. */
const nameOf = ({ line, was, is }) => [line, was, is].join('\n')
const onOneLine = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 160)

/** Changes of a file that ended in one of these ways. */
function changesIn([file, { source, mutants }], ...statuses) {
  const lines = source.split('\n')
  return mutants
    .filter(({ status }) => statuses.includes(status))
    .map(({ location: { start, end }, replacement = '' }) => {
      const whole = lines.slice(start.line - 1, end.line).join('\n')
      const tail = (lines[end.line - 1] ?? '').length - (end.column - 1)
      const line = onOneLine(lines[start.line - 1] ?? '')
      const was = onOneLine(whole.slice(start.column - 1, whole.length - tail))
      return { file, at: start.line, line, was, is: onOneLine(replacement) }
    })
}

/** Counts a report of StrykerJS against the list. `files` ran whole. */
export function judge(report, equivalent = JSON.parse(readFileSync(EQUIVALENT, 'utf8'))) {
  const files = Object.entries(report.files)
  const isNoticed = ({ status }) => status === 'Killed' || status === 'Timeout'
  const noticed = files.flatMap(([, { mutants }]) => mutants.filter(isNoticed)).length
  const left = files.flatMap((each) => changesIn(each, 'Survived', 'NoCoverage'))
  // A busy machine may be too slow for one of the list.
  const late = files.flatMap((each) => changesIn(each, 'Timeout'))
  const listed = files.flatMap(([file]) => (equivalent[file] ?? []).map((each) => ({ file, ...each })))
  const isSame = (one) => (other) => one.file === other.file && nameOf(one) === nameOf(other)
  const open = left.filter((each) => !listed.some(isSame(each)))
  return {
    noticed,
    open,
    equivalent: left.length - open.length,
    /** In the list, and noticed or gone. */
    stale: listed.filter((each) => ![...left, ...late].some(isSame(each))),
    score: noticed + open.length === 0 ? 100 : (100 * noticed) / (noticed + open.length),
  }
}
