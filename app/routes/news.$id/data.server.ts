// One article.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findNews } from '#services/content'
import { readLanguage } from '../../visitor.server'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = /^\d{1,9}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
  const article = await findNews(context.env, { id, language: readLanguage(request) })
  if (!article) throw new Response(null, { status: 404 })
  return article
}
