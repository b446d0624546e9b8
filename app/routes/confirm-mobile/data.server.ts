// Page of the mailed confirmation link for a mobile. GET changes nothing, because mail scanners open links; the form's POST confirms.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { confirmLinkedMobile, findLinkedMobile } from '#services/security/mobile-link'
import { codeCheckLimits, countAttempt } from '#services/identity/limit'
import { refusalText } from '#services/words'
import { clientIp } from '#session/client-ip'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'

export interface ConfirmAnswer {
  readonly isConfirmed: boolean
  readonly problem: string | null
  readonly isUnanswered?: boolean
}

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const found = await findLinkedMobile(env, token, Date.now())
  return {
    title: titleOf(request, 'identity', 'confirm_mobile_title'),
    token,
    mobile: found.ok ? found.value.mobile : null,
    problem: found.ok ? null : refusalText(readLanguage(request), found.refusal),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ConfirmAnswer> {
  requireSameOrigin(request)
  const [form, now] = [await request.formData(), Date.now()]
  const counted = await countAttempt(env, codeCheckLimits(env, clientIp(request)), now)
  const outcome = counted.ok ? await confirmLinkedMobile(env, fieldOf(form, 'token'), now) : counted
  const problem = outcome.ok ? null : refusalText(readLanguage(request), outcome.refusal)
  return { isConfirmed: outcome.ok, problem }
}
