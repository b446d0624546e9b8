// Pages that a search engine may list and people share: description, canonical address and the other languages. All
// other pages are `noindex`.

import type { ParseKeys } from 'i18next'
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '#domain/language'
import { pageI18n } from '../text/i18n.server'
import { namedLanguage } from '../visitor/visitor.server'

type Row = readonly [path: string, description: ParseKeys<'share'>]

/** `:symbol` is named in the description. */
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
  ['/nft/artworks', 'nft'],
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
  ['/fairness/liabilities', 'liabilities'],
  ['/fairness/rules', 'rules'],
  ['/fairness/rules/:rule', 'rules'],
  ['/receipts/:id', 'receipt'],
  ['/download', 'download'],
]

/** Findable pages without a parameter. */
export const findablePaths: readonly string[] = FINDABLE.flatMap(([path]) => (path.includes(':') ? [] : [path]))

export interface Share {
  readonly path: string
  readonly description: string
  readonly canonical: string
  readonly picture: string
  /** By BCP 47 tag. */
  readonly alternates: readonly { readonly tag: string; readonly href: string }[]
}

/** What a page says to search engines and in shared links; null for a page that is not to be found. */
export function shareOf(request: Request, language: Language): Share | null {
  const { origin, pathname } = new URL(request.url)
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  const row = FINDABLE.find(([pattern]) => patternOf(pattern).test(path))
  if (!row) return null
  const symbol = row[0].includes(':symbol') ? (path.split('/').at(-1) ?? '').replace('-', '/') : ''
  const address = origin + path
  return {
    path,
    description: pageI18n(language).t(row[1], { ns: 'share', symbol }),
    canonical: namedLanguage(request) === null ? address : `${address}?lang=${language}`,
    picture: `${origin}/icons/icon-512.png`,
    alternates: LANGUAGES.map((each) => ({ tag: LANGUAGE_TAGS[each], href: `${address}?lang=${each}` })),
  }
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
