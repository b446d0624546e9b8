// One article: its reader has read it from now on.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { openAnnouncement } from '#services/announcements'
import { readSession } from '#session/session'
import { wholeIn, wholeInHtml } from '../../text/thai-words.server'
import { readLanguage } from '../../visitor.server'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = /^\d{1,9}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
  const language = readLanguage(request)
  const article = await openAnnouncement(context.env, await readSession(request, context.env), { id, language })
  if (!article) throw new Response(null, { status: 404 })
  const whole = (text: string) => wholeIn(language, text)
  return {
    ...article,
    title: whole(article.title),
    abstract: whole(article.abstract),
    content: wholeInHtml(language, article.content),
  }
}
