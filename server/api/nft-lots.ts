// /api/v1 sales of works: bids, purchases, boxes, resales and orders to pay. Goes beyond the wire contract.

import * as v from 'valibot'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { shareSale } from '#domain/nft/auction'
import { done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { openBox } from '#services/nft/boxes'
import { listLotBids } from '#services/nft/lots'
import {
  bidOnWork,
  buyWork,
  findTraded,
  listOrders,
  listOwnBids,
  listOwnWorks,
  listStakes,
  payOrder,
  readResale,
  resellWork,
} from '#services/nft/trading'
import { decimal, id, idOrAll, limit, page } from '#services/input'
import { beforeOf, endOf, listFields, listOf, nextCursor, pageOf, partOf, walkFields, walkLimit } from './cursor'
import { wireDecimal } from './fields'
import { shownWork, shownWorkOf } from './nft-rows'
import { privateRoute, publicRoute } from './route'
import { tradeAct, tradeActOf, wonOrder, wonOrderOf } from './nft-trade-rows'
import { askingOf } from './nft-trade-rows'

const workId = { work_id: id }
const paging = { page, limit: limit(20) }
const listed = { count: v.number(), page: v.number(), limit: v.number() }

export const nftLotRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/nft/bids',
    summary: 'The newest bids on a work; /parties/lot/{lot_id} tells them live',
    tag: 'NFT',
    input: v.object({ ...workId, limit: limit(20) }),
    output: v.object({
      lot_id: v.nullable(v.number()),
      list: v.array(v.object({ seq: v.number(), bidder: v.string(), price: wireDecimal, at: v.number() })),
    }),
    handler: async ({ env, input }) => {
      const found = await findTraded(env, input.work_id)
      if (!found) return refuse('nft_work_not_found')
      const { lot } = found
      if (!lot) return done({ lot_id: null, list: [] })
      const bids = await listLotBids(env, lot.id, input.limit)
      const priceOf = (price: string) => formatUnits(decodeAmount(price), lot.asset.scale)
      return done({
        lot_id: lot.id,
        list: bids.map(({ seq, name, price, at }) => ({ seq, bidder: name, price: priceOf(price), at })),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/bid',
    summary:
      'Bid on a work; the first bid holds the margin. Answers once the sale’s room has taken it, or not; with the sale that was seen, in that sale and no other',
    tag: 'NFT',
    input: v.object({ ...workId, bid: v.pipe(decimal, v.description('all of the bid')), lot_id: v.optional(id) }),
    output: tradeAct,
    handler: async ({ env, session, input, ...asked }) => {
      const asking = {
        ...askingOf(asked, String(input.work_id)),
        lotId: input.lot_id,
        form: { bid: input.bid },
      }
      const made = await bidOnWork(env, session, asking)
      return made.ok ? done(await tradeActOf(env, made.value)) : made
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/purchase',
    summary: 'Buy a work at its price; with the sale that was seen, in that sale and no other',
    tag: 'NFT',
    input: v.object({ ...workId, lot_id: v.optional(id) }),
    output: tradeAct,
    handler: async ({ env, session, input, ...asked }) => {
      const asking = { ...askingOf(asked, String(input.work_id)), lotId: input.lot_id }
      const made = await buyWork(env, session, asking)
      return made.ok ? done(await tradeActOf(env, made.value)) : made
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/sale',
    summary: 'Put an own work on sale, at a price or with a step by auction; it cannot be revoked',
    tag: 'NFT',
    input: v.object({
      ...workId,
      price: decimal,
      step: v.optional(decimal),
      starts_at: v.pipe(idOrAll, v.description('milliseconds; 0: at once')),
      ends_at: id,
    }),
    output: v.object({
      lot_id: v.number(),
      commission: wireDecimal,
      margin: v.pipe(wireDecimal, v.description('what each bidder deposits')),
    }),
    handler: async ({ env, session, input, ...asked }) => {
      const now = Date.now()
      const form = {
        price: input.price,
        step: input.step ?? '',
        startsAt: Math.max(input.starts_at, now),
        endsAt: input.ends_at,
      }
      const read = await readResale(env, { form, now })
      if (!read.ok) return read
      const made = await resellWork(env, session, { ...askingOf(asked, String(input.work_id)), form, now })
      if (!made.ok) return made
      const { asset, price, margin, commission } = read.value
      const shares = shareSale(price, { commission, royalty: rate(0n) })
      return done({
        lot_id: made.value.lotId,
        commission: formatUnits(shares.commission, asset.scale),
        margin: formatUnits(margin, asset.scale),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/opening',
    summary: 'Open an own blind box',
    tag: 'NFT',
    input: v.object(workId),
    output: v.object({ ...shownWork.entries, receipt_id: v.nullable(v.string()) }),
    handler: async ({ env, session, language, input }) => {
      const now = Date.now()
      const opened = await openBox(env, session, { key: input.work_id, now })
      if (!opened.ok) return opened
      return done({ ...shownWorkOf(opened.value, { now, language }), receipt_id: opened.value.work.receiptId })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/nft/mine',
    summary: 'Own works',
    tag: 'NFT',
    input: v.object(paging),
    output: v.object({ list: v.array(shownWork), ...listed }),
    handler: async ({ env, session, language, input }) => {
      const now = Date.now()
      const listed = await listOwnWorks(env, session, { ...input, now })
      if (!listed.ok) return listed
      const { rows, total } = listed.value
      return done({ list: rows.map((row) => shownWorkOf(row, { now, language })), count: total, ...input })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/nft/my-bids',
    summary: 'Own bids, newest first, and the margins that are held now',
    tag: 'NFT',
    input: v.object({ lot_id: v.optional(id), ...listFields }),
    output: v.object({
      ...listOf(tradeAct).entries,
      margins: v.array(v.object({ lot_id: v.number(), margin: wireDecimal, state: v.string() })),
    }),
    handler: async ({ env, session, input }) => {
      const [bids, stakes] = await Promise.all([
        listOwnBids(env, session, { lotId: input.lot_id ?? null, ...partOf(input) }),
        listStakes(env, session),
      ])
      if (!bids.ok) return bids
      if (!stakes.ok) return stakes
      const { assets } = await loadCatalogue(env)
      const scaleOf = (assetId: number) => assets.find((asset) => asset.id === assetId)?.scale ?? 0
      const margins = stakes.value.map((stake) => ({
        lot_id: stake.lotId,
        margin: formatUnits(decodeAmount(stake.margin), scaleOf(stake.assetId)),
        state: stake.state,
      }))
      const { rows, end } = endOf(bids.value, input, ({ actNo }) => actNo)
      return done({ list: await Promise.all(rows.map((row) => tradeActOf(env, row))), margins, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/nft/orders',
    summary: 'Auctions that one has won, newest first, with what is to be paid until when',
    tag: 'NFT',
    input: v.object({ ...walkFields, limit: walkLimit }),
    output: v.object({ list: v.array(wonOrder), next_cursor: nextCursor }),
    handler: async ({ env, session, input: { since: from, until, cursor, limit } }) => {
      const orders = await listOrders(env, session, { from, until, before: beforeOf(cursor), limit: limit + 1 })
      if (!orders.ok) return orders
      const { list, next_cursor } = pageOf(orders.value, { limit, numberOf: ({ order }) => order.id })
      return done({ list: list.map(wonOrderOf), next_cursor })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/payment',
    summary: 'Pay what was won; the margin counts towards it',
    tag: 'NFT',
    input: v.object({ order_id: id }),
    output: tradeAct,
    handler: async ({ env, session, commandId, input }) => {
      const made = await payOrder(env, session, { commandId, orderId: input.order_id })
      return made.ok ? done(await tradeActOf(env, made.value)) : made
    },
  }),
]
