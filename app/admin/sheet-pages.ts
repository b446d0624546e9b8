// Which page of the desk a table is edited on.

import type { ParseKeys } from 'i18next'
import { SHEETS } from '#domain/desk/sheet'

const PAGES = new Map<string, ParseKeys<'desk'>>([
  ...Object.values(SHEETS).map(({ table, title }) => [table, title] as const),
  ['coupon', 'coupons'],
])

/** Words of the page on which a row of that table is found; undefined for a table without a page. */
export const pageWords = (table: string): ParseKeys<'desk'> | undefined => PAGES.get(table)
