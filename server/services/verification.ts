// Identity verification: personal data (level 1) and pictures as evidence (level 2), submitted to the desk for review.
// Document numbers are stored encrypted, with a keyed hash that limits a document to one verified user.

import * as v from 'valibot'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { openReviewStatement } from '#db/platform/review-request'
import {
  type NewVerification,
  type VerificationRow,
  findDocumentHolder,
  insertSubmission,
  readSubmissions,
} from '#db/platform/verification'
import {
  ID_TYPES,
  type IdType,
  type IdentityDocument,
  type IdentityDocumentRefusal,
  maskNumber,
  parseIdentityDocument,
} from '#domain/identity-document'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type VerificationLevel, type VerificationState, levelPassed } from '#domain/verification'
import type { Session } from '#session/session'
import { profileChanged } from './profile'
import { checkSession } from './account-room'
import { countAttempt, verificationLimits } from './identity/limit'
import { reference, text } from './input'
import { operation } from './operation'
import { identitySubject, screenNew } from './screening/subjects'
import { findUploadDigest } from './uploads'
import { hashNumber, revealNumber, sealNumber } from './verification/document-number'

export type VerificationRefusal =
  | IdentityDocumentRefusal
  | 'session_ended'
  | 'email_not_bound'
  | 'mobile_not_bound'
  | 'document_in_use'
  | 'verification_submitted'
  | 'basic_verification_needed'
  | 'identity_picture_missing'
  /** Front and back are the same picture or have equal content. */
  | 'identity_picture_twice'
  | 'too_many_requests'

/** Verification level as its owner sees it. */
export interface LevelStatus {
  readonly state: VerificationState
  /** Why it failed; empty otherwise. */
  readonly reason: string
  readonly submittedAt: number | null
}

export interface VerificationView {
  readonly hasEmail: boolean
  readonly hasMobile: boolean
  readonly passed: 0 | VerificationLevel
  readonly basic: LevelStatus
  readonly advanced: LevelStatus
  /** The document of the newest level 1, its number masked. */
  readonly document: {
    readonly idType: IdType
    readonly country: string
    readonly name: string
    readonly maskedNumber: string
  } | null
  /** References of the newest level 2's pictures. */
  readonly pictures: { readonly front: string; readonly reverse: string } | null
  /** Likely document country from the mobile number; null without one. */
  readonly countryGuess: string | null
}

export async function readVerification(env: Env, session: Session): Promise<Outcome<VerificationView>> {
  const [check, { status, submissions }] = await Promise.all([
    checkSession(env, session),
    readSubmissions(env.DB, session.userId),
  ])
  if (!check.ok) return check
  if (!status) return refuse('session_ended')
  const basic = submissions.find((row) => row.level === 1)
  const advanced = submissions.find((row) => row.level === 2)
  return done({
    hasEmail: status.email !== null,
    hasMobile: status.mobile !== null,
    passed: levelPassed(status),
    basic: levelStatusOf(basic),
    advanced: levelStatusOf(advanced),
    document: basic ? await documentOf(env, basic) : null,
    pictures:
      advanced?.frontImage && advanced.reverseImage
        ? { front: advanced.frontImage, reverse: advanced.reverseImage }
        : null,
    countryGuess: guessCountry(status.mobile),
  })
}

/** Level 1: name and document, with e-mail and mobile bound before. */
export async function submitBasic(
  env: Env,
  session: Session,
  entry: Omit<IdentityDocument, 'country'> & { readonly country: string | null },
  now: number,
): Promise<Outcome<null, VerificationRefusal>> {
  const ready = await readyToSubmit(env, session, 1)
  if (!ready.ok) return ready
  const country = entry.country ?? guessCountry(ready.value.mobile) ?? ''
  const document = parseIdentityDocument({ ...entry, country })
  if (!document.ok) return document
  // Rate limited, because the answer reveals whether a document is registered.
  const counted = await countAttempt(env, verificationLimits(session.userId), now)
  if (!counted.ok) return counted
  const numberHash = hashNumber(env, document.value)
  // Only a verified document blocks others; a merely typed one does not, since a stranger could lock out its owner.
  // Typing it has no consequence for invitations either: those wait for a review (verification/review.ts).
  if ((await findDocumentHolder(env.DB, { userId: session.userId, numberHash })) !== null) {
    return refuse('document_in_use')
  }

  const { idType, name, number } = document.value
  const numberSealed = await sealNumber(env, session.userId, number)
  const fields = { idType, country: document.value.country, name, numberSealed, numberHash }
  return submit(env, { id: crypto.randomUUID(), userId: session.userId, level: 1, submittedAt: now, ...fields })
}

/** Level 2: pictures of both sides of the level 1 document. */
export async function submitAdvanced(
  env: Env,
  session: Session,
  { front, reverse }: { readonly front: string; readonly reverse: string },
  now: number,
): Promise<Outcome<null, VerificationRefusal>> {
  const ready = await readyToSubmit(env, session, 2)
  if (!ready.ok) return ready
  const digests = await Promise.all([front, reverse].map((side) => findUploadDigest(env, session.userId, side)))
  // A foreign picture gets the same answer as a missing one.
  if (digests.includes(null)) return refuse('identity_picture_missing')
  // Equal pictures of other users are shown to the reviewer only (verification/facts.ts).
  if (new Set(digests).size === 1) return refuse('identity_picture_twice')
  const counted = await countAttempt(env, verificationLimits(session.userId), now)
  if (!counted.ok) return counted

  const pictures = { frontImage: front, reverseImage: reverse }
  return submit(env, { id: crypto.randomUUID(), userId: session.userId, level: 2, submittedAt: now, ...pictures })
}

/** Level 1 as a form asks for it. */
export const basicVerification = operation({
  input: v.object({
    id_type: v.picklist(ID_TYPES),
    name: text(60),
    card_id: text(40),
    country: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/))),
  }),
  refusedAt: {
    country_malformed: 'country',
    document_in_use: 'card_id',
    id_number_malformed: 'card_id',
    real_name_malformed: 'name',
  },
  run: ({ env, session, now }, { id_type: idType, name, card_id: number, country = null }) =>
    submitBasic(env, session, { idType, name, number, country }, now),
})

/** Level 2 as a form asks for it. */
export const advancedVerification = operation({
  input: v.object({ front_pic: reference, reverse_pic: reference }),
  refusedAt: { identity_picture_missing: 'front_pic', identity_picture_twice: 'reverse_pic' },
  run: ({ env, session, now }, { front_pic: front, reverse_pic: reverse }) =>
    submitAdvanced(env, session, { front, reverse }, now),
})

/** Submission preconditions of a level, and the submitting user. */
async function readyToSubmit(
  env: Env,
  session: Session,
  level: VerificationLevel,
): Promise<Outcome<{ readonly mobile: string }, VerificationRefusal>> {
  const [check, { status, submissions }] = await Promise.all([
    checkSession(env, session),
    readSubmissions(env.DB, session.userId),
  ])
  if (!check.ok) return check
  if (!status) return refuse('session_ended')
  if (status.email === null) return refuse('email_not_bound')
  if (status.mobile === null) return refuse('mobile_not_bound')
  if (level === 2 && levelPassed(status) === 0) return refuse('basic_verification_needed')
  if (submissions.some((row) => row.level === level && row.state !== 'failed')) return refuse('verification_submitted')
  return done({ mobile: status.mobile })
}

/** Submits with a review; of two concurrent submissions the database accepts one. */
async function submit(env: Env, row: NewVerification): Promise<Outcome<null, VerificationRefusal>> {
  const { id: subjectId, userId, submittedAt: at } = row
  const summary = { money: null, lines: [{ label: 'level', value: String(row.level) }], cells: [] } as const
  const review = openReviewStatement(env.DB, { kind: 'identity', subjectId, userId, at, summary })
  try {
    await insertSubmission(env.DB, row, review)
    if (row.level === 1) {
      const { id, name = null, country = null } = row
      await screenNew(env, identitySubject({ id, userId, name, country }), at)
    }
    await profileChanged(env, userId)
    return done(null)
  } catch (failure) {
    const { submissions } = await readSubmissions(env.DB, userId)
    if (submissions.some(({ level, state }) => level === row.level && state !== 'failed'))
      return refuse('verification_submitted')
    throw failure
  }
}

const NONE: LevelStatus = { state: 'none', reason: '', submittedAt: null }

const levelStatusOf = (row: VerificationRow | undefined): LevelStatus =>
  row ? { state: row.state, reason: row.reason, submittedAt: row.submittedAt } : NONE

async function documentOf(env: Env, row: VerificationRow): Promise<VerificationView['document']> {
  const { idType, country, name } = row
  if (idType === null || country === null || name === null) return null
  const number = await revealNumber(env, row)
  return { idType, country, name, maskedNumber: number === null ? '' : maskNumber(number) }
}

/**
 * Country of the calling code (ISO 3166-1 alpha-2), as a default when a document names none; null without a number. A
 * calling code of several countries yields the main one.
 */
function guessCountry(mobile: string | null): string | null {
  const number = mobile === null ? undefined : parsePhoneNumberFromString(mobile)
  return number?.country ?? number?.getPossibleCountries()[0] ?? null
}
