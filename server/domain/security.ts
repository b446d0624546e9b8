// Account security rules: proofs of ownership, and restrictions after a change. Pure: hashing, storage and prompts are elsewhere.

import { type Outcome, done, refuse } from './outcome'
import { DAY_MS } from './time'

/** Withdrawal lock of one day after a change that a thief would make first. */
export const WITHDRAWAL_LOCK_MS = DAY_MS

/** Time after binding an address without a code from an older one, during which it can't reset a password. */
export const RESET_HOLD_MS = 3 * DAY_MS

/** First time when a bound address may receive a reset code; null: at once. */
export interface ResetFrom {
  readonly emailResetFrom: number | null
  readonly mobileResetFrom: number | null
}

/** `target`: the user's e-mail, or mobile in E.164. */
export function isResetHeld(user: ResetFrom, target: string, now: number): boolean {
  const from = target.includes('@') ? user.emailResetFrom : user.mobileResetFrom
  return from !== null && from > now
}

/** True while a mobile isn't accepted as proof: it was bound without proof of ownership. */
export const isMobileUnproven = (
  { mobileLoginFrom }: { readonly mobileLoginFrom: number | null },
  now: number,
): boolean => mobileLoginFrom !== null && mobileLoginFrom > now

/** How an owner proves oneself before money leaves: any one of these. */
export const STEP_UP_METHODS = ['pay_password', 'totp', 'passkey'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

/** One proof, as it was typed or signed. Of several the strongest counts: passkey, then code, then pay password. */
export interface StepUpProof {
  readonly payPassword?: string | undefined
  /** Six digits of the authenticator app. */
  readonly totpCode?: string | undefined
  /** JSON of a passkey's answer to a challenge of purpose "step_up". */
  readonly passkey?: string | undefined
}

export type StepUpRefusal =
  | 'session_ended'
  | 'step_up_missing'
  | 'step_up_wrong'
  | 'pay_password_wrong'
  | 'pay_password_not_set'
  | 'totp_not_set'
  | 'hashing_busy'
  | 'too_many_requests'

/** The submitted proof, or a refusal without one. */
export function readStepUpMethod(proof: StepUpProof): Outcome<StepUpMethod, 'step_up_missing'> {
  if (proof.passkey) return done('passkey')
  if (proof.totpCode) return done('totp')
  if (proof.payPassword) return done('pay_password')
  return refuse('step_up_missing')
}

export const TOTP_STEP_MS = 30_000
/** Steps before and after this one whose codes are taken: clocks differ, and typing takes time. */
export const TOTP_STEPS_AROUND = 1

/** True while withdrawals are locked. */
export const isWithdrawalLocked = (lockedUntil: number | null, now: number): boolean =>
  lockedUntil !== null && lockedUntil > now

/** Proof of the owner before the account's security changes: a step-up, or, without any, a code to a bound address. */
export interface OwnerProof extends StepUpProof {
  /** Six digits, sent to the bound address. */
  readonly code?: string | undefined
}

/** Codes for users without app and passkeys: ten codes of ten letters, shown once. */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 10

/** Typed code, with or without dashes; null for an invalid one. */
export function parseRecoveryCode(text: string): string | null {
  const code = text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[2-9A-HJ-NP-Z]{10}$/.test(code) ? code : null
}

/** "ABCDE-FGHIJ": easier to copy by hand. */
export const writeRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_LENGTH_MAX = 40

const PHRASE_LENGTH_MIN = 4
const PHRASE_LENGTH_MAX = 30

/** The words that prove a message to be ours; empty takes them away. */
export function parsePhrase(text: string): Outcome<string, 'phrase_malformed'> {
  const phrase = text.normalize('NFC').trim()
  const length = [...phrase].length
  if (phrase === '') return done('')
  const isFit =
    length >= PHRASE_LENGTH_MIN && length <= PHRASE_LENGTH_MAX && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(phrase)
  return isFit ? done(phrase) : refuse('phrase_malformed')
}

/** Currently available proofs of the owner, the preferred one first. */
export const stepUpMethodsOf = (state: {
  readonly hasPayPassword: boolean
  readonly hasTotp: boolean
  readonly passkeyCount: number
}): StepUpMethod[] => [
  ...(state.hasTotp ? (['totp'] as const) : []),
  ...(state.hasPayPassword ? (['pay_password'] as const) : []),
  ...(state.passkeyCount > 0 ? (['passkey'] as const) : []),
]

/** True when a proof exists that access to the mailbox can't replace. */
export const hasSecondFactor = (state: { readonly hasTotp: boolean; readonly passkeyCount: number }): boolean =>
  state.hasTotp || state.passkeyCount > 0
