// Queries of token sales: terms with their token, texts by language, applied quantities and results.

import { type SQL, and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { type Catalogue, findKnownAsset } from '#domain/catalogue'
import type { IeoTerms } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import { supplyTaken } from './claim-schema'
import { openDirectory } from './directory'
import { ieoProject, ieoRun, ieoText } from './ieo-schema'

/** Language in which every text exists. */
const FALLBACK = 'en'

export interface IeoProject extends IeoTerms {
  readonly picture: string
  /** Hidden sales are shown to their applicants only. */
  readonly isShown: boolean
  readonly website: string
  readonly whitePaper: string
  /** Tokens applied for so far. */
  readonly taken: number
  readonly title: string
  readonly summary: string
  readonly content: string
  /** Null until the sale has ended and its allocation has begun. */
  readonly run: IeoRun | null
}

export type IeoRun = typeof ieoRun.$inferSelect

/** Newest first, optionally filtered by `ids`. Hidden sales are found by id as well, for their applicants. */
export async function listIeoProjects(
  db: D1Database,
  catalogue: Catalogue,
  {
    language,
    ids,
    page,
    limit,
  }: { readonly language: Language; readonly ids?: readonly number[]; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: IeoProject[]; readonly total: number }> {
  const directory = openDirectory(db)
  const which = ids ? inArray(ieoProject.id, [...ids]) : eq(ieoProject.isShown, true)
  // Not a batch: the tables share column names.
  const [rows, totals] = await Promise.all([
    directory
      .select({ project: ieoProject, text: ieoText, taken: supplyTaken.taken, run: ieoRun })
      .from(ieoProject)
      .innerJoin(ieoText, and(eq(ieoText.projectId, ieoProject.id), bestText(language)))
      .leftJoin(
        supplyTaken,
        and(eq(supplyTaken.product, 'ieo'), eq(supplyTaken.item, sql`CAST(${ieoProject.id} AS TEXT)`)),
      )
      .leftJoin(ieoRun, eq(ieoRun.projectId, ieoProject.id))
      .where(which)
      .orderBy(desc(ieoProject.sort), desc(ieoProject.startsAt), desc(ieoProject.id))
      .limit(limit)
      .offset((page - 1) * limit),
    directory.select({ total: count() }).from(ieoProject).where(which),
  ])
  const projects = rows.flatMap(
    ({ project: { assetId, pays, minQuantity, sort: _, ...project }, text, taken, run }) => {
      const asset = findKnownAsset(catalogue, assetId)
      if (!asset) return []
      const { id, code, scale } = asset
      const { title, summary, content } = text
      const terms = { ...project, asset: { id, code, scale }, min: minQuantity, pays: pays.split(',') }
      return [{ ...terms, taken: taken ?? 0, title, summary, content, run }]
    },
  )
  return { rows: projects, total: totals[0]?.total ?? 0 }
}

/** A project's text: in the language if available, else in English. */
const bestText = (language: Language): SQL => sql`${ieoText.language} = (
  select best.language from ${ieoText} as best where best.project_id = ${ieoProject.id} and best.language in (${language}, ${FALLBACK})
  order by best.language = ${language} desc limit 1)`
