// Reviews found by number or customer.

import { and, desc, eq, inArray, not, or, sql } from 'drizzle-orm'
import type { ReviewState } from '#domain/desk/review'
import { contains, openDirectory } from './directory'
import { user } from './identity-schema'
import { review } from './review-schema'
import { IS_SEALED } from './sealed'

export interface FoundReview {
  readonly id: number
  readonly kind: string
  readonly state: ReviewState
  /** Empty where no user is concerned. */
  readonly userName: string
}

const REVIEWS_MAX = 8
/** Customers whose reviews are looked through. */
const USERS_MAX = 20

export async function findReviews(
  db: D1Database,
  { kinds, text }: { readonly kinds: readonly string[]; readonly text: string },
): Promise<FoundReview[]> {
  const directory = openDirectory(db)
  const [, mark, digits = '0'] = /^(#?)(\d{1,15})$/.exec(text) ?? []
  const number = Number(digits)
  const customers = directory
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        not(IS_SEALED),
        or(...[user.email, user.mobile, user.nickname, user.realName].map((column) => contains(column, text))),
      ),
    )
    .orderBy(desc(user.id))
    .limit(USERS_MAX)
  return directory
    .select({
      id: review.id,
      kind: review.kind,
      state: review.state,
      userName: sql<string>`case when ${IS_SEALED} then '' else ${review.userName} end`,
    })
    .from(review)
    .leftJoin(user, eq(user.id, review.userId))
    .where(
      and(
        inArray(review.kind, [...kinds]),
        or(
          number === 0 ? undefined : eq(review.id, number),
          number === 0 || mark === '#' ? undefined : eq(review.userId, number),
          inArray(review.userId, customers),
        ),
      ),
    )
    .orderBy(desc(review.id))
    .limit(REVIEWS_MAX)
}
