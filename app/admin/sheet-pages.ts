// Which page of the desk a table is edited on.

import { SHEETS } from '#domain/desk/sheet'
import type { WordKey } from '../text/words'

const PAGES = new Map<string, WordKey<'desk'>>([
  ...Object.values(SHEETS).map(({ table, title }) => [table, title] as const),
  ['coupon', 'coupons'],
])

/** Words of the page on which a row of that table is found; undefined for a table without a page. */
export const pageWords = (table: string): WordKey<'desk'> | undefined => PAGES.get(table)
