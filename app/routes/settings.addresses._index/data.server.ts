// Address book: all saved addresses, and their removal, which needs the same proof as a change.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { networkBeside } from '#domain/funds/network'
import { stepUpMethodsOf } from '#domain/security'
import { listAddresses, removeAddress } from '#services/funds/address-book'
import { readSecurityState } from '#services/security/state'
import { id } from '#services/input'
import type { FundsAnswer } from '../../forms/funds'
import { readStepUpForm } from '../../forms/step-up'
import { answerOf } from '../../forms/funds-pages.server'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'
import { readSome } from '../../forms/form-input.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const now = Date.now()
  const [addresses, state] = await Promise.all([
    listAddresses(env, session),
    readSecurityState(env, session.userId, now),
  ])
  return {
    title: titleOf(request, 'funds', 'addresses'),
    addresses: valueOf(request, addresses).map((row) => ({
      ...row,
      networkWords: networkBeside(row.code, row.network),
    })),
    /** Address whose deletion is being confirmed. */
    leaving: Number(new URL(request.url).searchParams.get('delete')),
    methods: stepUpMethodsOf(state),
    now,
  }
}

const ADDRESS = v.object({ id })

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const proven = { proof: readStepUpForm(form), now: Date.now() }
  const read = readSome(request, form, ADDRESS)
  const outcome = read.ok ? await removeAddress(env, session, read.value.id, proven) : read
  throwIfSessionEnded(request, outcome)
  // An address already removed counts as removed.
  if (!outcome.ok && outcome.refusal.code !== 'address_not_found') return answerOf(request, form, outcome.refusal)
  throw redirect('/settings/addresses')
}
