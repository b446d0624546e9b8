// Loader of quiz events with their states.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { phaseOf } from '#domain/quiz/rules'
import { listQuizEvents } from '#services/quiz'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const now = Date.now()
  const events = await listQuizEvents(env, language)
  return {
    texts: broughtTexts(language, 'quiz'),
    title: titleOf(request, 'quiz', 'title'),
    events: events.map(({ terms, question, options, answer }) => ({
      id: terms.id,
      question,
      options,
      closesAt: terms.closesAt,
      phase: phaseOf(terms, answer, now),
    })),
    now,
  }
}
