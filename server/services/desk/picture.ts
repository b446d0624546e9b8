// Review pictures. Visible to their owner, and to staff allowed to decide the review that shows them; read permission
// on the queue is insufficient. Each view is logged.

import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type UploadContent, readUpload } from '../uploads'
import type { AuditRefusal } from './audit'
import { logOpening } from './looks'
import { openReviewFile } from './queue'
import type { StaffMember } from './session'

/** Pictures are independent of language. */
const ANY_LANGUAGE: Language = 'en'

export async function readReviewPicture(
  env: Env,
  by: StaffMember,
  { reviewId, reference, at }: { readonly reviewId: number; readonly reference: string; readonly at: number },
): Promise<Outcome<UploadContent, AuditRefusal | 'review_not_found' | 'permission_missing'>> {
  const file = await openReviewFile(env, by, reviewId)
  if (!file || file.isSealed) return refuse('review_not_found')
  const { kind, review } = file
  const { id, subjectId, userId } = review
  if (!kind.roles.decide.includes(by.role)) return refuse('permission_missing')
  const facts = await kind.read(env, subjectId, ANY_LANGUAGE)
  const shown = [...(facts?.images ?? []), ...(facts?.players ?? []).map((player) => player.reference)]
  if (!shown.includes(reference)) return refuse('review_not_found')
  // Load and log in parallel; the picture is delivered only if the log line was written.
  const [picture, logged] = await Promise.all([
    readUpload(env, reference, { kind: 'staff' }),
    logOpening(env, by, { review: { id, kind: kind.name, userId }, reference, at }),
  ])
  if (!logged.ok) return logged
  return picture ? done(picture) : refuse('review_not_found')
}
