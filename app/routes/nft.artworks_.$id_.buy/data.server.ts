// Purchase of a work or a blind box at a fixed price.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { readSeries } from '#services/nft/boxes'
import { buyWork, workKey } from '#services/nft/trading'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer } from '../../forms/funds'
import { answerOf, readCommandId } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { idOf } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLiveForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const traded = await loadTraded(request, env, { session, key: params['id'] ?? '' })
  const { seriesId, isOpened } = traded.work
  const series = seriesId === null || isOpened ? null : await readSeries(env, seriesId)
  return {
    ...traded,
    title: titleOf(request, 'lots', 'buy_title'),
    series: series && { root: series.series.root, rarities: series.rarities },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const asking = { commandId: readCommandId(form), key: workKey(params['id'] ?? ''), country: place.country }
  const taken = await checkForm(env, session, form, { fields: ['lot'] })
  const outcome = !taken.ok ? taken : await buyWork(env, session, { ...asking, lotId: idOf(fieldOf(form, 'lot')) })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect('/nft/mine?done=bought')
}
