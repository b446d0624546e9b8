// Rows of followings and copies for clients; a copy's row includes its futures position.

import { inHundredths } from '#domain/copy/terms'
import type { ListPart } from '#domain/list-part'
import { encodeAmount } from '#domain/money/amount'
import { copyOrder } from '#db/account/copy'
import { tableOf } from '#party/lib/table'
import type { Page } from '#party/protocol/account-rows'
import type { CloseRow, CopyHistoryRow, CopyRow, FollowingRow } from '#party/protocol/copy'
import type { FuturesCloseRow } from '#party/protocol/futures'
import { type Condition, readList } from '../listing'
import type { Copying } from './state'
import { marginOf } from './copying'
import { type Copy, type Following, isBound } from './store'

export const toFollowingRow = (copying: Copying, following: Following): FollowingRow => ({
  traderId: following.traderId,
  nickname: following.nickname,
  kind: following.kind,
  number: following.number,
  marginMax: following.marginMax && encodeAmount(following.marginMax),
  orderMax: following.orderMax && encodeAmount(following.orderMax),
  lossMax: following.lossMax && encodeAmount(following.lossMax),
  share: following.share.toString(),
  state: following.state,
  end: following.end,
  startedAt: following.startedAt,
  endedAt: following.endedAt,
  net: encodeAmount(following.net),
  highWater: encodeAmount(following.highWater),
  shareOwed: encodeAmount(following.shareOwed),
  sharePaid: encodeAmount(following.sharePaid),
  open: copying.store.live(following.traderId).filter(isBound).length,
  margin: encodeAmount(marginOf(copying, following.traderId)),
})

export function toCopyRow({ account }: Copying, copy: Copy): CopyRow {
  const position = copy.positionNo === null ? undefined : account.capabilities.futures.find(copy.positionNo)
  const opened = position?.openSteps == null ? undefined : position
  return {
    copyNo: copy.copyNo,
    traderId: copy.traderId,
    symbol: copy.symbol,
    assetId: copy.assetId,
    direction: copy.direction,
    leverage: copy.leverage,
    traderLots: copy.traderLots,
    traderSteps: copy.traderSteps,
    traderAt: copy.traderAt,
    priceDecimals: copy.priceDecimals,
    toldAt: copy.toldAt,
    positionNo: copy.positionNo,
    state: copy.state,
    isSelfHeld: copy.selfHeldAt !== null,
    reason: copy.reason,
    facts: copy.facts,
    lotsOpened: opened ? inHundredths(opened.lotsOrdered, opened.terms) : null,
    lots: opened ? inHundredths(opened.lots, opened.terms) : null,
    steps: opened?.openSteps ?? null,
    openedAt: opened?.openedAt ?? null,
    margin: opened?.margin ?? null,
    net: encodeAmount(copy.net),
    endedAt: copy.endedAt,
  }
}

/** Newest first; live ones among them where `isLive` is null. */
export function listCopies(
  copying: Copying,
  { traderId, state, ...part }: ListPart & { readonly traderId: number | null; readonly state: Copy['state'] | null },
): Page<CopyHistoryRow> {
  const conditions: Condition[] = []
  if (traderId !== null) conditions.push({ text: 'trader_id = ?', value: traderId })
  if (state !== null) conditions.push({ text: 'state = ?', value: state })
  const { rows, total } = readList(
    copying.account.store,
    { table: tableOf(copyOrder), key: 'copy_no', at: 'told_at', conditions },
    part,
  )
  const closes = copying.account.capabilities.futures.closesOf(rows.flatMap(({ positionNo }) => positionNo ?? []))
  const withCloses = (copy: Copy): CopyHistoryRow => ({
    ...toCopyRow(copying, copy),
    closes: closes.filter(({ positionNo }) => positionNo === copy.positionNo).map((each) => toCloseRow(copying, each)),
  })
  return { rows: rows.map(withCloses), total }
}

function toCloseRow({ account }: Copying, { positionNo, ...close }: FuturesCloseRow): CloseRow {
  const { closeSteps, lots, cause, result, receiptId, at } = close
  const terms = account.capabilities.futures.find(positionNo)?.terms
  return { lots: inHundredths(lots, terms ?? {}), steps: closeSteps, cause, result, receiptId, at }
}
