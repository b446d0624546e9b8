// How options are decided, and what came of them: public, and no user in it.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { encodeAmount } from '#domain/money/amount'
import { optionDays } from '#services/options-terms'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const days = await optionDays(env, Date.now())
  return {
    texts: broughtTexts(readLanguage(request), 'options'),
    title: titleOf(request, 'options', 'fairness_title'),
    days: days.map((day) => ({ ...day, staked: encodeAmount(day.staked), paid: encodeAmount(day.paid) })),
  }
}
