// Sales of tokens as anybody may read them.

import { type IeoProject, listIeoProjects } from '#db/platform/ieo'
import { findPair } from '#domain/catalogue'
import { ONE_USDT, type PayPrice } from '#domain/ieo/terms'
import type { Language } from '#domain/language'
import type { Tick } from '#domain/quotes/chain'
import { parseSteps } from '#domain/quotes/steps'
import { loadCatalogue } from '../catalogue'
import { latestTick, tickOfNextRound } from '../quotes'
import { safeHtml } from '../safe-html'
import { keepDemoProjects } from './demo'

export type { IeoProject, IeoRun } from '#db/platform/ieo'

/** Newest first. */
export async function listProjects(
  env: Env,
  { language, page, limit }: { readonly language: Language; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly IeoProject[]; readonly total: number }> {
  await keepDemoProjects(env, Date.now())
  const catalogue = await loadCatalogue(env)
  return listIeoProjects(env.DB, catalogue, { language, page, limit })
}

/** For whoever follows a link: with play money the sale of the day is there. A hidden one too, which the caller keeps to those who applied. */
export async function openProject(
  env: Env,
  which: { readonly id: number; readonly language: Language },
): Promise<IeoProject | null> {
  await keepDemoProjects(env, Date.now())
  return findProject(env, which)
}

/** For anybody: null when there is none, or it is hidden. */
export async function findShownProject(
  env: Pick<Env, 'DB'>,
  which: { readonly id: number; readonly language: Language },
): Promise<IeoProject | null> {
  const project = await findProject(env, which)
  return project?.isShown ? project : null
}

/** With its content as pages may show it; a hidden one too, for those who applied. Null when there is none. */
export async function findProject(
  env: Pick<Env, 'DB'>,
  { id, language }: { readonly id: number; readonly language: Language },
): Promise<IeoProject | null> {
  const [project] = await findProjects(env, { ids: [id], language })
  return project ? { ...project, content: safeHtml(project.content) } : null
}

export async function findProjects(
  env: Pick<Env, 'DB'>,
  { ids, language }: { readonly ids: readonly number[]; readonly language: Language },
): Promise<readonly IeoProject[]> {
  if (ids.length === 0) return []
  const catalogue = await loadCatalogue(env)
  const { rows } = await listIeoProjects(env.DB, catalogue, { language, ids, page: 1, limit: ids.length })
  return rows
}

export interface PriceNow {
  readonly price: PayPrice
  /** USDT has none: it is its own measure. */
  readonly tick: Tick | null
}

/** What is paid with, by the tick in force now; null while nobody knows it. */
export const priceOfPay = (env: Pick<Env, 'DB' | 'Quotes'>, code: string): Promise<PriceNow | null> =>
  readPriceOfPay(env, code, latestTick)

/** The same by the tick of the next round: what is paid with is taken over by the house. */
export const nextPriceOfPay = (env: Pick<Env, 'DB' | 'Quotes'>, code: string): Promise<PriceNow | null> =>
  readPriceOfPay(env, code, tickOfNextRound)

async function readPriceOfPay(
  env: Pick<Env, 'DB' | 'Quotes'>,
  code: string,
  readTick: typeof latestTick,
): Promise<PriceNow | null> {
  if (code === 'USDT') return { price: ONE_USDT, tick: null }
  const symbol = `${code}-USDT`
  const pair = findPair(await loadCatalogue(env), symbol)
  const tick = pair ? await readTick(env, symbol) : null
  const steps = pair && tick ? parseSteps(tick.price, pair.priceDecimals) : null
  return pair && tick && steps ? { price: { steps, decimals: pair.priceDecimals }, tick } : null
}
