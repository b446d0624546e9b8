// Loader of options fairness: rules and daily results; public, without user data.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { encodeAmount } from '#domain/money/amount'
import { logHead } from '#services/log'
import { optionDays } from '#services/options-terms'
import { feedHealth } from '#services/quotes'
import { answerOr } from '../../site/failures.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const [days, feeds, log] = await Promise.all([
    optionDays(env, Date.now()),
    answerOr(feedHealth(env), []),
    answerOr(logHead(env), null),
  ])
  const language = readLanguage(request)
  return {
    texts: broughtTexts(language, 'options'),
    fairnessTexts: broughtTexts(language, 'fairness'),
    title: titleOf(request, 'options', 'fairness_title'),
    sources: { all: feeds.length, live: feeds.filter(({ isConnected, isStale }) => isConnected && !isStale).length },
    log,
    days: days.map((day) => ({ ...day, staked: encodeAmount(day.staked), paid: encodeAmount(day.paid) })),
  }
}
