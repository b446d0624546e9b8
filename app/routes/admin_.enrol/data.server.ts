// Loader and action of an enrolment link: sets a password together with an authenticator app or a passkey.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { enrol, startEnrolment } from '#services/desk/enrolment'
import { codeCheckLimits, countAttempt } from '#services/identity/limit'
import { clientIp } from '#session/client-ip'
import { LOGIN, deskPage, deskRefusalText, deskTexts, refusedDesk } from '../../admin/enter.server'
import { fieldOf, requireSameOrigin } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const enrolment = await startEnrolment(context.env, token, { sealed: null, now: Date.now() })
  return {
    ...deskPage(request, 'enrol_title'),
    texts: deskTexts(request),
    token,
    enrolment: enrolment.ok ? enrolment.value : null,
    problem: enrolment.ok ? null : deskRefusalText(request, enrolment.refusal),
  }
}

/** After a refusal the same authenticator secret is returned, so that the scanned entry stays valid. */
export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const [form, now] = [await request.formData(), Date.now()]
  const [token, sealed] = [fieldOf(form, 'token'), fieldOf(form, 'sealed')]
  const counted = await countAttempt(env, codeCheckLimits(env, clientIp(request)), now)
  const entry = {
    token,
    sealed,
    password: fieldOf(form, 'password'),
    again: fieldOf(form, 'again'),
    code: fieldOf(form, 'code'),
    passkey: fieldOf(form, 'passkey'),
  }
  const outcome = counted.ok ? await enrol(env, entry, now) : counted
  if (outcome.ok) throw redirect(`${LOGIN}?done=enrolled`)
  const enrolment = await startEnrolment(env, token, { sealed, now })
  return {
    ...refusedDesk(request, outcome.refusal, 'enrol'),
    enrolment: enrolment.ok ? enrolment.value : null,
  }
}
