// Supply of a token sale for claims. In a first-come sale it is a limit; otherwise everyone may apply until the allocation begins.

import { sql } from 'drizzle-orm'
import { IEO_PRODUCT, type IeoClaim, type IeoClaimed, claimOf, claimedBy } from '#domain/ieo/order'
import { type Supply, claimSupply } from './claim'

export const ieoSupply = (item: string): Omit<Supply, 'product' | 'item'> => ({
  total: sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM ieo_run WHERE CAST(project_id AS TEXT) = ${item}) THEN 0
    WHEN mode = 'first_come' THEN supply END FROM ieo_project WHERE CAST(id AS TEXT) = ${item})`,
  userMax: sql`(SELECT applicant_max FROM ieo_project WHERE CAST(id AS TEXT) = ${item})`,
})

export async function claimIeo(
  db: D1Database,
  userId: number,
  { at, ...claim }: IeoClaim & { readonly at: number },
): Promise<IeoClaimed> {
  const { item, ...asked } = claimOf(userId, claim)
  const supply = { product: IEO_PRODUCT, item, ...ieoSupply(item) }
  return claimedBy(await claimSupply(db, supply, { ref: asked.ref, quantity: asked.quantity, userId, at }))
}
