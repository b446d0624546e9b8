// The challenges of the desk's passkeys.

import { type ActionFunctionArgs, json, redirect } from '@remix-run/cloudflare'
import type { Outcome } from '#domain/outcome'
import { askEnrolmentPasskey } from '#services/desk/enrolment'
import { askOwnPasskey } from '#services/desk/factors'
import { askDeskPasskey } from '#services/desk/proof'
import { codeCheckLimits, countAttempt } from '#services/identity/limit'
import { clientIp } from '#session/client-ip'
import { LOGIN, deskRefusalText, requireStaff } from '../admin/enter.server'
import type { ChallengeAnswer } from '../visitor/passkey'
import { fieldOf, requireSameOrigin } from '../visitor/visitor.server'

/** Passkey challenges of the desk for login, enrolment or an additional passkey; called by page scripts. */
export const loader = () => redirect(LOGIN)

export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request)
  const outcome = await ask(args, await args.request.formData())
  const answer: ChallengeAnswer = outcome.ok
    ? { options: outcome.value }
    : { problem: deskRefusalText(args.request, outcome.refusal) }
  return json(answer, { headers: { 'Cache-Control': 'no-store' } })
}

async function ask(args: ActionFunctionArgs, form: FormData): Promise<Outcome<unknown>> {
  const { request, context } = args
  const { env } = context
  const { origin } = new URL(request.url)
  const now = Date.now()
  switch (fieldOf(form, 'purpose')) {
    case 'login':
      return askDeskPasskey(env, { email: fieldOf(form, 'email'), origin, clientIp: clientIp(request) }, now)
    case 'enrol': {
      const counted = await countAttempt(env, codeCheckLimits(env, clientIp(request)), now)
      if (!counted.ok) return counted
      const entry = {
        token: fieldOf(form, 'token'),
        password: fieldOf(form, 'password'),
        again: fieldOf(form, 'again'),
      }
      return askEnrolmentPasskey(env, { ...entry, origin }, now)
    }
    default:
      return askOwnPasskey(env, await requireStaff(args, null), origin, now)
  }
}
