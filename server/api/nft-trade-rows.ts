// NFT bids and orders in wire contract fields and in /v1 fields.

import * as v from 'valibot'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { type Lot, ORDER_STATES, salePhase } from '#domain/nft/artwork'
import { marginOfBid, restToPay } from '#domain/nft/auction'
import type { NftActRow } from '#party/protocol/lot'
import { loadCatalogue } from '#services/catalogue'
import type { NamedBid } from '#services/nft/lots'
import { type OwnOrder, workKey } from '#services/nft/trading'
import { placeOf } from '#session/place'
import type { BidWithWork } from '#services/nft/own'
import { wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals } from './format'

const AVATAR = '/static/image/avatar/1.png'
const flagText = v.picklist(['0', '1'])

export const bidLogRow = v.object({
  id: wireId,
  code: v.string(),
  price: v.pipe(wireDecimal, v.description('all of the bid')),
  currency_name: v.string(),
  nick_name: v.string(),
  head_portrait: v.string(),
  created: wireDate,
  status: v.pipe(v.number(), v.description('1: the highest')),
  is_expired: flagText,
})

interface OfLot {
  readonly lot: Lot
  readonly code: string
  readonly isHighest: boolean
}

export const bidLogRowOf = (
  { seq, price, name, portrait, at }: NamedBid,
  { lot, code, isHighest }: OfLot,
): v.InferInput<typeof bidLogRow> => ({
  id: seq,
  code,
  price: wireDecimals(formatUnits(decodeAmount(price), lot.asset.scale)),
  currency_name: lot.asset.code,
  nick_name: name,
  head_portrait: portrait || AVATAR,
  created: formatDate(at),
  status: isHighest ? 1 : 0,
  is_expired: salePhase(lot, Date.now()) === 'ended' ? '1' : '0',
})

export const myBidRow = v.object({ ...bidLogRow.entries, nft_name: v.string(), nft_image: v.string() })

export const myBidRowOf = ({ bid, work, lot, asset, name, portrait }: BidWithWork): v.InferInput<typeof myBidRow> => ({
  id: bid.actNo,
  code: work.code,
  price: wireDecimals(formatUnits(decodeAmount(bid.price ?? '0'), asset.scale)),
  currency_name: asset.code,
  nick_name: name,
  head_portrait: portrait || AVATAR,
  created: formatDate(bid.at),
  status: lot.highest !== null && bid.price === lot.highest.toString() ? 1 : 0,
  is_expired: salePhase(lot, Date.now()) === 'ended' ? '1' : '0',
  nft_name: work.name,
  nft_image: work.poster || work.media,
})

export const orderRow = v.object({
  id: wireId,
  code: v.string(),
  name: v.string(),
  image: v.string(),
  price: wireDecimal,
  currency_name: v.string(),
  is_read: flagText,
  is_pay: flagText,
  is_expired: flagText,
  overtime: v.pipe(v.string(), v.description('unix seconds: to be paid until then')),
  created: wireDate,
  pay_time: v.union([wireDate, v.literal('')]),
  end_time: wireDate,
})

const flag = (isOn: boolean): '0' | '1' => (isOn ? '1' : '0')

export const orderRowOf = ({ order, work, lot, scale }: OwnOrder): v.InferInput<typeof orderRow> => ({
  id: order.id,
  code: work.code,
  name: work.name,
  image: work.poster || work.media,
  price: wireDecimals(formatUnits(order.price, scale)),
  currency_name: lot.asset,
  is_read: flag(order.isRead),
  is_pay: flag(order.state === 'paid'),
  is_expired: flag(order.state === 'expired' || order.state === 'called_off'),
  overtime: String(Math.floor(order.payBy / 1_000)),
  created: formatDate(order.createdAt),
  pay_time: order.state === 'paid' && order.endedAt !== null ? formatDate(order.endedAt) : '',
  end_time: formatDate(order.payBy),
})

export const wonOrder = v.object({
  order_id: v.number(),
  work_id: v.number(),
  lot_id: v.number(),
  name: v.string(),
  asset: v.string(),
  price: wireDecimal,
  to_pay: v.pipe(wireDecimal, v.description('besides the margin')),
  state: v.picklist(ORDER_STATES),
  is_read: v.boolean(),
  pay_by: v.number(),
  ended_at: v.nullable(v.number()),
})

export const wonOrderOf = ({ order, work, lot, scale }: OwnOrder): v.InferInput<typeof wonOrder> => ({
  order_id: order.id,
  work_id: work.id,
  lot_id: lot.id,
  name: work.name,
  asset: lot.asset,
  price: formatUnits(order.price, scale),
  to_pay: formatUnits(restToPay({ price: order.price, margin: marginOfBid(lot, order.price) }), scale),
  state: order.state,
  is_read: order.isRead,
  pay_by: order.payBy,
  ended_at: order.endedAt,
})

export const tradeAct = v.object({
  act_id: v.number(),
  lot_id: v.number(),
  kind: v.picklist(['bid', 'buy', 'pay']),
  asset: v.string(),
  price: v.nullable(wireDecimal),
  at: v.number(),
})

export async function tradeActOf(
  env: Pick<Env, 'DB'>,
  { actNo, lotId, kind, assetId, price, at }: NftActRow,
): Promise<v.InferInput<typeof tradeAct>> {
  const { assets } = await loadCatalogue(env)
  const asset = assets.find((each) => each.id === assetId)
  const text = price === null ? null : formatUnits(decodeAmount(price), asset?.scale ?? 0)
  return { act_id: actNo, lot_id: lotId, kind, asset: asset?.code ?? '', price: text, at }
}

interface Asked {
  readonly request: Request
  readonly commandId: string
}
/** Input of the sale services. */
export const askingOf = ({ request, commandId }: Asked, key: string) => ({
  commandId,
  key: workKey(key),
  country: placeOf(request).country,
})
