// Queries of operators' texts in a language, with English as fallback; one query per list.

import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Language } from '#domain/language'
import type { OpenType } from '#domain/menu'
import { callingArea, menuItem, news, newsText, siteText } from './content-schema'
import { openDirectory } from './directory'

const FALLBACK: Language = 'en'

export interface NewsListRow {
  readonly id: number
  readonly title: string
  readonly abstract: string
  readonly cover: string
  readonly thumbnail: string
  readonly publishedAt: number
}

export interface ArticleRow extends NewsListRow {
  readonly content: string
}

export interface MenuItemRow {
  readonly id: number
  readonly title: string
  readonly icon: string
  readonly url: string
  readonly openType: OpenType
  readonly isFinancial: boolean
  readonly sort: number
}

const listColumns = {
  id: news.id,
  title: newsText.title,
  abstract: newsText.abstract,
  cover: news.cover,
  thumbnail: news.thumbnail,
  publishedAt: news.publishedAt,
}
const articleColumns = { ...listColumns, content: newsText.content }

/** An article's text row: in the language if available, else in English. */
const bestText = (language: Language) => sql`${newsText.language} = (
  select best.language from ${newsText} as best where best.news_id = ${news.id} and best.language in (${language}, ${FALLBACK})
  order by best.language = ${language} desc limit 1)`

export async function listNewsRows(
  db: D1Database,
  request: { readonly categoryId: number; readonly page: number; readonly limit: number; readonly language: Language },
): Promise<{ rows: NewsListRow[]; total: number }> {
  const directory = openDirectory(db)
  const isListed = and(eq(news.categoryId, request.categoryId), eq(news.isShown, true))
  const joined = and(eq(newsText.newsId, news.id), bestText(request.language))
  const [rows, totals] = await directory.batch([
    directory
      .select(listColumns)
      .from(news)
      .innerJoin(newsText, joined)
      .where(isListed)
      .orderBy(asc(news.sort), desc(news.publishedAt), desc(news.id))
      .limit(request.limit)
      .offset((request.page - 1) * request.limit),
    directory.select({ total: count() }).from(news).innerJoin(newsText, joined).where(isListed),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Newest articles of a category that are shown. */
export const listShownNews = (
  db: D1Database,
  categoryId: number,
  limit: number,
): Promise<{ id: number; publishedAt: number }[]> =>
  openDirectory(db)
    .select({ id: news.id, publishedAt: news.publishedAt })
    .from(news)
    .where(and(eq(news.categoryId, categoryId), eq(news.isShown, true)))
    .orderBy(desc(news.publishedAt), desc(news.id))
    .limit(limit)

/** Published or not; articles without a text in either language are omitted. */
export const listNewsTitleRows = (
  db: D1Database,
  ids: readonly number[],
  language: Language,
): Promise<{ id: number; title: string }[]> =>
  openDirectory(db)
    .select({ id: news.id, title: newsText.title })
    .from(news)
    .innerJoin(newsText, and(eq(newsText.newsId, news.id), bestText(language)))
    .where(inArray(news.id, [...ids]))

export async function findArticle(
  db: D1Database,
  { id, language }: { readonly id: number; readonly language: Language },
): Promise<ArticleRow | null> {
  const [row] = await openDirectory(db)
    .select(articleColumns)
    .from(news)
    .innerJoin(newsText, and(eq(newsText.newsId, news.id), bestText(language)))
    .where(and(eq(news.id, id), eq(news.isShown, true)))
    .limit(1)
  return row ?? null
}

export async function findPopupArticle(db: D1Database, language: Language): Promise<ArticleRow | null> {
  const [row] = await openDirectory(db)
    .select(articleColumns)
    .from(news)
    .innerJoin(newsText, and(eq(newsText.newsId, news.id), bestText(language)))
    .where(and(eq(news.isPopup, true), eq(news.isShown, true)))
    .orderBy(desc(news.publishedAt), desc(news.id))
    .limit(1)
  return row ?? null
}

export async function findSiteText(
  db: D1Database,
  kind: string,
  language: Language,
): Promise<{ readonly title: string; readonly content: string } | null> {
  const [row] = await openDirectory(db)
    .select({ title: siteText.title, content: siteText.content })
    .from(siteText)
    .where(and(eq(siteText.kind, kind), inArray(siteText.language, [language, FALLBACK])))
    .orderBy(desc(sql`${siteText.language} = ${language}`))
    .limit(1)
  return row ?? null
}

export const listMenuItems = (db: D1Database): Promise<MenuItemRow[]> =>
  openDirectory(db)
    .select({
      id: menuItem.id,
      title: menuItem.title,
      icon: menuItem.icon,
      url: menuItem.url,
      openType: menuItem.openType,
      isFinancial: menuItem.isFinancial,
      sort: menuItem.sort,
    })
    .from(menuItem)
    .where(eq(menuItem.isShown, true))
    .orderBy(asc(menuItem.sort), asc(menuItem.id))

export const listCallingAreas = (
  db: D1Database,
): Promise<{ readonly id: number; readonly country: string; readonly callingCode: string }[]> =>
  openDirectory(db).select().from(callingArea).orderBy(asc(callingArea.id))
