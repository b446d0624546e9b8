// Desk page on which each table is edited.

import { SHEETS } from '#domain/desk/sheet'
import type { WordKey } from '../../locales/key'

const PAGES = new Map<string, WordKey<'desk'>>([
  ...Object.values(SHEETS).map(({ table, title }) => [table, title] as const),
  ['coupon', 'coupons'],
])

/** Title key of the page that lists the table's rows; undefined for a table without a page. */
export const pageWords = (table: string): WordKey<'desk'> | undefined => PAGES.get(table)
