// Loader and action of bank deposits: account, transfer reference, report form.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { isBanked } from '#domain/funds/deposit'
import { capsOf, fiatCapText, levelPassed } from '#domain/verification'
import { loadCatalogue } from '#services/catalogue'
import { findBankPlace, requestDeposit } from '#services/funds/deposits'
import { listRecords } from '#services/funds/records'
import { readSecurityState } from '#services/security/state'
import { id } from '#services/input'
import { checkForm } from '../../forms/taken-fields.server'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, readDecimal, requirePicture } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'
import { readSome } from '../../forms/form-input.server'

const RECENT = 20

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const [{ assets }, bank, state, recent] = await Promise.all([
    loadCatalogue(env),
    findBankPlace(env, session.userId),
    readSecurityState(env, session.userId, Date.now()),
    listRecords(env, session, { type: 'deposit', kind: 'bank', page: 1, limit: RECENT }),
  ])
  // Cap of one transfer in USD; "0" for an unverified user.
  const cap = fiatCapText(capsOf(levelPassed(state)))
  return {
    title: titleOf(request, 'funds', 'deposit_bank'),
    commandId: crypto.randomUUID(),
    assets: assets.filter(isBanked).map(({ id, code, scale }) => ({ id, code, scale })),
    isOffered: bank !== null,
    bank: cap === '0' ? null : bank,
    cap,
    recent: valueOf(request, recent).rows,
  }
}

const PLACE = v.object({ asset: id })

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const taken = await checkForm(env, session, form, { fields: ['asset', 'amount'] })
  throwIfSessionEnded(request, taken)
  if (!taken.ok) return answerOf(request, form, taken.refusal)
  const read = readSome(request, form, PLACE)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const voucher = await requirePicture(env, session, form)
  throwIfSessionEnded(request, voucher)
  if (!voucher.ok) return answerOf(request, form, voucher.refusal)
  const asked = {
    kind: 'bank' as const,
    assetId: read.value.asset,
    network: null,
    amount: readDecimal(request, form, 'amount'),
    voucher: voucher.value,
  }
  const outcome = await requestDeposit(env, session, { commandId: readPageId(form), form: asked }, Date.now())
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/assets/requests/d${outcome.value.depositId}`)
}
