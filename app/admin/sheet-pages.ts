// Desk page on which each table is edited.

import type { ParseKeys } from 'i18next'
import { SHEETS } from '#domain/desk/sheet'

const PAGES = new Map<string, ParseKeys<'desk'>>([
  ...Object.values(SHEETS).map(({ table, title }) => [table, title] as const),
  ['coupon', 'coupons'],
])

/** Title key of the page that lists the table's rows; undefined for a table without a page. */
export const pageWords = (table: string): ParseKeys<'desk'> | undefined => PAGES.get(table)
