// Passkey challenge endpoint for page scripts; no page.

import { type ActionFunctionArgs, json } from '@remix-run/cloudflare'
import type { Outcome } from '#domain/outcome'
import { askLoginPasskey } from '#services/login'
import { askNewPasskey, askStepUpPasskey } from '#services/security/passkeys'
import { refusalText } from '#services/words'
import { clientIp } from '#session/client-ip'
import { readSession } from '#session/session'
import type { ChallengeAnswer } from '../visitor/passkey'
import { readOwnerForm } from '../forms/step-up'
import { readTicketCookie } from '../forms/entry-forms.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../visitor/visitor.server'

/** Only scripts use this endpoint, by POST. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: 'POST' } })

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const outcome = await ask(request, env, form)
  const answer: ChallengeAnswer = outcome.ok
    ? { options: outcome.value }
    : { problem: refusalText(readLanguage(request), outcome.refusal) }
  return json(answer, { headers: { 'Cache-Control': 'no-store' } })
}

async function ask(request: Request, env: Env, form: FormData): Promise<Outcome<unknown>> {
  const { origin } = new URL(request.url)
  const purpose = fieldOf(form, 'purpose')
  if (purpose === 'login') {
    const ticket = fieldOf(form, 'step') === 'second' ? readTicketCookie(request) : null
    return askLoginPasskey(env, { origin, ticket, clientIp: clientIp(request) })
  }
  const session = await readSession(request, env)
  if (!session) return { ok: false, refusal: { code: 'session_missing', facts: {} } }
  if (purpose === 'add') return askNewPasskey(env, session, { proof: readOwnerForm(form), origin })
  return askStepUpPasskey(env, session, origin)
}
