// Own NFT trading data from Account and directory.

import { type Asset, findAsset } from '#domain/catalogue'
import type { Lot } from '#domain/nft/artwork'
import { type Outcome, done } from '#domain/outcome'
import { loadLotWorks, namesOf } from '#db/platform/nft-sale'
import type { NftWorkRow } from '#db/platform/nft'
import type { NftActRow } from '#party/protocol/lot'
import type { Session } from '#session/session'
import { loadCatalogue } from '../catalogue'
import { listOwnBids } from './trading'

export interface BidWithWork {
  readonly bid: NftActRow
  readonly work: NftWorkRow
  readonly lot: Lot
  readonly asset: Asset
  /** The bidder's own. */
  readonly name: string
  readonly portrait: string
}

export async function listBidsWithWorks(
  env: Env,
  session: Session,
  paging: { readonly page: number; readonly limit: number },
): Promise<Outcome<{ readonly rows: readonly BidWithWork[]; readonly total: number }>> {
  const bids = await listOwnBids(env, session, { lotId: null, ...paging })
  if (!bids.ok) return bids
  const lotIds = [...new Set(bids.value.rows.map(({ lotId }) => lotId))]
  const [lots, names, catalogue] = await Promise.all([
    loadLotWorks(env.DB, lotIds),
    namesOf(env.DB, [session.userId]),
    loadCatalogue(env),
  ])
  const own = names.get(session.userId)
  const rows = bids.value.rows.flatMap((bid): BidWithWork[] => {
    const found = lots.get(bid.lotId)
    const asset = findAsset(catalogue, bid.assetId)
    if (!found || !asset) return []
    return [{ bid, ...found, asset, name: own?.nickname ?? '', portrait: own?.headPortrait ?? '' }]
  })
  return done({ rows, total: bids.value.total })
}

/** Parses "2026-11-25 12:00:00" (seconds or time optional) or Unix seconds; null for invalid text. */
export function readWireTime(text: string): number | null {
  if (/^\d{9,11}$/.test(text)) return parseInt(text, 10) * 1_000
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text)
  if (!match) return null
  const [, day = '', minute = '00:00', second = ':00'] = match
  const at = Date.parse(`${day}T${minute}${second}Z`)
  return Number.isNaN(at) ? null : at
}
