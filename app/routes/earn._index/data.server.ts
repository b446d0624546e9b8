// Loader of the earn page: products, and the user's locked funds with unlock dates.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { stageAt } from '#domain/ieo/terms'
import { listProjects } from '#services/ieo/projects'
import { listMiningOffers } from '#services/mining-terms'
import { listSeries } from '#services/invest-series'
import { indexMarks } from '#services/quotes'
import { readSession } from '#session/session'
import { loadLocked } from '../../forms/locked.server'
import { answerOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage } from '../../visitor/visitor.server'

const SERIES_SHOWN = 6
const SALES_SHOWN = 3

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await readSession(request, env)
  const language = readLanguage(request)
  const now = Date.now()
  const [offers, series, prices, sales, locked] = await Promise.all([
    listMiningOffers(env),
    answerOr(listSeries(env, now), []),
    answerOr<Readonly<Record<string, number>>>(indexMarks(env), {}),
    listProjects(env, { language, page: 1, limit: SALES_SHOWN }),
    session ? loadLocked(env, session, language) : null,
  ])
  return {
    texts: broughtTexts(language, 'earn'),
    miningTexts: broughtTexts(language, 'mining'),
    investTexts: broughtTexts(language, 'invest'),
    ieoTexts: broughtTexts(language, 'ieo'),
    title: titleOf(request, 'earn', 'title'),
    offers,
    sales: sales.rows.map((sale) => ({ id: sale.id, title: sale.title, stage: stageAt(sale, now) })),
    /** Series with the highest rates. */
    series: [...series].sort((left, right) => Number(right.series.apr - left.series.apr)).slice(0, SERIES_SHOWN),
    prices,
    locked,
    isHidden: areAmountsHidden(request),
  }
}
