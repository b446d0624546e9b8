// A user's bank cards: at most one domestic and one international. A changed card has the same waiting period as a
// changed address.

import { type BankCardRow, deleteCard, listCards, saveCard } from '#db/platform/payee'
import { CARD_ECHOES, type CardFields, type CardKind, type CardRefusal, readCard } from '#domain/funds/card'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { StepUpProof } from '#domain/security'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { dropInvitationsOfPayee } from '../promotion/invitation'
import { noticeChange } from '../security/notice'
import { hasStepUp, readSecurityState } from '../security/state'
import { proveStepUp } from '../security/step-up'
import { addressUsableAt } from './address-book'

export interface BankCard {
  readonly kind: CardKind
  readonly fields: CardFields
  readonly usableAt: number
}

export async function listBankCards(env: Env, session: Session): Promise<Outcome<readonly BankCard[]>> {
  const [check, rows] = await Promise.all([checkSession(env, session), listCards(env.DB, session.userId)])
  return check.ok ? done(rows.map((row) => readBankCard(env, row))) : check
}

export async function findBankCard(env: Env, session: Session, kind: CardKind): Promise<Outcome<BankCard | null>> {
  const cards = await listBankCards(env, session)
  return cards.ok ? done(cards.value.find((card) => card.kind === kind) ?? null) : cards
}

export const readBankCard = (env: Pick<Env, 'DEMO_MODE'>, { kind, fields, changedAt }: BankCardRow): BankCard => ({
  kind,
  // Only `keepBankCard` writes this column, from CardFields.
  fields: JSON.parse(fields) as CardFields,
  usableAt: addressUsableAt(env, changedAt),
})

/** Saves a card. As for addresses: pages send a step-up proof; old API clients cannot, and the activation delay protects instead. */
export async function keepBankCard(
  env: Env,
  session: Session,
  form: { readonly kind: CardKind; readonly typed: Readonly<Record<string, string>> },
  { proof, now }: { readonly proof: StepUpProof | null; readonly now: number },
): Promise<Outcome<null>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const known = (await listCards(env.DB, session.userId)).find((row) => row.kind === form.kind)
  const card: Outcome<CardFields, CardRefusal> = readCard(form.kind, {
    ...(known && unchangedBy(form.typed, readBankCard(env, known).fields)),
    ...form.typed,
  })
  if (!card.ok) return card
  const proven = proof ? await proveStepUp(env, session, proof, now) : check
  if (!proven.ok) return proven
  const { userId } = session
  const fields = JSON.stringify(card.value)
  if (known?.fields === fields) return done(null)
  // Replacing a card requires a proof, as for addresses: the old card was trusted.
  if (known && !proof && hasStepUp(await readSecurityState(env, userId, now))) return refuse('step_up_missing')
  await saveCard(env.DB, { userId, kind: form.kind, fields, changedAt: now })
  await noticeChange(env, userId, 'payee', now)
  await dropInvitationsOfPayee(env, userId)
  return done(null)
}

/** Fields that stay when absent. An echo of a field that changes does not: it repeats the old value. */
function unchangedBy(typed: Readonly<Record<string, string>>, known: CardFields): Readonly<Record<string, string>> {
  const isChanged = (name: string): boolean => {
    const like = Object.entries(CARD_ECHOES).find(([echo]) => echo === name)?.[1]
    return like !== undefined && typed[like] !== undefined && typed[like] !== known[like]
  }
  return Object.fromEntries(Object.entries(known).filter(([name]) => !isChanged(name)))
}

/** Removes a card, with the same proof as for addresses; otherwise a new card would count as the first one, which needs no proof. */
export async function removeBankCard(
  env: Env,
  session: Session,
  kind: CardKind,
  { proof, now }: { readonly proof: StepUpProof; readonly now: number },
): Promise<Outcome<null>> {
  const { userId } = session
  const [check, cards, state] = await Promise.all([
    checkSession(env, session),
    listCards(env.DB, userId),
    readSecurityState(env, userId, now),
  ])
  if (!check.ok) return check
  if (!cards.some((row) => row.kind === kind)) return refuse('card_not_found')
  const proven = hasStepUp(state) ? await proveStepUp(env, session, proof, now) : check
  if (!proven.ok) return proven
  if (!(await deleteCard(env.DB, userId, kind))) return refuse('card_not_found')
  await noticeChange(env, userId, 'payee_removed', now)
  return done(null)
}
