// The pictures of a review. They are private: beside their owner only those see them who may decide what they belong to, and only
// through a review that shows them. Whoever may merely read a queue does not.

import { mayDo } from '#domain/desk/role'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type UploadContent, readUpload } from '../uploads'
import { readFacts } from './facts'
import { openReviewFile } from './queue'
import type { StaffMember } from './session'

/** Pictures say the same in every language. */
const ANY_LANGUAGE: Language = 'en'

export async function readReviewPicture(
  env: Env,
  by: StaffMember,
  { reviewId, reference }: { readonly reviewId: number; readonly reference: string },
): Promise<Outcome<UploadContent, 'review_not_found' | 'permission_missing'>> {
  const file = await openReviewFile(env, by, reviewId)
  if (!file) return refuse('review_not_found')
  const { kind, subjectId } = file.review
  if (!mayDo(by.role, `${kind}:decide`)) return refuse('permission_missing')
  const facts = await readFacts(env, { kind, subjectId, language: ANY_LANGUAGE })
  const picture = facts?.images.includes(reference) ? await readUpload(env, reference, { kind: 'staff' }) : null
  return picture ? done(picture) : refuse('review_not_found')
}
