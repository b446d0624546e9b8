// Loader of an article, which marks it as read.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { noteOpened } from '#services/announcements'
import { findNews } from '#services/content'
import { readSession } from '#session/session'
import { idOf } from '../../lists/query'
import { answerOr } from '../../site/failures.server'
import { wholeIn, wholeInHtml } from '../../text/thai-words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = idOf(params['id'])
  const language = readLanguage(request)
  const reader = await readSession(request, env)
  const [article] = await Promise.all([
    findNews(env, { id, language }),
    reader && id > 0 ? answerOr(noteOpened(env, reader, id), null) : null,
  ])
  if (!article) throw new Response(null, { status: 404 })
  const whole = (text: string) => wholeIn(language, text)
  return {
    ...article,
    title: whole(article.title),
    abstract: whole(article.abstract),
    content: wholeInHtml(language, article.content),
  }
}
