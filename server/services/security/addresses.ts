// Binding of an e-mail address or mobile number. A code proves control of the address; an owner proof authorises the
// change. A first mobile also needs a code from the mailbox; without it, the mobile counts as unproven for 72 hours,
// or until a link mailed to the owner is confirmed.
// Replacing an address locks withdrawals. Passwords cannot be reset for 72 hours through an address bound without a
// code from an earlier one.

import { bindEmail, bindMobile } from '#db/platform/security'
import { findUser } from '#db/platform/user'
import type { AccountRefusal } from '#domain/identity'
import { knownLanguage } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type OwnerProof, RESET_HOLD_MS, isMobileUnproven } from '#domain/security'
import type { Session } from '#session/session'
import { type AccountName, type AccountText, parseAccount } from '../identity/account-name'
import { profileChanged } from '../profile'
import { mailMobileLink } from './mobile-link'
import {
  type CodeRefusal,
  issueCode,
  issueNothing,
  useCode,
  userRequester,
  userSource,
  verifyCode,
} from '../identity/code'
import { findCodeOwner } from '../identity/code-owner'
import { codeLimits, countAttempt, ownCodeCheckLimits } from '../identity/limit'
import type { MessageFacts } from '../identity/message'
import { postCode, postMessage } from '../identity/post'
import { noticeChange } from './notice'
import { type OwnerRefusal, lockFrom, proveOwnCode, proveOwner, readOwnState } from './owner'
import { type SecurityState, hasStepUp } from './state'

export type AddressRefusal =
  | OwnerRefusal
  | AccountRefusal
  | CodeRefusal
  | 'session_ended'
  /** Returned only after the right code: another user bound the address first. */
  | 'address_in_use'
  | 'address_same'
  /** Binding a first mobile needs the code sent to the account's e-mail. */
  | 'email_proof_missing'
  | 'too_many_requests'
  | 'message_not_sent'

export interface AddressBinding {
  readonly kind: AccountName['channel']
  readonly account: AccountText
  /** Sent to the new address. */
  readonly code: string
  /** Null from clients without a second proof; the refusal names the missing proof. */
  readonly proof: OwnerProof | null
  readonly clientIp: string
  /**
   * For clients without a second proof: a first mobile is bound as unproven for 72 hours. The link mailed to the owner,
   * or binding again with the mailbox code, ends that at once.
   */
  readonly mayBeUnproven?: boolean
}

export interface BoundAddress {
  readonly isUnproven: boolean
}

/** Sends a code to an address before binding. */
export async function sendBindingCode(
  env: Env,
  session: Session,
  input: Pick<AddressBinding, 'kind' | 'account'> & { readonly clientIp: string },
): Promise<Outcome<{ readonly waitSeconds: number }, AddressRefusal>> {
  const now = Date.now()
  const state = await readOwnState(env, session, now)
  if (!state.ok) return state
  const checked = checkAddress(provenAddresses(state.value, now), input.kind, parseAccount(input.account))
  if (!checked.ok) return checked
  const address = checked.value
  const name = { target: address.target, purpose: 'bind' } as const
  const counted = await countAttempt(env, codeLimits(env, { ...name, ip: input.clientIp }), now)
  if (!counted.ok) return counted
  const facts = await invite(env, session, address, state.value, now)
  return postCode(env, address, { facts, counted: name }, now)
}

/**
 * Message to the new address. If another user holds it, only the address itself learns that: the caller's answer is
 * identical, and no code matches.
 */
async function invite(
  env: Env,
  session: Session,
  { target }: AccountName,
  { language, phrase }: SecurityState,
  now: number,
): Promise<Omit<MessageFacts, 'site'>> {
  const name = { target, purpose: 'bind', requester: userRequester(session.userId) } as const
  const holder = await findUser(env.DB, target)
  // An own address reaches this point only as an unproven mobile.
  if (!holder || holder.id === session.userId)
    return { topic: 'bind', language, phrase, code: await issueCode(env, name, now) }
  await issueNothing(env, name, now)
  // Language and phrase of the holder, unknown to the requester.
  return { topic: 'taken', language: knownLanguage(holder.language), phrase: holder.phrase }
}

export async function bindAddress(
  env: Env,
  session: Session,
  binding: AddressBinding,
): Promise<Outcome<BoundAddress, AddressRefusal>> {
  const now = Date.now()
  const owned = await readOwnState(env, session, now)
  if (!owned.ok) return owned
  const state = owned.value
  const counted = await countAttempt(env, ownCodeCheckLimits(session.userId), now)
  if (!counted.ok) return counted
  const named = await findCodeOwner(
    env,
    binding.account,
    { guesses: guessesOf(session, binding), code: binding.code },
    now,
  )
  const proven = provenAddresses(state, now)
  const checked = checkAddress(proven, binding.kind, named)
  if (!checked.ok) return checked
  const address = checked.value
  const isFirst = (address.channel === 'mail' ? proven.email : proven.mobile) === null
  // Checked before the second proof, because a right proof is consumed.
  const shown = await useOrCheck(env, session, { ...binding, address, step: 'check' }, now)
  if (!shown.ok) return shown
  const needsMailbox = isFirst && address.channel === 'sms'
  const isUnproven = needsMailbox && binding.mayBeUnproven === true && binding.proof === null
  const owner = isUnproven
    ? done(null)
    : await proveBinding(env, session, { state, proof: binding.proof ?? {}, needsMailbox }, now)
  if (!owner.ok) return owner
  const used = await useOrCheck(env, session, { ...binding, address, step: 'use' }, now)
  if (!used.ok) return used

  // Sent before the change, while notices still reach the owner: a thief may be binding the first address.
  const change = address.channel === 'mail' ? 'email' : 'mobile'
  if (isFirst) await noticeChange(env, session.userId, change, now)
  const isCodeShown = !isUnproven && (needsMailbox || !hasStepUp(state))
  const waits = {
    lockUntil: isFirst ? null : lockFrom(now),
    resetFrom: isCodeShown ? null : now + RESET_HOLD_MS,
    loginFrom: isUnproven ? now + RESET_HOLD_MS : null,
  }
  if (!(await bind(env, session.userId, address, waits))) return refuse('address_in_use')
  await profileChanged(env, session.userId)
  const facts = { language: state.language, phrase: state.phrase }
  if (isUnproven) await mailMobileLink(env, state, now)
  if (isFirst) return done({ isUnproven })
  await noticeChange(env, session.userId, change, now)
  // The notice above goes to the new address; a robbed owner is reachable at the old one only.
  await postMessage(env, oldAddress(state, address), { ...facts, topic: 'replaced' }, now)
  return done({ isUnproven })
}

/**
 * With a session, a mobile and at most the pay password, a thief could reset the login password by SMS. A first mobile
 * therefore needs the mailbox code besides a step-up. The code is checked first, because a right step-up is consumed.
 */
async function proveBinding(
  env: Env,
  session: Session,
  {
    state,
    proof,
    needsMailbox,
  }: { readonly state: SecurityState; readonly proof: OwnerProof; readonly needsMailbox: boolean },
  now: number,
): Promise<Outcome<unknown, AddressRefusal>> {
  if (!needsMailbox) return proveOwner(env, session, proof, now)
  if (!proof.code) return refuse('email_proof_missing')
  if (!hasStepUp(state)) return proveOwner(env, session, proof, now)
  const checked = await proveOwnCode(env, state, { code: proof.code, step: 'check' }, now)
  if (!checked.ok) return checked
  const owner = await proveOwner(env, session, proof, now)
  return owner.ok ? proveOwnCode(env, state, { code: proof.code, step: 'use' }, now) : owner
}

/** An unproven mobile counts as unbound. */
const provenAddresses = (state: SecurityState, now: number): Pick<SecurityState, 'email' | 'mobile'> =>
  isMobileUnproven(state, now) ? { ...state, mobile: null } : state

function checkAddress(
  state: Pick<SecurityState, 'email' | 'mobile'>,
  kind: AddressBinding['kind'],
  named: Outcome<AccountName, AccountRefusal | CodeRefusal>,
): Outcome<AccountName, AddressRefusal> {
  const malformed = kind === 'mail' ? ('email_malformed' as const) : ('mobile_malformed' as const)
  if (!named.ok) {
    const { code } = named.refusal
    return refuse(code === 'code_wrong' || code === 'code_malformed' ? code : malformed)
  }
  const { channel, target } = named.value
  if (channel !== kind) return refuse(malformed)
  return target === state.email || target === state.mobile ? refuse('address_same') : named
}

/** A registration code is accepted too: older clients request no other, and it proves the same. Its requester is an IP. */
const guessesOf = (session: Session, { clientIp }: Pick<AddressBinding, 'clientIp'>) =>
  [
    { purpose: 'bind', ...userSource(session.userId) },
    { purpose: 'register', attemptSource: clientIp, requesters: [clientIp] },
  ] as const

async function useOrCheck(
  env: Env,
  session: Session,
  input: Pick<AddressBinding, 'code' | 'clientIp'> & { readonly address: AccountName; readonly step: 'check' | 'use' },
  now: number,
): Promise<Outcome<null, CodeRefusal>> {
  const look = input.step === 'use' ? useCode : verifyCode
  const [own, registering] = guessesOf(session, input)
  const { target } = input.address
  const bound = await look(env, { target, ...own }, input.code, now)
  if (bound.ok || bound.refusal.code !== 'code_wrong') return bound
  return look(env, { target, ...registering }, input.code, now)
}

const oldAddress = ({ email, mobile }: SecurityState, { channel }: AccountName) => ({
  channel,
  target: (channel === 'mail' ? email : mobile) ?? '',
})

const bind = (
  env: Env,
  userId: number,
  { channel, target, national }: AccountName,
  {
    loginFrom,
    ...waits
  }: { readonly lockUntil: number | null; readonly resetFrom: number | null; readonly loginFrom: number | null },
) =>
  channel === 'mail'
    ? bindEmail(env.DB, userId, { email: target, ...waits })
    : bindMobile(env.DB, userId, { mobile: target, national, loginFrom, ...waits })
