// Loader and action of a deposit or withdrawal: details, state, cancellation while possible.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { cancelDeposit } from '#services/funds/deposits'
import { getRecord } from '#services/funds/records'
import { explorerLink } from '#services/chains/networks'
import { watchSimulated } from '#services/chains/watcher'
import { cancelWithdrawal } from '#services/funds/withdrawals'
import { checkForm } from '../../forms/taken-fields.server'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { dotMask } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { env, ctx } = context
  const session = await requireSession(request, env)
  const found = await getRecord(env, session, params['id'] ?? '')
  throwIfSessionEnded(request, found)
  if (!found.ok) throw new Response(null, { status: 404 })
  const record = found.value
  if (record.kind === 'chain') ctx.waitUntil(watchSimulated(env, record.network, Date.now()))
  return {
    title: titleOf(request, 'funds', 'request'),
    commandId: crypto.randomUUID(),
    record: { ...record, target: dotMask(record.target) },
    explorer: explorerLink(env, record),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const match = /^([dw])([1-9]\d{0,14})$/.exec(params['id'] ?? '')
  if (!match) throw new Response(null, { status: 404 })
  const id = Number(match[2])
  const taken = await checkForm(env, session, form, {})
  const outcome = !taken.ok
    ? taken
    : match[1] === 'd'
      ? await cancelDeposit(env, session, id, Date.now())
      : await cancelWithdrawal(env, session, { commandId: readPageId(form), withdrawalId: id }, Date.now())
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/assets/requests/${match[0]}`)
}
