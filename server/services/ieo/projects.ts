// Token sales, public data.

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

export type { IeoProject } from '#db/platform/ieo'

/** Newest first. */
export async function listProjects(
  env: Env,
  { language, page, limit }: { readonly language: Language; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly IeoProject[]; readonly total: number }> {
  await keepDemoProjects(env, Date.now())
  const catalogue = await loadCatalogue(env)
  return listIeoProjects(env.DB, catalogue, { language, page, limit })
}

/** Project of a link; in demo mode creates the day's sales. Includes hidden projects, which the caller restricts to applicants. */
export async function openProject(
  env: Env,
  which: { readonly id: number; readonly language: Language },
): Promise<IeoProject | null> {
  await keepDemoProjects(env, Date.now())
  return findProject(env, which)
}

/** Public project; null when missing or hidden. */
export async function findShownProject(
  env: Pick<Env, 'DB'>,
  which: { readonly id: number; readonly language: Language },
): Promise<IeoProject | null> {
  const project = await findProject(env, which)
  return project?.isShown ? project : null
}

/** Project with sanitised content, including hidden ones for applicants; null when missing. */
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
  /** Null for USDT, whose price is 1. */
  readonly tick: Tick | null
}

/** Price of the payment asset by the current tick; null while unknown. */
export const priceOfPay = (env: Pick<Env, 'DB' | 'Quotes'>, code: string): Promise<PriceNow | null> =>
  readPriceOfPay(env, code, latestTick)

/** Price by the next round's tick, at which the house takes over the payment. */
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
  const priceSteps = pair && tick ? parseSteps(tick.price, pair.priceDecimals) : null
  return pair && tick && priceSteps ? { price: { priceSteps, decimals: pair.priceDecimals }, tick } : null
}
