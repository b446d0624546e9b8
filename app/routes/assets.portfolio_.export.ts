// Portfolio as a file: /assets/portfolio/export?range=1W. Each point with the value of every place, in USDT.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { formatUnits } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { MONEY_PLACES, type MoneyPlace } from '#domain/portfolio/movement'
import { RANGES } from '#domain/portfolio/ranges'
import type { Series } from '#domain/portfolio/series'
import { type Outcome, done } from '#domain/outcome'
import { loadHistory } from '#services/portfolio'
import { walletText } from '#services/words'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { readLanguage, readOffset, requireSession, valueOf } from '../visitor/visitor.server'

const HEADS = ['head_time', 'line_value', 'line_result'] as const

interface Row {
  readonly at: number
  readonly values: readonly bigint[]
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* onePage(
  { points, places }: Series,
  of: readonly MoneyPlace[],
): AsyncGenerator<Outcome<readonly Row[]>, void> {
  yield done(
    points.map(({ at, value, result }, index) => ({
      at,
      values: [value, result, ...of.map((place) => places.get(place)?.[index] ?? 0n)],
    })),
  )
}

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const named = new URL(request.url).searchParams.get('range')
  const range = RANGES.find((each) => each === named) ?? '1W'
  const { series } = valueOf(request, await loadHistory(env, session, { range, now: Date.now() }))
  const places = MONEY_PLACES.filter((place) => series.places.has(place))
  const { t } = pageI18n(language)
  const words = (place: MoneyPlace) =>
    place === 'auctions' || place === 'works' || place === 'sales' || place === 'debt'
      ? t(`place_${place}`, { ns: 'portfolio' })
      : walletText(language, place)
  return ownFile(request, {
    name: 'portfolio',
    heads: [...HEADS.map((key) => t(key, { ns: 'portfolio' })), ...places.map(words)],
    pages: onePage(series, places),
    fieldsOf: ({ at, values }) => [isoInstant(at, offset), ...values.map((value) => formatUnits(value, VALUE_SCALE))],
  })
}
