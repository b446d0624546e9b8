// Loader and actions of passkeys: add (proof checked at the challenge request), rename, remove.

import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { addPasskey, listOwnPasskeys, removePasskey, renamePasskey } from '#services/security/passkeys'
import { readOwnerForm } from '../../forms/step-up'
import {
  answerOwnCode,
  requireSecured,
  readSecurityForm,
  recoveryAnswer,
  refusedSecurity,
  savedAt,
} from '../../forms/security-forms.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, requireSession } from '../../visitor/visitor.server'

const PATH = '/settings/security/passkeys'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { userId } = await requireSession(request, env)
  // Parallel queries: the list is used only if the session check succeeds.
  const [{ state, owner }, passkeys] = await Promise.all([requireSecured(request, env), listOwnPasskeys(env, userId)])
  return {
    title: titleOf(request, 'security', 'passkeys_title'),
    owner,
    passkeys,
    hasRecoveryCodes: state.recoveryCodesLeft > 0,
    removing: new URL(request.url).searchParams.get('remove'),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const { session, form } = asked
  const id = fieldOf(form, 'id')
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return answerOwnCode(asked)
    case 'rename': {
      const outcome = await renamePasskey(env, session, { id, name: fieldOf(form, 'name') })
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw savedAt(PATH)
    }
    case 'remove': {
      const proof = { ...readOwnerForm(form), recoveryCode: fieldOf(form, 'recovery_code') }
      const outcome = await removePasskey(env, session, { id, proof })
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw savedAt(PATH)
    }
    case 'add': {
      const outcome = await addPasskey(env, session, { text: fieldOf(form, 'made'), name: fieldOf(form, 'name') })
      if (!outcome.ok) return refusedSecurity(request, outcome)
      if (outcome.value.recoveryCodes.length === 0) throw savedAt(PATH)
      return recoveryAnswer(outcome.value.recoveryCodes)
    }
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}
