// Site content: news, banners, menu, fixed texts, settings, calling codes. Read-only; operators write it. A text
// missing in a language falls back to English.

import {
  type ArticleRow,
  type MenuItemRow,
  type NewsListRow,
  findArticle,
  findPopupArticle,
  findSiteText,
  listCallingAreas,
  listMenuItems,
  listNewsRows,
  listNewsTitleRows,
} from '#db/platform/content'
import { type SettingRow, listPublicSettings, readSettings } from '#db/platform/setting'
import { LANGUAGE_TAGS, type Language } from '#domain/language'
import { siteName } from './brand'
import { loadCatalogue } from './catalogue'
import { safeHtml } from './safe-html'

export type NewsRow = NewsListRow
export type NewsArticle = ArticleRow
export type MenuItem = MenuItemRow

/** Wire `c_id`. */
export const NEWS_CATEGORIES = { news: 4, banners: 5 } as const

export type TextKind = 'faq' | 'contactus' | 'aboutus' | 'operational_compliance' | 'terms'

export interface NewsRequest {
  readonly categoryId: number
  /** From 1. */
  readonly page: number
  readonly limit: number
  readonly language: Language
}

/** Newest first. */
export async function listNews(
  env: Env,
  request: NewsRequest,
): Promise<{ readonly rows: NewsRow[]; readonly total: number }> {
  const [{ rows, total }, fillIn] = await Promise.all([listNewsRows(env.DB, request), siteWords(env)])
  return { rows: rows.map((row) => ({ ...row, title: fillIn(row.title), abstract: fillIn(row.abstract) })), total }
}

/** Titles of articles, in the language if translated. */
export const listNewsTitles = (
  env: Pick<Env, 'DB'>,
  ids: readonly number[],
  language: Language,
): Promise<{ id: number; title: string }[]> => listNewsTitleRows(env.DB, ids, language)

export async function findNews(
  env: Env,
  article: { readonly id: number; readonly language: Language },
): Promise<NewsArticle | null> {
  const [row, fillIn] = await Promise.all([findArticle(env.DB, article), siteWords(env)])
  return row && shownArticle(row, fillIn)
}

/** Announcement to show on opening the site; null without one. */
export async function findPopup(env: Env, language: Language): Promise<NewsArticle | null> {
  const [row, fillIn] = await Promise.all([findPopupArticle(env.DB, language), siteWords(env)])
  return row && shownArticle(row, fillIn)
}

/** Items whose page exists; an operator shows and hides them. */
export const listMenu = (env: Env): Promise<MenuItem[]> => listMenuItems(env.DB)

export async function findText(
  env: Env,
  kind: TextKind,
  language: Language,
): Promise<{ readonly title: string; readonly content: string } | null> {
  const [row, fillIn] = await Promise.all([findSiteText(env.DB, kind, language), siteWords(env)])
  return row && { title: fillIn(row.title), content: safeHtml(fillIn(row.content)) }
}

/** Public setting by key; null for missing and non-public settings. */
export async function findSetting(env: Env, key: string): Promise<SettingRow | null> {
  const rows = await listPublicSettings(env.DB)
  return rows.find((row) => row.key === key) ?? null
}

/** All public settings as one flat map. */
export async function siteConfig(env: Env): Promise<Record<string, string>> {
  const rows = await listPublicSettings(env.DB)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/**
 * Fixed switches requested by clients: withdrawals always require a proof (pay password or stronger); the bank is open
 * while bank deposits or withdrawals are.
 */
export async function siteSwitches(env: Env): Promise<{ readonly tk_radio: '1'; readonly bank_flag: '0' | '1' }> {
  const [bank, { assets }] = await Promise.all([readSettings(env.DB, ['deposit_bank_account']), loadCatalogue(env)])
  const isPaidOut = assets.some(({ networks }) => networks.some(({ isWithdrawalOpen }) => isWithdrawalOpen))
  return { tk_radio: '1', bank_flag: isPaidOut || bank.get('deposit_bank_account') ? '1' : '0' }
}

/** Contact channel, labelled by `content.channel_…` or its own name. */
export interface ContactChannel {
  readonly kind: 'chat' | 'telegram' | 'whatsapp'
  readonly url: string
}

const CHANNELS = [
  ['chat', 'zxkf_url'],
  ['telegram', 'telegram_url'],
  ['whatsapp', 'whatsApp_url'],
] as const

/** Channels opened by the operator; an empty or non-https URL disables one. */
export async function contactChannels(env: Env): Promise<ContactChannel[]> {
  const settings = await readSettings(
    env.DB,
    CHANNELS.map(([, key]) => key),
  )
  return CHANNELS.flatMap(([kind, key]) => {
    const url = settings.get(key) ?? ''
    return url.startsWith('https://') && URL.canParse(url) ? [{ kind, url }] : []
  })
}

export interface AreaCode {
  readonly id: number
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** The country in the reader's language. */
  readonly name: string
  /** Without "+". */
  readonly callingCode: string
}

/** Every country's calling code, in the alphabetical order of the reader's language. */
export async function areaCodes(env: Env, language: Language): Promise<AreaCode[]> {
  const tag = LANGUAGE_TAGS[language]
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  const { compare } = new Intl.Collator(tag)
  const areas = await listCallingAreas(env.DB)
  return areas
    .map(({ id, country, callingCode }) => ({ id, country, callingCode, name: names.of(country) ?? country }))
    .sort((left, right) => compare(left.name, right.name))
}

type FillIn = (text: string) => string

/** Replaces "{{site}}" in texts by the site name. */
async function siteWords(env: Env): Promise<FillIn> {
  const name = await siteName(env)
  return (text) => text.replaceAll('{{site}}', name)
}

/** Preview of a text as rendered for readers, before publication. */
export async function asReadersSee(
  env: Env,
  { title, content }: { readonly title: string; readonly content: string },
): Promise<{ readonly title: string; readonly content: string }> {
  const fillIn = await siteWords(env)
  return { title: fillIn(title), content: safeHtml(fillIn(content)) }
}

const shownArticle = (row: ArticleRow, fillIn: FillIn): NewsArticle => ({
  ...row,
  title: fillIn(row.title),
  abstract: fillIn(row.abstract),
  content: safeHtml(fillIn(row.content)),
})
