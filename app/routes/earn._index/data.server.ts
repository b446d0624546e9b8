// What can be earned with, and what of the visitor is locked and until when.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listMiningOffers } from '#services/mining-terms'
import { listSeries } from '#services/invest-series'
import { readSession } from '#session/session'
import { loadLocked } from '../../forms/locked.server'
import { reachOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage } from '../../visitor/visitor.server'

const SERIES_SHOWN = 6

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await readSession(request, env)
  const [offers, series, locked] = await Promise.all([
    listMiningOffers(env),
    reachOr(listSeries(env, Date.now()), []),
    session ? loadLocked(env, session) : null,
  ])
  const language = readLanguage(request)
  return {
    texts: broughtTexts(language, 'earn'),
    miningTexts: broughtTexts(language, 'mining'),
    investTexts: broughtTexts(language, 'invest'),
    title: titleOf(request, 'earn', 'title'),
    offers,
    /** Those that pay most. */
    series: [...series].sort((left, right) => Number(right.series.apr - left.series.apr)).slice(0, SERIES_SHOWN),
    locked,
    isHidden: areAmountsHidden(request),
  }
}
