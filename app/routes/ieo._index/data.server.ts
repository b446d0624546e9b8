// Loader of token sales, public.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listProjects } from '#services/ieo/projects'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const page = readPage(request)
  const { rows, total } = await listProjects(env, { language, page, limit: PAGE_SIZE })
  return {
    texts: broughtTexts(language, 'ieo'),
    title: titleOf(request, 'ieo', 'title'),
    // Project texts are loaded on their own pages.
    projects: rows.map(({ content: _, run: __, ...project }) => project),
    page,
    total,
    drawnAt: Date.now(),
  }
}
