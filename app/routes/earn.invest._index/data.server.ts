// Series of investments, by coin and kind.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listSeries } from '#services/invest-series'
import { indexMarks } from '#services/quotes'
import { answerOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const kind = searchParams.get('type') === 'put' ? ('put' as const) : ('call' as const)
  const all = await listSeries(env, Date.now())
  const coins = [...new Map(all.map(({ series }) => [series.base.code, series.base])).values()]
  const coin = coins.find(({ code }) => code === searchParams.get('coin')) ?? coins[0] ?? null
  const offers = all.filter(({ series }) => series.kind === kind && series.base.code === coin?.code)
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: titleOf(request, 'invest', 'title'),
    kind,
    coin,
    coins,
    offers,
    prices: await answerOr<Readonly<Record<string, number>>>(indexMarks(env), {}),
  }
}
