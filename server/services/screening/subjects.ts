// What is compared with the lists: submitted identities, withdrawals, saved addresses, senders of deposits.

import { logError } from '#lib/log-line'
import type { DepositRow } from '#db/platform/deposit'
import { findPassedBasic } from '#db/platform/verification'
import type { SavedAddressRow } from '#db/platform/payee'
import { senderId } from '#db/platform/screening'
import type { VerificationRow } from '#db/platform/verification'
import type { WithdrawalRow } from '#db/platform/withdrawal'
import type { CardFields } from '#domain/funds/card'
import { isAddressKind } from '#domain/funds/withdrawal'
import { type Outcome, done, refuse } from '#domain/outcome'
import { openTravelFields } from './travel-rule'
import { type Compared, type ScreeningRefusal, checkScreening, findSenderHit, screen, screenAndCheck } from './check'
import { currentEdition } from './lists'

export interface Screenable {
  readonly subject: { readonly kind: 'identity' | 'withdrawal' | 'address' | 'deposit'; readonly subjectId: string }
  readonly compared: Compared
}

type Identity = Pick<VerificationRow, 'id' | 'userId' | 'name' | 'country'>

export const identitySubject = ({ id, userId, name, country }: Identity): Screenable => ({
  subject: { kind: 'identity', subjectId: id },
  compared: { userId, names: name === null ? [] : [name], addresses: [], country },
})

export const addressSubject = ({
  id,
  userId,
  address,
}: Pick<SavedAddressRow, 'id' | 'userId' | 'address'>): Screenable => ({
  subject: { kind: 'address', subjectId: String(id) },
  compared: { userId, names: [], addresses: [address], country: null },
})

export async function withdrawalSubject(env: Pick<Env, 'SESSION_SECRET'>, row: WithdrawalRow): Promise<Screenable> {
  const { id, userId, kind, target, card } = row
  const travel = await openTravelFields(env, row)
  // Stored as CardFields by the withdrawal plan.
  const holder = isAddressKind(kind) ? '' : ((JSON.parse(card) as CardFields).real_name ?? '')
  return {
    subject: { kind: 'withdrawal', subjectId: String(id) },
    compared: {
      userId,
      names: [holder, travel?.name ?? '', travel?.vasp ?? ''].filter(Boolean),
      addresses: isAddressKind(kind) ? [target] : [],
      country: travel?.country ?? null,
    },
  }
}

/** Compares senders of deposits; the watcher reads its transfers again after a failure. */
export async function screenSenders(
  env: Env,
  senders: readonly {
    readonly userId: number
    readonly sender: string
    readonly network: string
    readonly txId: string
  }[],
  at: number,
): Promise<void> {
  const edition = senders.length === 0 ? null : await currentEdition(env)
  if (!edition) return
  for (const { userId, sender, network, txId } of senders) {
    const subject = { kind: 'deposit', subjectId: senderId({ network, txId, sender, userId }) } as const
    await screen(env, subject, { compared: { userId, names: [], addresses: [sender], country: null }, edition, at })
  }
}

/** Compares what arrived, beside what its sender waits for: a failure is logged, because whoever approves it compares it again. */
export async function screenNew(env: Env, { subject, compared }: Screenable, at: number): Promise<void> {
  try {
    await screen(env, subject, { compared, edition: await currentEdition(env), at })
  } catch (failure) {
    logError(`${subject.kind} ${subject.subjectId}: not compared with the lists yet`, failure)
  }
}

export const mayApproveWithdrawal = async (
  env: Env,
  row: WithdrawalRow,
  at: number,
): Promise<Outcome<null, ScreeningRefusal>> => {
  const { subject, compared } = await withdrawalSubject(env, row)
  return screenAndCheck(env, subject, compared, at)
}

/** Approved withdrawals that may be paid, compared with the lists in force now. */
export async function screenPayable(
  env: Env,
  rows: readonly WithdrawalRow[],
  at: number,
): Promise<readonly WithdrawalRow[]> {
  const payable: WithdrawalRow[] = []
  for (const row of rows) if ((await mayApproveWithdrawal(env, row, at)).ok) payable.push(row)
  return payable
}

/** Level 2 is judged by the document of level 1. */
export async function mayApproveIdentity(
  env: Env,
  row: VerificationRow,
  at: number,
): Promise<Outcome<null, ScreeningRefusal>> {
  const basic = row.level === 1 ? row : await findPassedBasic(env.DB, row.userId)
  if (!basic) return done(null)
  const { subject, compared } = identitySubject(basic)
  return screenAndCheck(env, subject, compared, at)
}

/** A deposit that a person approves: nothing about its user or its senders may be open. Approved, that of a confirmed sender is released. */
export async function mayApproveDeposit(env: Env, row: DepositRow): Promise<Outcome<null, ScreeningRefusal>> {
  const allowed = await checkScreening(env, { userId: row.userId, subject: null })
  if (!allowed.ok) return allowed
  return (await findSenderHit(env, row))?.state === 'open' ? refuse('screening_open') : done(null)
}
