// Loader and action of the consent page: an agent asks for permission, its owner proves to be one, and the answer leads back to the agent.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { KEY_DAYS } from '#domain/api-key'
import { done, refuse } from '#domain/outcome'
import { addressBack, readAsked } from '#services/agents/authorize'
import { grantAgent, readLimits } from '#services/agents/grant'
import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { answerOwnCode, readSecurityForm, refusedSecurity, requireSecured } from '../../forms/security-forms.server'
import type { SecurityAnswer } from '../../forms/security'
import { readOwnerForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { fieldOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { owner } = await requireSecured(request, env)
  const asked = readAsked(env, request)
  return {
    title: titleOf(request, 'keys', 'agent_title'),
    owner,
    agent: asked && { name: asked.client.name, host: asked.host },
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<SecurityAnswer> {
  const sent = await readSecurityForm(request, env)
  const { session, form } = sent
  const asked = readAsked(env, request)
  const refused = async (...refusal: Parameters<typeof refuse>) =>
    refusedSecurity(request, await refuseUnlessEnded(env, session, refuse(...refusal)))
  if (!asked) return refused('request_malformed')
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return answerOwnCode(sent)
    case 'permit': {
      const days = KEY_DAYS.find((each) => each === form.get('days'))
      if (days === undefined) return refused('field_malformed', { field: 'days' })
      const orderMax = fieldOf(form, 'agent_order_max')
      const limits =
        form.get('trade') === 'yes' ? readLimits({ orderMax, dayMax: fieldOf(form, 'agent_day_max') }) : done(null)
      if (!limits.ok) return refused(limits.refusal.code, limits.refusal.facts)
      const wishes = { days, limits: limits.value, proof: readOwnerForm(form) }
      const code = await grantAgent(env, session, { request: asked, ...wishes })
      if (!code.ok) return refusedSecurity(request, code)
      throw redirect(addressBack(request, asked, { code: code.value }))
    }
    case 'decline':
      throw redirect(addressBack(request, asked, { error: 'access_denied' }))
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}
