// The list of news.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listAnnouncements, readOpened } from '#services/announcements'
import { readSession } from '#session/session'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { answerOr } from '../../site/failures.server'
import { readLanguage } from '../../visitor/visitor.server'
import { wholeIn } from '../../text/thai-words.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const page = readPage(request)
  const language = readLanguage(request)
  const reader = await readSession(request, env)
  const { rows, total } = await listAnnouncements(
    env,
    { page, limit: PAGE_SIZE, language },
    reader && answerOr(readOpened(env, reader), null),
  )
  const whole = (text: string) => wholeIn(language, text)
  const shown = rows.map((row) => ({ ...row, title: whole(row.title), abstract: whole(row.abstract) }))
  return { title: titleOf(request, 'content', 'news'), rows: shown, total, page }
}
