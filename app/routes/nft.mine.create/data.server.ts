// Loader and actions of work submission in two steps: media, then description.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { trimZeros } from '#domain/money/amount'
import { formatRatePercent } from '#domain/money/rate'
import { MEDIA_MB_MAX } from '#domain/media/media'
import { WORK_KINDS } from '#domain/nft/artwork'
import { refuse } from '#domain/outcome'
import { readOwnArtist } from '#services/nft/artists'
import { readNftTerms, sendWork } from '#services/nft/works'
import { form, forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { ownRefusalText, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

const PROBLEMS = [
  'media_type_refused',
  'media_kind_differs',
  'media_broken',
  'media_too_small',
  'media_dimensions_refused',
  'media_missing',
  'file_too_large',
  'too_many_requests',
] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [artist, terms] = await Promise.all([readOwnArtist(env, session), readNftTerms(env)])
  const search = new URL(request.url).searchParams
  const kind = WORK_KINDS.find((each) => each === search.get('kind')) ?? 'image'
  const code = PROBLEMS.find((each) => each === search.get('refused'))
  const bound = /^\d{1,3}$/.exec(search.get('bound') ?? '')?.[0] ?? ''
  const media = /^\/uploads\/[\w-]{22}$/.exec(search.get('media') ?? '')?.[0] ?? null
  const percent = (rate: typeof terms.royaltyMin): string => trimZeros(formatRatePercent(rate))
  return {
    commandId: crypto.randomUUID(),
    texts: broughtTexts(readLanguage(request), 'nft'),
    title: titleOf(request, 'nft', 'create_title'),
    isArtist: valueOf(request, artist)?.state === 'listed',
    kinds: WORK_KINDS.map((each) => ({ kind: each, mb: MEDIA_MB_MAX[each] })),
    kind,
    media,
    refused: code ? ownRefusalText(request, refuse(code, { bound }).refusal) : null,
    royaltyMin: percent(terms.royaltyMin),
    royaltyMax: percent(terms.royaltyMax),
  }
}

export const action = forms({
  send: form(sendWork, { pictures: ['poster'], leadsTo: () => '/nft/mine/artworks?sent=1' }),
})
