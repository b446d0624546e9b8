// Claims of limited supply, each in one atomic batch. The inserting statement decides the claim, so concurrent claims get exactly the
// remaining supply. The claim follows its hold and uses the hold's reference; a retry gets the first answer.

import { type SQL, eq, sql } from 'drizzle-orm'
import { assert } from '#domain/assert'
import type { CLAIM_REFUSALS, supplyClaim } from './claim-schema'
import { supplyTaken } from './claim-schema'
import { openDirectory, runBatch } from './directory'

/** A claimable item. Each product gives its limits as SQL over its own terms, so a claim uses their current values; null: unlimited. */
export interface Supply {
  readonly product: string
  readonly item: string
  readonly total: SQL | null
  readonly userMax: SQL | null
}

export interface NewClaim {
  readonly ref: string
  readonly userId: number
  /** A positive integer below 2^53. */
  readonly quantity: number
  readonly at: number
}

export type ClaimAnswer =
  | { readonly isGranted: true; readonly no: number; readonly upTo: number }
  | { readonly isGranted: false; readonly refusal: (typeof CLAIM_REFUSALS)[number]; readonly left: number }

export async function claimSupply(db: D1Database, supply: Supply, claim: NewClaim): Promise<ClaimAnswer> {
  const { product, item } = supply
  const ofItem = sql`product = ${product} AND item = ${item}`
  const results = await runBatch(db, [
    sql`INSERT INTO supply_taken (product, item, taken) VALUES (${product}, ${item}, 0) ON CONFLICT DO NOTHING`,
    insertClaim(supply, claim),
    // A repeated or refused claim counts nothing.
    sql`UPDATE supply_taken SET taken = MAX(taken, COALESCE((SELECT up_to FROM supply_claim WHERE ref = ${claim.ref}), 0))
      WHERE ${ofItem}`,
    sql`SELECT no, refusal, left_before AS "left", up_to AS upTo FROM supply_claim WHERE ref = ${claim.ref}`,
  ])
  // The last statement selects these columns of the row that the second wrote or found.
  const [row] = (results.at(-1)?.results ?? []) as Pick<
    typeof supplyClaim.$inferSelect,
    'no' | 'refusal' | 'left' | 'upTo'
  >[]
  assert(row !== undefined, 'a claim is written or was there')
  if (row.refusal === null) return { isGranted: true, no: row.no, upTo: row.upTo ?? 0 }
  return { isGranted: false, refusal: row.refusal, left: row.left ?? 0 }
}

function insertClaim(supply: Supply, { ref, userId, quantity, at }: NewClaim): SQL {
  const { product, item } = supply
  return sql`INSERT INTO supply_claim (ref, product, item, user_id, quantity, refusal, left_before, up_to, at)
    SELECT ${ref}, ${product}, ${item}, ${userId}, ${quantity}, ${refusalOf(quantity)}, ${leftOf(quantity)},
      CASE WHEN COALESCE(own_left, ${quantity}) >= ${quantity} AND COALESCE(all_left, ${quantity}) >= ${quantity}
        THEN taken + ${quantity} END,
      ${at}
    FROM (${leftsOf(supply, userId)})
    WHERE true ON CONFLICT DO NOTHING`
}

const leftsOf = ({ product, item, total, userMax }: Supply, userId: number): SQL => {
  const taken = sql`COALESCE((SELECT taken FROM supply_taken WHERE product = ${product} AND item = ${item}), 0)`
  const own = sql`(SELECT COALESCE(SUM(quantity), 0) FROM supply_claim
    WHERE product = ${product} AND item = ${item} AND user_id = ${userId} AND refusal IS NULL)`
  return sql`SELECT ${taken} AS taken, ${total ?? sql`NULL`} - ${taken} AS all_left, ${userMax ?? sql`NULL`} - ${own} AS own_left`
}

const refusalOf = (quantity: number): SQL =>
  sql`CASE WHEN own_left < ${quantity} THEN 'above_user_max' WHEN all_left < ${quantity} THEN 'sold_out' END`

const leftOf = (quantity: number): SQL =>
  sql`CASE WHEN own_left < ${quantity} THEN MAX(own_left, 0) ELSE MAX(all_left, 0) END`

export type ClaimRefusal = Pick<Extract<ClaimAnswer, { readonly isGranted: false }>, 'refusal' | 'left'>

/** Why a claim would be refused now, for quotes; null where it would be granted. Claims nothing. */
export async function refusedClaim(
  db: D1Database,
  supply: Supply,
  { userId, quantity }: Pick<NewClaim, 'userId' | 'quantity'>,
): Promise<ClaimRefusal | null> {
  const row = await openDirectory(db).get<{ refusal: ClaimRefusal['refusal'] | null; left: number | null }>(
    sql`SELECT ${refusalOf(quantity)} AS refusal, ${leftOf(quantity)} AS "left" FROM (${leftsOf(supply, userId)})`,
  )
  return row?.refusal ? { refusal: row.refusal, left: row.left ?? 0 } : null
}

/** Claimed quantity per item of a product, less returns; items without claims are omitted. */
export async function takenOf(db: D1Database, product: string): Promise<ReadonlyMap<string, number>> {
  const rows = await openDirectory(db).select().from(supplyTaken).where(eq(supplyTaken.product, product))
  return new Map(rows.map(({ item, taken, returned }) => [item, taken - returned]))
}

export interface GrantedClaim {
  readonly no: number
  readonly userId: number
  readonly quantity: number
  /** Claims of the same user: the first one, the quantity before this one, and the total. */
  readonly first: number
  readonly before: number
  readonly inAll: number
}

/** Granted claims of an item after a number, in order of arrival. */
export const listGranted = (
  db: D1Database,
  {
    product,
    item,
    after,
    limit,
  }: Pick<Supply, 'product' | 'item'> & { readonly after: number; readonly limit: number },
): Promise<readonly GrantedClaim[]> => {
  const granted = sql`supply_claim WHERE product = ${product} AND item = ${item} AND refusal IS NULL`
  return openDirectory(db).all<GrantedClaim>(
    sql`WITH slice AS (SELECT no, user_id FROM ${granted} AND no > ${after} ORDER BY no LIMIT ${limit}),
      own AS (SELECT no, user_id, quantity, MIN(no) OVER (PARTITION BY user_id) AS "first",
        SUM(quantity) OVER (PARTITION BY user_id ORDER BY no) - quantity AS "before",
        SUM(quantity) OVER (PARTITION BY user_id) AS in_all
        FROM ${granted} AND user_id IN (SELECT user_id FROM slice))
      SELECT no, user_id AS "userId", quantity, "first", "before", in_all AS "inAll"
      FROM own WHERE no IN (SELECT no FROM slice) ORDER BY no`,
  )
}
