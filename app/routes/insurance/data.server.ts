// The insurance fund of contracts and what the house stands for, symbol by symbol: public, and no user in it.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { futuresExposure, listTerms } from '#services/futures-terms'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [terms, reports] = await Promise.all([listTerms(env), futuresExposure(env)])
  const rows = terms.map(({ symbol, quote, exposureMax }) => {
    const own = reports
      .find((report) => report.symbol === symbol)
      ?.features.find(({ feature }) => feature === 'futures')
    return {
      symbol,
      quote,
      exposureMax,
      long: own?.long ?? '0',
      short: own?.short ?? '0',
      house: own?.house ?? '0',
      insurance: own?.insurance ?? '0',
      closedSides: own?.closedSides ?? [],
    }
  })
  return {
    texts: broughtTexts(readLanguage(request), 'futures'),
    title: titleOf(request, 'futures', 'insurance_title'),
    rows,
  }
}
