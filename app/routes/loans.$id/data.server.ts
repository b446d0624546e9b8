// Loader and repay action of an own loan with its history.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { interestOfTerm } from '#domain/loan/interest'
import { storeTerms } from '#domain/loan/terms'
import { decodeAmount, formatTrimmed, minimum } from '#domain/money/amount'
import { loadMargin } from '#services/loan/margin'
import { findOwnLoan, isLookedAt, listOwnHours, owedOn, repayLoan, withdrawLoan } from '#services/loan/requests'
import { decimal } from '#services/input'
import type { FundsAnswer, RefusedAt } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import { PAGE_SIZE, idOf, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSent, refuseIntent } from '../../forms/form-input.server'

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const id = idOf(params['id'])
  const page = readPage(request)
  const [found, margin, hours] = await Promise.all([
    id > 0 ? findOwnLoan(env, session, id) : null,
    loadMargin(env, session),
    listOwnHours(env, session, { loanId: Math.max(1, id), page, limit: PAGE_SIZE }),
  ])
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const { catalogue, lines, status } = valueOf(request, margin)
  const charged = valueOf(request, hours)
  const { request: asked, loan, events } = found.value
  const asset = findKnownAsset(catalogue, asked.assetId) ?? { id: 0, code: '', scale: 0 }
  const owed = owedOn(found.value)
  const has = status.balances.find(({ assetId }) => assetId === asked.assetId)?.available ?? '0'
  return {
    texts: broughtTexts(readLanguage(request), 'loan'),
    title: titleOf(request, 'loan', 'loan_title'),
    asked: { ...asked, pictures: '' },
    loan,
    events,
    asset: { id: asset.id, code: asset.code, scale: asset.scale },
    marginCode: findKnownAsset(catalogue, asked.marginAssetId)?.code ?? '',
    owed,
    has: decodeAmount(has),
    /** Interest for the whole term. */
    cost: interestOfTerm(asked.amount, storeTerms({ ...asked, version: asked.termVersion })),
    isLookedAt: await isLookedAt(env, asked),
    /** Maximum repayment now, as plain decimal text. */
    most: formatTrimmed(asset, minimum(owed, decodeAmount(has))),
    lines,
    isSelling: status.sellingSince !== null,
    hours: charged.rows,
    hoursTotal: charged.total,
    page,
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
  }
}

const PART = v.object({ amount: decimal })
const NOTHING = v.object({})

const REFUSED_AT: RefusedAt = {
  loan_above_owed: 'amount',
}

export async function action({ request, params, context: { env } }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { session, form } = await readLiveForm(request, env)
  const loanId = idOf(params['id'])
  if (loanId === 0) throw new Response(null, { status: 404 })
  const intent = fieldOf(form, 'intent')
  const sent = readSent(request, form, intent === 'part' ? PART : NOTHING)
  if (intent !== 'withdraw' && intent !== 'part' && intent !== 'all')
    return answerOf(request, form, refuseIntent(intent).refusal)
  if (!sent.ok) return answerOf(request, form, sent.refusal)
  if (intent === 'withdraw') {
    const taken = await withdrawLoan(env, session, loanId, Date.now())
    throwIfSessionEnded(request, taken)
    if (!taken.ok) return answerOf(request, form, taken.refusal)
    throw redirect(`/loans/${loanId}`)
  }
  const repaid = await repayLoan(env, session, {
    commandId: readPageId(form),
    loanId,
    amount: 'amount' in sent.value ? sent.value.amount : undefined,
  })
  throwIfSessionEnded(request, repaid)
  if (!repaid.ok) return answerOf(request, form, repaid.refusal, REFUSED_AT)
  throw redirect(`/loans/${loanId}`)
}
