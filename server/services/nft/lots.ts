// Worker access to sale rooms: bids, and closing of due sales. No money decisions.

import { tracedRoom } from '#lib/room-call'
import { isDemoTrader } from '#domain/demo-traders'
import type { SaleState } from '#domain/nft/artwork'
import { dueLots, isLot, namesOf } from '#db/platform/nft-sale'
import type { SaleBid, SaleRpc } from '#party/protocol/lot'
import { type Swept, sweepRows } from '../each-alone'

const roomOf = (env: Pick<Env, 'Lot'>, lotId: number): SaleRpc =>
  tracedRoom(env.Lot.get(env.Lot.idFromName(String(lotId))), 'lot')

/** Rooms are created on first access, so only names of existing sales are allowed. */
export const hasLot = (env: Pick<Env, 'DB'>, name: string): Promise<boolean> =>
  /^[1-9]\d{0,14}$/.test(name) ? isLot(env.DB, parseInt(name, 10)) : Promise.resolve(false)

/** Closes an ended or removed sale; returns its state. */
export const closeSale = (env: Pick<Env, 'Lot'>, lotId: number): Promise<SaleState | null> => roomOf(env, lotId).close()

export interface NamedBid extends SaleBid {
  readonly name: string
  readonly portrait: string
  /** The account is one of the demo's own. */
  readonly isDemo: boolean
}

/** Newest first, with the bidder's masked name. */
export async function listLotBids(
  env: Pick<Env, 'DB' | 'Lot'>,
  lotId: number,
  limit: number,
): Promise<readonly NamedBid[]> {
  // Typed by the room's protocol: bids as JSON text.
  const bids = JSON.parse(await roomOf(env, lotId).bids(limit)) as readonly SaleBid[]
  const names = await namesOf(env.DB, [...new Set(bids.map(({ account }) => account))])
  return bids.map((bid) => {
    const known = names.get(bid.account)
    return {
      ...bid,
      name: maskName(known?.nickname ?? ''),
      portrait: known?.headPortrait ?? '',
      isDemo: isDemoTrader(bid.account),
    }
  })
}

/** First character of a nickname, enough to distinguish bidders without identifying them. */
const maskName = (nickname: string): string => `${[...nickname][0] ?? ''}***`

/** Wakes the rooms of sales due for closing. */
export const sweepLots = async (env: Pick<Env, 'DB' | 'Lot'>, limit: number, now: number): Promise<Swept> =>
  sweepRows(await dueLots(env.DB, now, limit), limit, {
    work: ({ id }) => closeSale(env, id),
    failed: ({ id }) => `sale ${id}: not closed yet`,
  })
