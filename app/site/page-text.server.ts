// Loader of fixed texts: FAQ, about, contact, compliance.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type TextKind, findText } from '#services/content'
import { wholeIn, wholeInHtml } from '../text/thai-words.server'
import { readLanguage } from '../visitor/visitor.server'

export const loadText =
  (kind: TextKind) =>
  async ({ request, context }: LoaderFunctionArgs) => {
    const language = readLanguage(request)
    const text = await findText(context.env, kind, language)
    if (!text) throw new Response(null, { status: 404 })
    return { title: wholeIn(language, text.title), content: wholeInHtml(language, text.content) }
  }
