// Loader of quiz events with their states, pools and the reader's own stakes.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { add, decodeAmount, encodeAmount, ZERO } from '#domain/money/amount'
import { phaseOf } from '#domain/quiz/rules'
import { listQuizBets, listQuizEvents, readQuizPool } from '#services/quiz'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, findLiveSession, readLanguage } from '../../visitor/visitor.server'

/** Newest bets in which own stakes are looked for. */
const BETS_READ = 100
/** Open events whose pools are read; a finished one shows its own on its page. */
const POOLS_MAX = 20

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const now = Date.now()
  const [events, session] = await Promise.all([listQuizEvents(env, language), findLiveSession(request, env)])
  const bets = session && (await listQuizBets(env, session, { eventId: null, page: 1, limit: BETS_READ }))
  const ownOf = (id: number): string | null => {
    const own = bets?.ok ? bets.value.rows.filter((row) => row.eventId === id && row.state !== 'refused') : []
    if (own.length === 0) return null
    return encodeAmount(own.reduce((sum, { stake }) => add(sum, decodeAmount(stake)), ZERO))
  }
  const phased = events.map((event) => ({ ...event, phase: phaseOf(event.terms, event.answer, now) }))
  const asked = new Set(
    phased
      .filter(({ phase }) => phase === 'guessing')
      .slice(0, POOLS_MAX)
      .map(({ terms }) => terms.id),
  )
  return {
    texts: broughtTexts(language, 'quiz'),
    title: titleOf(request, 'quiz', 'title'),
    events: await Promise.all(
      phased.map(async ({ terms, question, options, phase }) => ({
        id: terms.id,
        question,
        options,
        closesAt: terms.closesAt,
        asset: terms.asset,
        rates: { stakeMin: terms.stakeMin, fee: terms.fee },
        phase,
        pool: asked.has(terms.id) ? await readQuizPool(env, terms.id) : null,
        own: ownOf(terms.id),
      })),
    ),
    isHidden: areAmountsHidden(request),
    now,
  }
}
