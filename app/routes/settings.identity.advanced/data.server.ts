// Advanced verification: uploads pictures of the document and submits them for review.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { Refusal } from '#domain/outcome'
import { saveUpload } from '#services/uploads'
import { readVerification, submitAdvanced } from '#services/verification'
import { refusalText } from '#services/words'
import { type VerificationAnswer, type VerificationField, fieldOfVerificationRefusal } from '../../forms/verification'
import { titleOf } from '../../text/title.server'
import { readLanguage, readLiveForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    title: titleOf(request, 'verification', 'advanced'),
    verification: valueOf(request, await readVerification(env, session)),
  }
}

const SIDES = ['front', 'reverse'] as const

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<VerificationAnswer> {
  const { session, form } = await readLiveForm(request, env)
  const now = Date.now()
  const references: string[] = []
  for (const side of SIDES) {
    const picture = form.get(side)
    if (!(picture instanceof File) || picture.size === 0)
      return refused(request, side, { code: 'identity_picture_missing', facts: {} })
    const saved = await saveUpload(
      env,
      session,
      { purpose: 'private', bytes: new Uint8Array(await picture.arrayBuffer()) },
      now,
    )
    throwIfSessionEnded(request, saved)
    if (!saved.ok) return refused(request, side, saved.refusal)
    references.push(saved.value)
  }
  const [front = '', reverse = ''] = references
  const outcome = await submitAdvanced(env, session, { front, reverse }, now)
  throwIfSessionEnded(request, outcome)
  return outcome.ok
    ? { isSubmitted: true, problem: null, fields: NO_FIELDS }
    : refused(request, fieldOfVerificationRefusal(outcome.refusal.code), outcome.refusal)
}

/** Pictures cannot be rendered again. */
const NO_FIELDS = { country: '', idType: '', name: '', number: '' }

const refused = (request: Request, field: VerificationField, refusal: Refusal): VerificationAnswer => ({
  isSubmitted: false,
  problem: { field, text: refusalText(readLanguage(request), refusal) },
  fields: NO_FIELDS,
})
