// Titles of desk tables and translations of their codes: home menu entries, setting keys, pages, languages. Stored
// codes follow the wire; an unknown code is shown unchanged.

import { knownAssets } from '#domain/catalogue'
import { SHEETS, type SheetName } from '#domain/desk/sheet'
import { type Language, isLanguage } from '#domain/language'
import type { MenuTitle } from '#domain/menu'
import { loadCatalogue } from '#services/catalogue'
import { listNewsTitles } from '#services/content'
import type { PageName } from '../site/pages'
import { LANGUAGE_NAMES } from '../text/languages'
import { pageName } from '../text/page-names.server'
import { pageI18n } from '../text/i18n.server'
import type { WordKey } from '../../locales/key'

/** Home menu entries with their page titles. */
const MENU: Readonly<Record<MenuTitle, PageName>> = {
  market: 'shell.nav_market',
  exchange: 'shell.nav_trade',
  transaction: 'spot.orders_title',
  transfer: 'funds.convert',
  bills: 'wallet.bills',
  recharge: 'funds.deposit',
  withdraw: 'funds.withdraw',
  futures: 'futures.title',
  seconds: 'options.title',
  copytrade: 'copy.title',
  ieo: 'ieo.title',
  lockming: 'mining.title',
  invest: 'invest.title',
  nft: 'nft.title',
  borrowing: 'loan.title',
  otc: 'buy.title',
  stock: 'stocks.title',
  coupon: 'promotion.coupon_title',
  chatroom: 'chat.title',
  game: 'game.title',
  share: 'promotion.invite_title',
  quiz: 'quiz.title',
  earn: 'earn.title',
}

const TEXTS: Readonly<Record<string, PageName>> = {
  faq: 'content.faq',
  contactus: 'content.contact',
  aboutus: 'content.about',
  operational_compliance: 'content.compliance',
  terms: 'content.terms',
}

/** By topic: the site, support and contact, downloads, registration, bank deposits, withdrawals. */
const SETTINGS = [
  'setting_site_name',
  'setting_site_logo',
  'setting_game_url',
  'setting_image_server_url',
  'setting_support_url',
  'setting_support_mail',
  'setting_zxkf_url',
  'setting_telegram_url',
  'setting_whatsApp_url',
  'setting_jie_url',
  'setting_hk_url',
  'setting_version',
  'setting_down_logo',
  'setting_apk_download_url',
  'setting_android_download_url',
  'setting_ios_download_url',
  'setting_open_url',
  'setting_yzm_radio',
  'setting_sharar_radio',
  'setting_deposit_bank_name',
  'setting_deposit_bank_holder',
  'setting_deposit_bank_account',
  'setting_deposit_bank_swift',
  'setting_travel_rule_from',
] as const satisfies readonly WordKey<'desk'>[]

const deskWord = (language: Language, key: WordKey<'desk'> | undefined): string | undefined =>
  key && pageI18n(language).t(key, { ns: 'desk' })

const settingKey = (code: string) => SETTINGS.find((each) => each === `setting_${code}`)

/** Rows of settings by topic; those without a name come last. */
export const settingsByTopic = <Row extends { readonly key: string }>(rows: readonly Row[]): readonly Row[] => {
  const placeOf = ({ key }: Row): number => {
    const known = settingKey(key)
    return known ? SETTINGS.indexOf(known) : SETTINGS.length
  }
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other))
}

const menuName = (language: Language, title: string): string | undefined =>
  pageOf(language, Object.hasOwn(MENU, title) ? MENU[title as MenuTitle] : undefined)

const pageOf = (language: Language, name: PageName | undefined): string | undefined => name && pageName(language, name)

/** Names of ids in rows: asset codes and article titles. */
export interface Known {
  readonly assets: ReadonlyMap<string, string>
  readonly news: ReadonlyMap<string, string>
}

interface NamedCell {
  readonly sheet: SheetName
  readonly cell: string
  readonly value: string
  readonly known: Known
}

/** Cells that contain an asset id. */
export const ASSET_CELLS: ReadonlySet<string> = new Set(['asset_id', 'base_asset_id', 'quote_asset_id'])

const NOTHING_KNOWN: Known = { assets: new Map(), news: new Map() }

/** Name of a code; undefined for cells without codes. */
function cellName(language: Language, { sheet, cell, value, known }: NamedCell): string | undefined {
  if (cell === 'language') return isLanguage(value) ? LANGUAGE_NAMES[value] : undefined
  if (ASSET_CELLS.has(cell)) return known.assets.get(value)
  switch (`${sheet}.${cell}`) {
    case 'news.id':
    case 'news-texts.news_id':
      return known.news.get(value)
    case 'menu.title':
      return menuName(language, value)
    case 'settings.key':
      return deskWord(language, settingKey(value))
    case 'texts.kind':
      return pageOf(language, TEXTS[value])
    default:
      return undefined
  }
}

/** Names of a row's codes by cell. */
export const cellNames = (
  language: Language,
  sheet: SheetName,
  cells: Readonly<Record<string, string>>,
  known: Known = NOTHING_KNOWN,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([cell, value]) => {
      const name = cellName(language, { sheet, cell, value, known })
      return name === undefined ? [] : [[cell, name]]
    }),
  )

/** Title of a row and its page: asset code rather than asset id. */
export function rowTitle(
  sheet: SheetName,
  cells: Readonly<Record<string, string>>,
  codes: Readonly<Record<string, string>>,
): string {
  const named = sheet === 'assets' ? ['code'] : sheet === 'menu' ? ['title'] : SHEETS[sheet].keys
  // Deduplicated, because a coin's network may have the coin's name.
  return [...new Set(named.map((cell) => codes[cell] ?? cells[cell] ?? ''))].join(' · ')
}

/** Loads names of the ids in these rows. */
export async function loadKnown(
  env: Env,
  language: Language,
  {
    sheet,
    rows,
  }: { readonly sheet: SheetName; readonly rows: readonly { readonly cells: Readonly<Record<string, string>> }[] },
): Promise<Known> {
  const newsCell = sheet === 'news' ? 'id' : sheet === 'news-texts' ? 'news_id' : null
  const newsIds = newsCell === null ? [] : rows.map(({ cells }) => parseInt(cells[newsCell] ?? '', 10))
  const [assets, titles] = await Promise.all([
    SHEETS[sheet].place === 'catalogue' ? loadCatalogue(env).then(knownAssets) : [],
    newsIds.length > 0 ? listNewsTitles(env, newsIds, language) : [],
  ])
  return {
    assets: new Map(assets.map(({ id, code }) => [String(id), code])),
    news: new Map(titles.map(({ id, title }) => [String(id), title])),
  }
}
