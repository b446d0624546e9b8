// /api/bind_box/*: bids, purchases, boxes, resales and orders to pay, under the names of the wire contract.

import * as v from 'valibot'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { openBox } from '#services/nft/boxes'
import { listLotBids } from '#services/nft/lots'
import { listBidsWithWorks, readWireTime } from '#services/nft/own'
import {
  bidOnWork,
  buyWork,
  findTraded,
  listOrders,
  listOwnWorks,
  markOrderRead,
  payOrder,
  resellWork,
} from '#services/nft/trading'
import { sentence } from '#services/words'
import { decimal, id, page, text } from '#services/input'
import { sentenceText, wireId } from './fields'
import { artwork, artworkRow } from './nft-rows'
import { askingOf } from './nft-trade-rows'
import { privateRoute, publicRoute } from './route'
import { bidLogRow, bidLogRowOf, myBidRow, myBidRowOf, orderRow, orderRowOf } from './nft-trade-rows'

const PAGE = 10
const LOG_ROWS = 10
const ORDERS_SHOWN = 100
const MINE = { page: 1, limit: 100 } as const

const code = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const byCode = v.object({ code })
/** Clients send start and end as displayed, or in unix seconds. */
const time = v.pipe(text(19), v.description('UTC as YYYY-MM-DD HH:MM:SS, or unix seconds'))

/** Complete wire answer: success text or refusal. */
const said = <Value>(outcome: Outcome<Value>, words: string): Outcome<string> => (outcome.ok ? done(words) : outcome)

export const nftTradeRoutes = [
  privateRoute({
    method: 'POST',
    path: '/bind_box/buyNFT',
    summary: 'Buy an artwork at its price',
    tag: 'NFT',
    input: byCode,
    output: sentenceText,
    handler: async ({ env, session, language, input, ...asked }) =>
      said(await buyWork(env, session, askingOf(asked, input.code)), sentence(language, 'done_nft_bought')),
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/marginNFT',
    summary: 'Says that the deposit of an auction is held with the first bid',
    tag: 'NFT',
    input: byCode,
    output: sentenceText,
    handler: async ({ env, language, input }) => {
      const found = await findTraded(env, input.code)
      if (!found) return refuse('nft_work_not_found')
      if (found.lot?.mode !== 'auction') return refuse('nft_not_auction')
      return done(sentence(language, 'done_nft_margin'))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/auctionNFT',
    summary: 'Bid on an artwork',
    tag: 'NFT',
    input: v.object({ code, price: v.pipe(decimal, v.description('by how much it exceeds the current bid')) }),
    output: sentenceText,
    handler: async ({ env, session, language, input, ...asked }) => {
      const asking = { ...askingOf(asked, input.code), form: { over: input.price } }
      return said(await bidOnWork(env, session, asking), sentence(language, 'done_nft_bid'))
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/bind_box/getBindBoxQuotationLog',
    summary: 'The newest bids on an artwork',
    tag: 'NFT',
    input: byCode,
    output: v.array(bidLogRow),
    handler: async ({ env, input }) => {
      const found = await findTraded(env, input.code)
      if (!found?.lot) return done([])
      const { lot, work } = found
      const bids = await listLotBids(env, lot.id, LOG_ROWS)
      return done(bids.map((bid, index) => bidLogRowOf(bid, { lot, code: work.code, isHighest: index === 0 })))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/getMyBindBoxQuotationLog',
    summary: 'Own bids, newest first',
    tag: 'NFT',
    input: v.object({ page }),
    output: v.object({ code: v.number(), data: v.array(myBidRow), count: v.number() }),
    handler: async ({ env, session, input }) => {
      const listed = await listBidsWithWorks(env, session, { page: input.page, limit: PAGE })
      if (!listed.ok) return listed
      return done({ code: 0, data: listed.value.rows.map(myBidRowOf), count: listed.value.total })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/openBlindBox',
    summary: 'Open an own blind box',
    tag: 'NFT',
    input: byCode,
    output: artwork,
    handler: async ({ env, session, language, input }) => {
      const now = Date.now()
      const opened = await openBox(env, session, { key: input.code, now })
      return opened.ok ? done(artworkRow(opened.value, { now, language })) : opened
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/resellNFT',
    summary: 'Put an own artwork on sale; it cannot be revoked',
    tag: 'NFT',
    input: v.object({
      code,
      price: decimal,
      start_time: time,
      end_time: time,
      per_increase: v.optional(v.pipe(v.string(), v.regex(/^(?:\d+(?:\.\d+)?)?$/), v.maxLength(64)), ''),
    }),
    output: sentenceText,
    handler: async ({ env, session, language, input, ...asked }) => {
      const [startsAt, endsAt] = [readWireTime(input.start_time), readWireTime(input.end_time)]
      if (startsAt === null || endsAt === null) return refuse('nft_times_invalid')
      const form = { price: input.price, step: input.per_increase, startsAt, endsAt }
      const asking = { ...askingOf(asked, input.code), form, now: Date.now() }
      return said(await resellWork(env, session, asking), sentence(language, 'done_nft_on_sale'))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/getNeedPayNFTOrder',
    summary: 'Auctions that one has won, with what is to be paid',
    tag: 'NFT',
    input: v.object({}),
    output: v.array(orderRow),
    handler: async ({ env, session }) => {
      const orders = await listOrders(env, session, { limit: ORDERS_SHOWN })
      return orders.ok ? done(orders.value.map((each) => orderRowOf(each))) : orders
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/readNFTOrderMessage',
    summary: 'Mark an order to pay as read',
    tag: 'NFT',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, language, input }) =>
      said(await markOrderRead(env, session, input.id), sentence(language, 'done_nft_read')),
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/payNFTOrder',
    summary: 'Pay what was won; the deposit counts towards it',
    tag: 'NFT',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, language, commandId, input }) =>
      said(await payOrder(env, session, { commandId, orderId: input.id }), sentence(language, 'done_nft_paid')),
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/bind_box/getMyNFTs',
    summary: 'Own artworks',
    tag: 'NFT',
    input: v.object({}),
    output: v.array(artwork),
    handler: async ({ env, session, language }) => {
      const now = Date.now()
      const listed = await listOwnWorks(env, session, { ...MINE, now })
      return listed.ok ? done(listed.value.rows.map((row) => artworkRow(row, { now, language }))) : listed
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/bind_box/getNftCurrency',
    summary: 'What artworks are priced in',
    tag: 'NFT',
    input: v.object({}),
    output: v.array(v.object({ id: wireId, name: v.string() })),
    handler: async ({ env }) => {
      const { assets } = await loadCatalogue(env)
      return done(assets.filter((asset) => asset.code === 'USDT').map((asset) => ({ id: asset.id, name: asset.code })))
    },
  }),
]
