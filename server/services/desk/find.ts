// Reviews by number or customer, for the desk's search.

import { type FoundReview, findReviews } from '#db/platform/review-search'
import { kindsReadBy } from './review-kinds'
import type { StaffMember } from './session'

export type { FoundReview }

/** Longest text that is looked for. */
const TEXT_LENGTH_MAX = 80

/** Newest first, at most eight, of the kinds that this role may read. `text`: a review's number with or without "#", or a user's id, e-mail, mobile or name. */
export async function searchReviews(
  env: Pick<Env, 'DB'>,
  { role }: Pick<StaffMember, 'role'>,
  text: string,
): Promise<readonly FoundReview[]> {
  const wanted = text.trim().slice(0, TEXT_LENGTH_MAX)
  if (wanted === '') return []
  return findReviews(env.DB, { kinds: kindsReadBy(role).map(({ name }) => name), text: wanted })
}
