// Advanced verification: uploads pictures of the document and submits them for review.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { advancedVerification, readVerification } from '#services/verification'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    title: titleOf(request, 'verification', 'advanced'),
    verification: valueOf(request, await readVerification(env, session)),
  }
}

/** Pictures have to be chosen again after a refusal. */
export const action = forms({ submit: form(advancedVerification, { pictures: ['front_pic', 'reverse_pic'] }) })
