// The loader of a standing text: FAQ, about, contact, compliance.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type TextKind, findText } from '#services/content'
import { readLanguage } from './visitor.server'

export const loadText =
  (kind: TextKind) =>
  async ({ request, context }: LoaderFunctionArgs) => {
    const text = await findText(context.env, kind, readLanguage(request))
    if (!text) throw new Response(null, { status: 404 })
    return text
  }
