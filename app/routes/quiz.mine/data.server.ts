// Loader of own bets, newest first, with their states.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { phaseOf, betStatusOf } from '#domain/quiz/rules'
import { listQuizBets, listQuizEvents } from '#services/quiz'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const page = readPage(request)
  const [bets, events] = await Promise.all([
    listQuizBets(env, session, { eventId: null, page, limit: PAGE_SIZE }),
    listQuizEvents(env, language),
  ])
  const { rows, total } = valueOf(request, bets)
  const now = Date.now()
  return {
    texts: broughtTexts(language, 'quiz'),
    title: titleOf(request, 'quiz', 'mine_title'),
    rows: rows.map((bet) => {
      const event = events.find(({ terms }) => terms.id === bet.eventId)
      const phase = event ? phaseOf(event.terms, event.answer, now) : ('over' as const)
      return {
        bet,
        title: event ? `${event.question} — ${event.options[bet.option - 1] ?? ''}` : `#${bet.eventId}`,
        status: betStatusOf(bet, phase, event?.answer?.answer ?? null),
        isCommitted: event !== undefined && event.betsReceiptId !== null && bet.state !== 'refused',
      }
    }),
    total,
    page,
    isHidden: areAmountsHidden(request),
  }
}
