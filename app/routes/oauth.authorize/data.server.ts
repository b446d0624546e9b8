// Loader and action of the consent page: an agent asks for permission, its owner proves to be one, and the answer leads back to the agent.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { KEY_DAYS } from '#domain/api-key'
import { type Outcome, done, refuse } from '#domain/outcome'
import { addressBack, readAsked } from '#services/agents/authorize'
import { ASKS, grantAgent, readLimits } from '#services/agents/grant'
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

/** Choices of the form, preserved on pages without scripts. */
interface ConsentAnswer extends SecurityAnswer {
  readonly chosen?: Chosen
}
const readChosen = (form: FormData) => ({
  days: KEY_DAYS.find((each) => each === form.get('days')),
  trades: form.get('trade') === 'yes',
  orderMax: fieldOf(form, 'agent_order_max'),
  dayMax: fieldOf(form, 'agent_day_max'),
  lossMax: fieldOf(form, 'agent_loss_max'),
  ask: ASKS.find((each) => each === form.get('agent_ask')),
  askAbove: fieldOf(form, 'agent_ask_above'),
})
type Chosen = ReturnType<typeof readChosen>

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ConsentAnswer> {
  const sent = await readSecurityForm(request, env)
  const { session, form } = sent
  const asked = readAsked(env, request)
  const chosen = readChosen(form)
  const refused = async (outcome: Outcome<unknown>) => ({
    ...refusedSecurity(request, outcome.ok ? outcome : await refuseUnlessEnded(env, session, outcome)),
    chosen,
  })
  if (!asked) return refused(refuse('request_malformed'))
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return { ...(await answerOwnCode(sent)), chosen }
    case 'permit': {
      const { days, trades, ...text } = chosen
      if (days === undefined) return refused(refuse('field_malformed', { field: 'days' }))
      const limits = trades ? readLimits(text) : done(null)
      if (!limits.ok) return refused(limits)
      const wishes = { days, limits: limits.value, proof: readOwnerForm(form) }
      const code = await grantAgent(env, session, { request: asked, ...wishes })
      if (!code.ok) return { ...refusedSecurity(request, code), chosen }
      throw redirect(addressBack(request, asked, { code: code.value }))
    }
    case 'decline':
      throw redirect(addressBack(request, asked, { error: 'access_denied' }))
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}
