// What the site says on the first day: settings, menu, news, banners, the notice, page texts and calling codes.

import { LANGUAGES, type Language } from '#domain/language'
import { MENU, menuIcon } from '#domain/menu'
import { CALLING_AREAS, type CallingAreaSeed } from './calling-areas'
import { type SeedRow, insertMissing, insertNamed, insertOrFollow } from './statement'
import { en } from './texts/en'
import { fra } from './texts/fra'
import { hk } from './texts/hk'
import { jp } from './texts/jp'
import { kor } from './texts/kor'
import type { ArticleKey, LanguageTexts, SeedArticle, SeedDocument } from './texts/shape'
import { spa } from './texts/spa'
import { th } from './texts/th'
import { zh } from './texts/zh'

const TEXTS: Readonly<Record<Language, LanguageTexts>> = { jp, en, zh, hk, kor, th, fra, spa }

// Keys are the wire's. An empty address means that the site does not offer that channel.
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['site_name', 'CM'],
  ['site_logo', '/logos/site.svg'],
  ['down_logo', '/logos/site-mark.svg'],
  ['version', '1,80'],
  ['support_url', '/support'],
  ['game_url', '/game'],
  ['apk_download_url', ''],
  ['android_download_url', ''],
  ['ios_download_url', ''],
  ['zxkf_url', ''],
  ['telegram_url', ''],
  ['whatsApp_url', ''],
  ['jie_url', ''],
  ['hk_url', ''],
  ['image_server_url', ''],
  ['open_url', ''],
  ['yzm_radio', '1'],
  ['sharar_radio', '0'],
  // Recipient of the contact page's messages; without one the page has no form.
  ['support_mail', ''],
]

// Shown only to users who deposit by bank. Empty: bank deposits are closed.
const PRIVATE_SETTINGS = [
  ...['deposit_bank_name', 'deposit_bank_holder', 'deposit_bank_account', 'deposit_bank_swift'],
  // Value in USDT from which the travel rule is asked for. Empty: never.
  'travel_rule_from',
]

interface ArticleSeed {
  readonly id: number
  readonly key: ArticleKey
  /** 4 news, 5 banners; the notice is news that also pops up. */
  readonly categoryId: 4 | 5
  readonly cover: string
  readonly isPopup?: true
  readonly publishedAt: number
}

const day = (date: number): number => Date.UTC(2026, 10, date, 3)

const ARTICLES: readonly ArticleSeed[] = [
  { id: 1, key: 'risk_notice', categoryId: 4, cover: '', isPopup: true, publishedAt: day(16) },
  { id: 2, key: 'matching', categoryId: 4, cover: '/banners/fair.svg', publishedAt: day(17) },
  { id: 3, key: 'fees', categoryId: 4, cover: '', publishedAt: day(18) },
  { id: 4, key: 'account_safety', categoryId: 4, cover: '/banners/safety.svg', publishedAt: day(19) },
  { id: 5, key: 'banner_spot', categoryId: 5, cover: '/banners/spot.svg', publishedAt: day(20) },
  { id: 6, key: 'banner_fair', categoryId: 5, cover: '/banners/fair.svg', publishedAt: day(19) },
  { id: 7, key: 'banner_safety', categoryId: 5, cover: '/banners/safety.svg', publishedAt: day(18) },
]

export function contentStatements(): string[] {
  const settings = [
    ...SETTINGS.map(([key, value]) => ({ key, value, is_public: true })),
    ...PRIVATE_SETTINGS.map((key) => ({ key, value: '', is_public: false })),
  ]
  // An entry is stored once its page exists.
  const menu = MENU.map(menuRow).filter(({ url }) => url !== '')
  return [
    ...settings.map((row) => insertNamed('setting', 'key', row)),
    // Position and visibility of a menu entry belong to the operators.
    ...menu.map((row) => insertNamed('menu_item', 'title', row, ['icon', 'url', 'open_type', 'is_financial'])),
    ...insertMissing('calling_area', CALLING_AREAS.map(callingAreaRow)),
    ...insertMissing('news', ARTICLES.map(newsRow)),
    ...insertOrFollow('news_text', ['news_id', 'language'], ARTICLES.flatMap(newsTextRows)),
    ...insertOrFollow('site_text', ['kind', 'language'], LANGUAGES.flatMap(siteTextRows)),
  ]
}

const menuRow = ({ title, url, openType, isFinancial }: (typeof MENU)[number], index: number) => ({
  title,
  icon: menuIcon(index),
  url,
  open_type: openType,
  is_financial: isFinancial,
  is_shown: true,
  sort: index + 1,
})

const newsRow = ({ id, categoryId, cover, isPopup, publishedAt }: ArticleSeed): SeedRow => ({
  id,
  category_id: categoryId,
  cover,
  thumbnail: cover,
  is_popup: isPopup ?? false,
  published_at: publishedAt,
})

const newsTextRows = ({ id, key }: ArticleSeed): SeedRow[] =>
  LANGUAGES.map((language) => {
    const article = TEXTS[language].articles[key]
    return { news_id: id, language, title: article.title, abstract: article.abstract, content: articleHtml(article) }
  })

const siteTextRows = (language: Language): SeedRow[] =>
  Object.entries(TEXTS[language].documents).map(([kind, text]) => ({
    kind,
    language,
    title: text.title,
    content: documentHtml(text),
  }))

const articleHtml = ({ paragraphs }: SeedArticle): string => paragraphs.map(paragraphHtml).join('')

const documentHtml = ({ sections }: SeedDocument): string =>
  sections
    .map(([heading, ...paragraphs]) => `<h2>${escapeHtml(heading)}</h2>${paragraphs.map(paragraphHtml).join('')}`)
    .join('')

const paragraphHtml = (text: string): string => `<p>${escapeHtml(text)}</p>`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const callingAreaRow = ({ country, callingCode }: CallingAreaSeed, index: number): SeedRow => ({
  id: index + 1,
  country,
  calling_code: callingCode,
})
