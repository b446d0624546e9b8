// Loader of an option with the prices between entry and exit.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { findOption } from '#services/options'
import { pricesBetween } from '#services/quotes'
import { answerOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const orderNo = /^[1-9]\d{0,14}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
  const found = orderNo > 0 ? await findOption(env, session, orderNo) : null
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const row = found.value
  const { symbol, entryAt, exitAt } = row
  return {
    texts: broughtTexts(readLanguage(request), 'options'),
    title: titleOf(request, 'options', 'order_title'),
    row,
    prices:
      entryAt === null || exitAt === null
        ? []
        : await answerOr(pricesBetween(env, { symbol, from: entryAt, to: exitAt }), []),
    isHidden: areAmountsHidden(request),
    drawnAt: Date.now(),
  }
}
