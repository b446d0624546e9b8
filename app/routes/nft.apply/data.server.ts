// Loader and action of the artist application: form and state.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { applyAsArtist, readOwnArtist } from '#services/nft/artists'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { form, forms } from '../../site/page.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const artist = valueOf(request, await readOwnArtist(env, session))
  return {
    commandId: crypto.randomUUID(),
    texts: broughtTexts(readLanguage(request), 'nft'),
    title: titleOf(request, 'nft', 'apply_title'),
    state: artist?.state ?? null,
    reason: artist?.reason ?? '',
    said: { nickname: artist?.nickname ?? '', words: artist?.words ?? '' },
  }
}

export const action = forms({ apply: form(applyAsArtist, { leadsTo: () => '/nft/apply' }) })
