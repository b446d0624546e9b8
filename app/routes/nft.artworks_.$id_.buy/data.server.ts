// Purchase of a work or a blind box at a fixed price.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { redirect } from '@remix-run/cloudflare'
import { readSeries } from '#services/nft/boxes'
import { buyWork, workKey } from '#services/nft/trading'
import { id } from '#services/input'
import type { FundsAnswer } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'
import { readSent } from '../../forms/form-input.server'

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

const SALE = v.object({ lot_id: id })

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const asking = { commandId: readPageId(form), key: workKey(params['id'] ?? ''), country: place.country }
  const read = readSent(request, form, SALE)
  const outcome = read.ok ? await buyWork(env, session, { ...asking, lotId: read.value.lot_id }) : read
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect('/nft/mine?done=bought')
}
