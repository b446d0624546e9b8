// Codes, registration, login, password reset, logout, profile; shared by API and pages. Passwords and codes are never
// logged, and refusals do not reveal whether an account exists.

import { readSettings } from '#db/platform/setting'
import { changePassword, findUser } from '#db/platform/user'
import {
  type AccountRefusal,
  type CodePurpose,
  type NewPasswordRefusal,
  checkNewPassword,
  comparable,
} from '#domain/identity'
import { type Language, knownLanguage } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type NicknameRefusal, parseNickname } from '#domain/profile'
import { WITHDRAWAL_LOCK_MS, isResetHeld } from '#domain/security'
import { type AccountText, isWithoutCountry, parseAccount } from './identity/account-name'
import { type Visitor, requesterOf, guesserOf } from './identity/requester'
import { type CodeRefusal, issueCode, issueNothing, useCode, verifyCode } from './identity/code'
import { type CodeEntry, findReceiver, showCode } from './identity/code-owner'
import { attemptName } from './identity/credentials'
import { type Login, enter, provePassword } from './identity/entry'
import { isKnownPlace, rememberPlace } from './identity/known-place'
import { type HashRefusal, makeHash } from './identity/hash-queue'
import {
  CODE_WAIT_SECONDS,
  codeLimits,
  countAttempt,
  forgiveAttempts,
  foundLimits,
  loginPairKey,
  registerLimits,
  registerTryLimits,
} from './identity/limit'
import type { MessageTopic } from './identity/message'
import { createUser, findInviter } from './identity/new-user'
import { sendPendingSoon } from './identity/pending-commands'
import { isOtherSecret } from './identity/other-secret'
import { postCode, postMessage } from './identity/post'
import { forgiveSecondSteps, proveSecondStep, type SecondStepRefusal } from './security/second-step'
import { noticeChange } from './security/notice'

export { logout, openSession } from './identity/entry'
export type { AccountText }

export type IdentityRefusal =
  | 'password_same_as_pay'
  | 'pay_password_same'
  | NicknameRefusal
  | AccountRefusal
  | NewPasswordRefusal
  | CodeRefusal
  | 'too_many_requests'
  | HashRefusal
  | 'message_not_sent'
  | 'account_exists'
  | 'credentials_wrong'
  | 'account_closed'
  | 'invite_code_missing'
  | 'invite_code_unknown'
  | 'invite_code_own'
  /** Returned only after a right code was submitted. */
  | 'reset_held'
  | SecondStepRefusal

/**
 * `silent`: identical answer whether or not the account exists; only the address owner learns it. `contract`: the wire
 * contract requires a failure when registering an existing account; password resets are answered identically and
 * equally fast, because the message is sent after the answer.
 */
export type Disclosure =
  | { readonly kind: 'silent' }
  /** Registers work that continues after the answer. */
  | { readonly kind: 'contract'; readonly later: (work: Promise<unknown>) => void }

/** Code purposes before login; owner codes are in services/security. */
export type EntryPurpose = Extract<CodePurpose, 'register' | 'forget'>

export interface CodeRequest extends Visitor {
  readonly account: AccountText
  readonly purpose: EntryPurpose
  readonly language: Language
  readonly disclosure: Disclosure
}

/** Sends a six-digit code to the address. `waitSeconds` until another may be requested. */
export async function sendCode(
  env: Env,
  request: CodeRequest,
): Promise<Outcome<{ readonly waitSeconds: number }, IdentityRefusal>> {
  const { purpose, disclosure, clientIp: ip } = request
  const isFound = isWithoutCountry(request.account) && purpose === 'forget' && disclosure.kind === 'contract'
  const account = isFound ? await findReceiver(env, request.account) : parseAccount(request.account)
  if (!account.ok) return account
  const now = Date.now()
  // Counted before the lookup, under the typed text: other counters would reveal whether a number was found.
  const asked = { target: attemptName(request.account), purpose }
  const isKnownThere = await isKnownPlace(env, { account: account.value?.target ?? asked.target, ip }, now)
  const counted = await countAttempt(env, codeLimits(env, { ...asked, ip, isKnown: isKnownThere }), now)
  if (!counted.ok) return counted
  const name = { ...asked, target: account.value?.target ?? asked.target }
  // Limits apply to any spelling; an exceeded limit is answered like a sent code.
  const receiver = isFound && account.value ? foundLimits({ ...name, ip, isKnown: isKnownThere }) : []
  if (!(await countAttempt(env, receiver, now)).ok) return done({ waitSeconds: CODE_WAIT_SECONDS })

  const user = await findUser(env.DB, name.target)
  const isKnown = user !== null
  // Reported in the message only, like everything that depends on the account.
  const isHeld = purpose === 'forget' && user !== null && isResetHeld(user, name.target, now)
  const isSensible = isKnown === (purpose === 'forget') && !isHeld
  if (!isSensible && disclosure.kind === 'contract' && purpose === 'register') return refuse('account_exists')
  const wanted = { ...name, requester: requesterOf(env, request) }
  const code = isSensible ? await issueCode(env, wanted, now) : await issueNothing(env, wanted, now).then(() => '')
  const topic: MessageTopic = isSensible ? purpose : isHeld ? 'held' : isKnown ? 'exists' : 'missing'
  const facts = { topic, language: request.language, code, phrase: user?.phrase ?? '' }
  const later = disclosure.kind === 'contract' && purpose === 'forget' ? disclosure.later : null
  if (account.value && !later) return postCode(env, account.value, { facts, counted: asked }, now)
  if (account.value && user) later?.(postMessage(env, account.value, facts, now))
  return done({ waitSeconds: CODE_WAIT_SECONDS })
}

/** Checks a code without consuming it. */
export async function checkCode(env: Env, entry: CodeEntry): Promise<Outcome<null, IdentityRefusal>> {
  const shown = await showCode(env, entry, Date.now())
  return shown.ok ? done(null) : shown
}

export interface Registration extends Visitor {
  readonly account: AccountText
  /** Ignored when the site's `yzm_radio` is off. */
  readonly code: string
  readonly password: string
  readonly passwordAgain: string
  readonly inviteCode: string | null
  /** Accounts known to this browser, which cannot be the inviter. */
  readonly knownAccounts?: readonly number[]
  readonly language: Language
  /** Optional fields of wire contract clients. */
  readonly payPassword?: string | undefined
  readonly nickname?: string | undefined
}

/** Registers one user per address. The code proves the address, so only its owner can learn of an existing account. */
export async function register(
  env: Env,
  entry: Registration,
): Promise<Outcome<{ readonly userId: number }, IdentityRefusal>> {
  const account = parseAccount(entry.account)
  if (!account.ok) return account
  const password = checkNewPassword({ password: entry.password, again: entry.passwordAgain })
  if (!password.ok) return password
  const chosen = readChosen(entry)
  if (!chosen.ok) return chosen
  const now = Date.now()
  const tried = await countAttempt(env, registerTryLimits(env, entry.clientIp), now)
  if (!tried.ok) return tried
  const settings = await readSettings(env.DB, ['yzm_radio', 'sharar_radio'])
  const inviter = await findInviter(env, entry.inviteCode, settings.get('sharar_radio') === '1')
  if (!inviter.ok) return inviter
  if (inviter.value !== null && entry.knownAccounts?.includes(inviter.value)) return refuse('invite_code_own')
  const isCodeNeeded = settings.get('yzm_radio') !== '0'
  const name = { target: account.value.target, purpose: 'register', ...guesserOf(env, entry) } as const
  const right = isCodeNeeded ? await verifyCode(env, name, entry.code, now) : done(null)
  if (!right.ok) return right
  const { nickname, payPassword } = chosen.value
  const requester = { account: account.value.target, ip: entry.clientIp }
  const passwordHash = await makeHash(env, requester, password.value)
  if (!passwordHash.ok) return passwordHash
  const payPasswordHash = payPassword === null ? done(null) : await makeHash(env, requester, payPassword)
  if (!payPasswordHash.ok) return payPasswordHash
  // Counted before consuming the code, so that a rate-limited visitor keeps it.
  const counted = await countAttempt(env, registerLimits(env, entry.clientIp), now)
  if (!counted.ok) return counted
  const used = isCodeNeeded ? await useCode(env, name, entry.code, now) : done(null)
  if (!used.ok) return used

  const created = await createUser(env, account.value, {
    passwordHash: passwordHash.value,
    payPasswordHash: payPasswordHash.value,
    nickname,
    language: entry.language,
    inviterId: inviter.value,
    now,
  })
  if (!created.ok) return created
  await rememberPlace(env, { account: account.value.target, ip: entry.clientIp }, now)
  await sendPendingSoon(env, created.value.userId)
  return created
}

interface Chosen {
  readonly payPassword: string | null
  readonly nickname: string | null
}

/** Validates the pay password (must differ from the login password) and the nickname. */
function readChosen({ password, payPassword, nickname }: Registration): Outcome<Chosen, IdentityRefusal> {
  const name = nickname === undefined ? done(null) : parseNickname(nickname)
  if (!name.ok) return name
  if (payPassword === undefined) return done({ payPassword: null, nickname: name.value })
  const pay = checkNewPassword({ password: payPassword, again: payPassword })
  if (!pay.ok) return pay
  return comparable(pay.value) === comparable(password)
    ? refuse('pay_password_same')
    : done({ payPassword: pay.value, nickname: name.value })
}

export interface PasswordReset extends Visitor {
  readonly account: AccountText
  readonly code: string
  readonly password: string
  readonly passwordAgain: string
}

/** Sets a new password by a code to the address; ends all sessions. */
export async function resetPassword(env: Env, entry: PasswordReset): Promise<Outcome<null, IdentityRefusal>> {
  const password = checkNewPassword({ password: entry.password, again: entry.passwordAgain })
  if (!password.ok) return password
  const now = Date.now()
  const account = await showCode(env, { ...entry, purpose: 'forget' }, now)
  if (!account.ok) return account
  const { target } = account.value
  const user = await findUser(env.DB, target)
  // A right code exists only for an existing account; if it was deleted since, the code counts as used.
  if (!user) return refuse('code_wrong')
  // The address was bound by another account after the code request.
  if (isResetHeld(user, target, now)) return refuse('reset_held')
  // Checked only with the right code, and without consuming it, so that another password can be tried.
  const pay = { userId: user.id, secret: 'pay', hash: user.payPasswordHash, by: 'code' } as const
  const isPay = await isOtherSecret(env, pay, password.value, now)
  if (!isPay.ok) return isPay
  if (isPay.value) return refuse('password_same_as_pay')
  const made = await makeHash(env, { account: target, ip: entry.clientIp }, password.value)
  if (!made.ok) return made
  const code = await useCode(env, { target, purpose: 'forget', ...guesserOf(env, entry) }, entry.code, now)
  if (!code.ok) return code

  await changePassword(
    env.DB,
    user.id,
    { passwordHash: made.value, withdrawalsLockedUntil: now + WITHDRAWAL_LOCK_MS },
    now,
  )
  // Unlocks owners locked out by strangers or own mistakes: the new password is accepted from this place at once.
  const place = { account: target, ip: entry.clientIp }
  await rememberPlace(env, place, now)
  await forgiveAttempts(env, [loginPairKey(place)])
  // A thief with the old password may have used up the second-step tries.
  await forgiveSecondSteps(env, user.id, now)
  await sendPendingSoon(env, user.id)
  await noticeChange(env, user.id, 'login_password', now)
  // Notices go by mail; a user without e-mail must get this one by SMS.
  if (user.email === null)
    await postMessage(env, account.value, { topic: 'changed', language: knownLanguage(user.language) }, now)
  return done(null)
}

/** Opens a session for the right password, plus the second-step code if required. */
export async function login(
  env: Env,
  entry: Login,
): Promise<Outcome<{ readonly userId: number; readonly token: string }, IdentityRefusal>> {
  const user = await provePassword(env, entry)
  if (!user.ok) return user
  const second = await proveSecondStep(env, user.value.id, entry.secondCode ?? null, Date.now())
  return second.ok ? enter(env, user.value, entry) : second
}
