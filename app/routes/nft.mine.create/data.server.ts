// Loader and actions of work submission in two steps: media, then description.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { trimZeros } from '#domain/money/amount'
import { formatRatePercent } from '#domain/money/rate'
import { MEDIA_MB_MAX } from '#domain/media/media'
import { WORK_KINDS } from '#domain/nft/artwork'
import { refuse } from '#domain/outcome'
import { readOwnArtist } from '#services/nft/artists'
import { readNftTerms, submitWork } from '#services/nft/works'
import { saveUpload } from '#services/uploads'
import { checkForm } from '../../forms/taken-fields.server'
import { plainDecimal } from '../../forms/decimal-field'
import { textFieldsOf } from '../../site/revalidation'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

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

export interface CreateAnswer {
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<CreateAnswer> {
  const { session, form } = await readLiveForm(request, env)
  const fields = textFieldsOf(form)
  const now = Date.now()
  const picture = form.get('poster')
  let poster = fieldOf(form, 'kept')
  if (picture instanceof File && picture.size > 0) {
    const bytes = new Uint8Array(await picture.arrayBuffer())
    const kept = await saveUpload(env, session, { purpose: 'private', bytes }, now)
    throwIfSessionEnded(request, kept)
    if (!kept.ok) return { problem: ownRefusalText(request, kept.refusal), fields }
    poster = kept.value
  }
  const taken = await checkForm(env, session, form, {
    fields: ['media', 'poster', 'kept', 'name', 'description', 'royalty'],
    words: { kind: WORK_KINDS },
  })
  const outcome = !taken.ok
    ? taken
    : await submitWork(
        env,
        session,
        {
          kind: WORK_KINDS.find((each) => each === fieldOf(form, 'kind')) ?? 'image',
          media: fieldOf(form, 'media'),
          poster,
          name: fieldOf(form, 'name'),
          description: fieldOf(form, 'description').replaceAll(/\s+/g, ' '),
          royalty: plainDecimal(fieldOf(form, 'royalty'), readFormLanguage(request, form)),
        },
        now,
      )
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect('/nft/mine/artworks?sent=1')
  return { problem: ownRefusalText(request, outcome.refusal), fields: { ...fields, kept: poster } }
}
