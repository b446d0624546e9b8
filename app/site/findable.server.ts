// Pages that a search engine may list and people share: description, canonical address and the other languages. All
// other pages are `noindex`.

import type { Language } from '#domain/language'
import { pageI18n } from '../text/i18n.server'
import { namedLanguage } from '../visitor/visitor.server'
import { pathOf } from './path'
import type { WordKey } from '../../locales/key'

type Row = readonly [path: string, description: WordKey<'share'>]

/** `:id` is a number, so that a person's own pages beside it are not meant: "/quiz/mine". `:symbol` is named in the description. */
const FINDABLE: readonly Row[] = [
  ['/', 'home'],
  ['/market', 'market'],
  ['/trade/spot/:symbol', 'spot'],
  ['/trade/futures/:symbol', 'futures'],
  ['/trade/options/:symbol', 'options'],
  ['/copy', 'copy'],
  ['/copy/traders/:id', 'trader'],
  ['/nft', 'nft'],
  ['/nft/artists', 'artists'],
  ['/nft/artists/:id', 'artists'],
  ['/nft/artworks/:id', 'work'],
  ['/ieo', 'ieo'],
  ['/ieo/:id', 'ieo'],
  ['/quiz', 'quiz'],
  ['/quiz/:id', 'quiz'],
  ['/game', 'game'],
  ['/earn', 'earn'],
  ['/earn/lock', 'lock'],
  ['/earn/invest', 'invest'],
  ['/earn/invest/help', 'invest'],
  ['/loans', 'loans'],
  ['/buy', 'buy'],
  ['/news', 'news'],
  ['/news/:id', 'news'],
  ['/faq', 'faq'],
  ['/about', 'about'],
  ['/fairness', 'fairness'],
  ['/status', 'status'],
  ['/fairness/liabilities', 'liabilities'],
  ['/fairness/rules', 'rules'],
  ['/fairness/rules/:rule', 'rules'],
  ['/receipts/:receipt', 'receipt'],
  ['/download', 'download'],
  ['/developers', 'developers'],
  ['/api/docs', 'reference'],
  ['/api/docs/:operation', 'reference'],
]

/** Findable pages without a parameter. */
export const findablePaths: readonly string[] = FINDABLE.flatMap(([path]) => (path.includes(':') ? [] : [path]))

const PATTERNS = FINDABLE.map(([path, description]) => ({
  pattern: new RegExp(`^${path.replace(':id', String.raw`\d+`).replace(/:\w+/, '([^/]+)')}$`),
  description,
}))

export interface Share {
  readonly origin: string
  readonly path: string
  /** The language named by the URL. */
  readonly language: Language | null
  readonly description: string
}

/** What a page says to search engines and in shared links; null for a page that is not to be found. */
export function shareOf(request: Request, language: Language): Share | null {
  const { origin, pathname } = new URL(request.url)
  const path = pathOf(pathname)
  for (const { pattern, description } of PATTERNS) {
    const found = pattern.exec(path)
    if (!found) continue
    const symbol = (found[1] ?? '').replace('-', '/')
    const text = pageI18n(language).t(description, { ns: 'share', symbol })
    return { origin, path, language: namedLanguage(request), description: text }
  }
  return null
}
