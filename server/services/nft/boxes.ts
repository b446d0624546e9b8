// Blind box series: drawing and commitment of the prize order, and box opening. The order is drawn randomly once,
// before the first sale; a box's content follows from the order and its sale number.

import { randomBytes, randomInt } from 'node:crypto'
import { type BoxEntry, boxReceipt, boxRoot } from '#domain/nft/box'
import { type Outcome, done, refuse } from '#domain/outcome'
import { type ShownWork, findSeries, findWork } from '#db/platform/nft'
import { commitSeries, openWork, readSeriesOrder, readySeries } from '#db/platform/nft-box'
import type { Session } from '#session/session'
import { sha256 } from '#lib/digest'
import { checkSession } from '../account-room'
import { eachAlone } from '../each-alone'

const hex = (): string => randomBytes(32).toString('hex')

/** Uniform random permutation. */
function shuffle<Row>(rows: readonly Row[]): Row[] {
  const drawn: Row[] = []
  for (const row of rows) {
    const at = randomInt(drawn.length + 1)
    drawn.push(row)
    const swapped = drawn[at]
    if (swapped === undefined || at === drawn.length - 1) continue
    drawn[drawn.length - 1] = swapped
    drawn[at] = row
  }
  return drawn
}

/** Complete series: draws and commits their prize order, then lists the boxes. */
export async function sweepSeries(env: Pick<Env, 'DB'>, now: number): Promise<void> {
  await eachAlone(await readySeries(env.DB), {
    work: ({ series, prizes }) => {
      const order = shuffle(prizes).map((prize, index) => ({ ...prize, position: index + 1, salt: hex() }))
      const root = boxRoot(
        sha256,
        order.map((prize) => ({ ...prize, series: series.id })),
      )
      return commitSeries(env.DB, { series, order, root, codes: order.map(hex), now })
    },
    failed: ({ series }) => `series ${series.id}: not committed yet`,
  })
}

/** Opens an own box that is not on sale; an open box is returned unchanged. */
export async function openBox(
  env: Env,
  session: Session,
  { key, now }: { readonly key: number | string; readonly now: number },
): Promise<Outcome<ShownWork>> {
  const live = await checkSession(env, session)
  if (!live.ok) return live
  const asked = { key, viewerId: session.userId }
  const found = await findWork(env.DB, asked)
  if (!found) return refuse('nft_work_not_found')
  const { work } = found
  if (work.ownerId !== session.userId) return refuse('nft_not_owner')
  if (work.seriesId === null || work.boxNo === null) return refuse('nft_not_box')
  if (work.isOpened) return done(found)
  if (work.state !== 'listed') return refuse('nft_taken_down')
  const { series, prizes, soldAt } = await readSeriesOrder(env.DB, work.seriesId, work.id)
  const entries = prizes.flatMap(({ position, salt, ...prize }): BoxEntry[] =>
    position === null || salt === null ? [] : [{ ...prize, position, salt, series: series.id }],
  )
  const prize = prizes.find(({ position }) => position === work.boxNo)
  if (!prize || series.committedAt === null) return refuse('nft_not_box')
  const opening = { entries, saleNo: work.boxNo, committedAt: series.committedAt, soldAt, at: now }
  const body = JSON.stringify(boxReceipt(sha256, opening))
  await openWork(env.DB, { workId: work.id, ownerId: session.userId, prize, receipt: { id: sha256(body), body }, now })
  const opened = await findWork(env.DB, asked)
  // The directory refused because the box is on sale.
  return opened?.work.isOpened ? done(opened) : refuse('nft_on_sale')
}

/** Committed series with its prizes. */
export const readSeries = (env: Pick<Env, 'DB'>, id: number) => findSeries(env.DB, id)
