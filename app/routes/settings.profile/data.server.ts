// Loader and action of the profile: public profile and account data.

import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type Outcome, refuse } from '#domain/outcome'
import { getProfile, changeAvatar, changeNames } from '#services/profile'
import { saveUpload } from '#services/uploads'
import type { SecurityAnswer } from '../../forms/security'
import { type SecurityForm, readSecurityForm, refusedSecurity, savedAt } from '../../forms/security-forms.server'
import { maskAccount } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const profile = valueOf(request, await getProfile(env, session))
  const { id, account, nickname, signature, headPortrait, score, level, createdAt } = profile
  return {
    title: titleOf(request, 'security', 'profile_title'),
    profile: { id, account: maskAccount(account), nickname, signature, headPortrait, score, level, createdAt },
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<SecurityAnswer> {
  const asked = await readSecurityForm(request, env)
  const { session, form } = asked
  const names = { nickname: fieldOf(form, 'nickname'), signature: fieldOf(form, 'signature') }
  const changes = form.has('signature') ? names : { nickname: names.nickname }
  const intent = fieldOf(form, 'intent')
  const isAvatar = intent === 'avatar'
  if (!isAvatar && intent !== 'names')
    return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(intent)))
  const outcome = await (isAvatar ? showPicture(asked) : changeNames(env, session, changes))
  if (outcome.ok) throw savedAt('/settings/profile')
  const refused = refusedSecurity(request, outcome)
  return isAvatar ? refused : { ...refused, names }
}

async function showPicture({ env, session, form }: SecurityForm): Promise<Outcome<unknown>> {
  const file = form.get('avatar')
  if (!(file instanceof Blob) || file.size === 0) return refuse('image_type_refused')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const saved = await saveUpload(env, session, { purpose: 'avatar', bytes }, Date.now())
  return saved.ok ? changeAvatar(env, session, saved.value) : saved
}
