// Reset of play money, where the site is a demo.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { DEMO_FUNDS } from '#services/identity/pending-commands'
import { isDemo, readLeftAtReset, resetDemo } from '#services/leaving/demo-reset'
import { walletText } from '#services/words'
import { commandIdOf } from '../../forms/command-id.server'
import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import {
  answerOwnCode,
  readSecurityForm,
  refusedSecurity,
  requireSecured,
  savedAt,
} from '../../forms/security-forms.server'
import { readOwnerForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  if (!isDemo(env)) throw new Response('Not found', { status: 404 })
  const language = readLanguage(request)
  const { session, owner } = await requireSecured(request, env)
  const unfinished = await readLeftAtReset(env, session)
  return {
    texts: broughtTexts(language, 'leaving'),
    title: titleOf(request, 'leaving', 'reset_title'),
    owner,
    commandId: crypto.randomUUID(),
    isDone: new URL(request.url).searchParams.has('saved'),
    grants: DEMO_FUNDS.map(({ wallet, amount, code }) => ({
      wallet: walletText(language, wallet),
      amount,
      asset: code,
    })),
    left: Object.entries(valueOf(request, unfinished)).map(([name, count]) => ({ name, count })),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  const { form, session } = asked
  const intent = fieldOf(form, 'intent')
  if (intent === 'send_own_code') return answerOwnCode(asked)
  if (intent !== 'reset') return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(intent)))
  const command = { commandId: commandIdOf(form), proof: readOwnerForm(form) }
  const reset = await resetDemo(env, session, command, Date.now())
  if (!reset.ok) return refusedSecurity(request, reset)
  throw savedAt('/settings/demo')
}
