// Which page of the desk a table is edited on.

import type { SHEETS, SheetName } from '#domain/desk/sheet'
import type { WordKey } from '../text/words'

/** The page on which a row of that table is found. */
export const PAGES = {
  asset: 'sheet_assets',
  asset_network: 'sheet_networks',
  pair: 'sheet_pairs',
  fiat: 'sheet_fiats',
  news: 'sheet_news',
  news_text: 'sheet_news_texts',
  site_text: 'sheet_texts',
  menu_item: 'sheet_menu',
  setting: 'sheet_settings',
  coupon: 'coupons',
} as const satisfies Record<(typeof SHEETS)[SheetName]['table'] | 'coupon', WordKey<'desk'>>

export const isPaged = (table: string): table is keyof typeof PAGES => table in PAGES
