// Loader and action of the artist application: form and state.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { applyAsArtist, readOwnArtist } from '#services/nft/artists'
import { checkForm } from '../../forms/taken-fields.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  ownRefusalText,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const artist = valueOf(request, await readOwnArtist(env, session))
  return {
    texts: broughtTexts(readLanguage(request), 'nft'),
    title: titleOf(request, 'nft', 'apply_title'),
    state: artist?.state ?? null,
    reason: artist?.reason ?? '',
    said: { nickname: artist?.nickname ?? '', words: artist?.words ?? '' },
  }
}

export interface ApplyAnswer {
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ApplyAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const fields = { nickname: fieldOf(form, 'nickname'), words: fieldOf(form, 'words') }
  const taken = await checkForm(env, session, form, { fields: ['nickname', 'words'] })
  const outcome = !taken.ok ? taken : await applyAsArtist(env, session, fields, Date.now())
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect('/nft/apply')
  return { problem: ownRefusalText(request, outcome.refusal), fields }
}
