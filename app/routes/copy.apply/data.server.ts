// Loader and action of the trader application: form and state.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { formatPercentTrimmed } from '#domain/money/rate'
import { applyAsTrader, readApplication } from '#services/copy/applications'
import { readCopyTerms } from '#services/copy/traders'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [found, terms] = await Promise.all([readApplication(env, session), readCopyTerms(env)])
  const application = valueOf(request, found)
  return {
    texts: broughtTexts(readLanguage(request), 'copy'),
    title: titleOf(request, 'copy', 'apply_title'),
    state: application?.state ?? null,
    reason: application?.reason ?? '',
    shareMax: formatPercentTrimmed(terms.shareMax),
    commandId: crypto.randomUUID(),
    said: { nickname: application?.nickname ?? '', words: application?.words ?? '', share_percent: '10' },
  }
}

export const action = forms({
  apply: form(applyAsTrader, {
    given: (_params, { agree = 'false' }) => ({ agree }),
    leadsTo: () => '/copy/apply',
  }),
})
