// Loader of the comparison of two traders: their figures and daily results.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { thinned } from '#domain/copy/statistics'
import { listShownTraders, readTrader } from '#services/copy/traders'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

const COMPARED = 2
/** Traders to choose from. */
const CHOICES_MAX = 200
const CURVE_MAX = 180

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const asked = new Set(new URL(request.url).searchParams.getAll('trader').map(idOf))
  const { rows } = await listShownTraders(env, { order: 'profit', page: 1, limit: CHOICES_MAX })
  // Without a choice, the two with the highest profit.
  const compared = asked.size > 0 ? [...asked] : rows.map(({ userId }) => userId)
  const found = await Promise.all(compared.slice(0, COMPARED).map((id) => readTrader(env, id)))
  const profiles = found.flatMap((each) => (each.ok ? [each.value] : []))
  return {
    texts: broughtTexts(readLanguage(request), 'copy'),
    title: titleOf(request, 'copy', 'compare_title'),
    choices: rows.map(({ userId, nickname }) => ({ id: userId, nickname })),
    traders: profiles.map(({ trader, statistics, line, copies, followers, open }) => ({
      id: trader.userId,
      nickname: trader.nickname,
      portrait: trader.headPortrait ?? '',
      isClosed: trader.state === 'closed',
      profit: statistics.profit.toString(),
      returnRate: statistics.returnRate.toString(),
      accuracy: statistics.accuracy.toString(),
      drawdown: statistics.drawdown.toString(),
      followersProfit: copies.copiesNet.toString(),
      copies: copies.copies,
      followers,
      ended: statistics.ended,
      open,
      heldMs: statistics.heldMsMean,
      share: trader.share.toString(),
      curve: thinned(line, CURVE_MAX).map(({ at, total }) => ({ at, units: total.toString() })),
    })),
  }
}
