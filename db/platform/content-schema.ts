// What operators write for people to read: news, banners, menu, texts and site settings. Nothing here moves money.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { OPEN_TYPES } from '#domain/menu'
import { flagColumn, instantColumn } from '../columns'

/** Hash of a text seeded by the product. A trigger sets it to null when an operator changes the text. */
const seeded = integer('seeded')

/** One row per key. Public rows are what /getSetting and /getSiteConfig may show. */
export const setting = sqliteTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  isPublic: flagColumn('is_public').notNull().default(true),
  /** Stable number of the row, which the wire shows. */
  id: integer('id').notNull().unique(),
})

export const news = sqliteTable(
  'news',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Wire `c_id`: 4 news, 5 banners. */
    categoryId: integer('category_id').notNull(),
    /** Site-relative image paths; empty when there is none. */
    cover: text('cover').notNull().default(''),
    thumbnail: text('thumbnail').notNull().default(''),
    /** Shown once as a notice when the site opens. */
    isPopup: flagColumn('is_popup').notNull().default(false),
    isShown: flagColumn('is_shown').notNull().default(true),
    publishedAt: instantColumn('published_at').notNull(),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [index('news_by_category').on(table.categoryId, table.isShown, table.publishedAt)],
)

export const newsText = sqliteTable(
  'news_text',
  {
    newsId: integer('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    title: text('title').notNull(),
    abstract: text('abstract').notNull(),
    /** HTML in the subset of server/domain/content.ts; other markup is shown as text. */
    content: text('content').notNull(),
    seeded,
  },
  (table) => [primaryKey({ columns: [table.newsId, table.language] })],
)

export const menuItem = sqliteTable(
  'menu_item',
  {
    id: integer('id').primaryKey(),
    /** Key of the client's "home" texts: "exchange", "transfer". */
    title: text('title').notNull().unique(),
    /** File stem of the icon: "home-nav-1". */
    icon: text('icon').notNull(),
    url: text('url').notNull(),
    openType: text('open_type', { enum: OPEN_TYPES }).notNull(),
    isFinancial: flagColumn('is_financial').notNull().default(false),
    isShown: flagColumn('is_shown').notNull().default(false),
    sort: integer('sort').notNull(),
  },
  (table) => [
    check('menu_item_open_type', sql`${table.openType} in ('navigateTo', 'redirectTo', 'reLaunch', 'switchTab')`),
  ],
)

/** The page texts: faq, contactus, aboutus, operational_compliance, terms. */
export const siteText = sqliteTable(
  'site_text',
  {
    kind: text('kind').notNull(),
    language: text('language').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    seeded,
  },
  (table) => [primaryKey({ columns: [table.kind, table.language] })],
)

/** Calling codes. Names come from Intl in the reader's language. */
export const callingArea = sqliteTable('calling_area', {
  id: integer('id').primaryKey(),
  /** ISO 3166-1 alpha-2. */
  country: text('country').notNull().unique(),
  /** Without "+": "81". */
  callingCode: text('calling_code').notNull(),
})
