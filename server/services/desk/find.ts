// People, and reviews by number or customer, for the desk's search.

import { type FoundReview, findReviews } from '#db/platform/review-search'
import { searchUsers } from '#db/platform/desk-user'
import { mayDo } from '#domain/desk/role'
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

const PEOPLE_MAX = 5

export interface FoundPerson {
  readonly id: number
  readonly name: string
  /** Null for somebody with a mobile number only. */
  readonly email: string | null
}

/** Newest first, at most five; none for a role that may not read users. `text` as above, without a review's number. */
export async function searchPeople(
  env: Pick<Env, 'DB'>,
  { role }: Pick<StaffMember, 'role'>,
  text: string,
): Promise<readonly FoundPerson[]> {
  const wanted = text.trim().slice(0, TEXT_LENGTH_MAX)
  if (wanted === '' || !mayDo(role, 'users:read')) return []
  const { rows } = await searchUsers(env.DB, { text: wanted, only: 'all' }, { page: 1, limit: PEOPLE_MAX })
  return rows.map(({ id, realName, nickname, email }) => ({ id, name: realName || nickname, email }))
}
