// Loader and action of own limits: current values, pending changes, usage.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { keepOwnLimit, readOwnLimits, setOwnLimit } from '#services/limits'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    texts: broughtTexts(readLanguage(request), 'limits'),
    title: titleOf(request, 'limits', 'title'),
    own: valueOf(request, await readOwnLimits(env, session)),
    commandId: crypto.randomUUID(),
    drawnAt: Date.now(),
  }
}

export const action = forms({
  set: form(setOwnLimit),
  remove: form(setOwnLimit, { given: () => ({ value: '' }) }),
  keep: form(keepOwnLimit),
})
