// Server code shared by the two bank card pages.

import { redirect } from '@remix-run/cloudflare'
import { CARD_FIELDS, type CardKind } from '#domain/funds/card'
import { stepUpMethodsOf } from '#domain/security'
import { findBankCard, keepBankCard, removeBankCard } from '#services/funds/cards'
import { readSecurityState } from '#services/security/state'
import type { Session } from '#session/session'
import type { FundsAnswer } from './funds'
import { readStepUpForm } from './step-up'
import { answerOf } from './funds-pages.server'
import { fieldOf, readOwnForm, throwIfSessionEnded, valueOf } from '../visitor/visitor.server'

export async function loadCard(request: Request, env: Env, session: Session, kind: CardKind) {
  const now = Date.now()
  const [card, state] = await Promise.all([
    findBankCard(env, session, kind),
    readSecurityState(env, session.userId, now),
  ])
  const known = valueOf(request, card)
  return {
    fields: known?.fields ?? {},
    isSaved: known !== null,
    usableAt: known?.usableAt ?? 0,
    now,
    isDemo: env.DEMO_MODE === 'on',
    methods: stepUpMethodsOf(state),
  }
}

const pathOf = (kind: CardKind): string => (kind === 'domestic' ? '/settings/cards' : '/settings/cards/international')

export async function changeCard(request: Request, env: Env, kind: CardKind): Promise<FundsAnswer> {
  const { session, form } = await readOwnForm(request, env)
  if (fieldOf(form, 'step') === 'delete') {
    const removed = await removeBankCard(env, session, kind, { proof: readStepUpForm(form), now: Date.now() })
    throwIfSessionEnded(request, removed)
    // A card already removed counts as removed.
    if (!removed.ok && removed.refusal.code !== 'card_not_found') return answerOf(request, form, removed.refusal)
    throw redirect(pathOf(kind))
  }
  const sent = CARD_FIELDS[kind].filter((field) => form.has(field))
  const typed = Object.fromEntries(sent.map((field) => [field, fieldOf(form, field)]))
  const outcome = await keepBankCard(env, session, { kind, typed }, { proof: readStepUpForm(form), now: Date.now() })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(pathOf(kind))
}
