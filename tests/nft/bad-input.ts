// The endpoints of the NFT market and its sales with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, decimal, optional, text, whole } from '../api/bad-input-fields'

const walk = { since: optional(whole('1')), until: optional(whole('2')), cursor: optional(whole('0')) }
const paging = { page: optional(whole('1')), limit: optional(whole('10')) }
const work = { work_id: whole('999999') }
const code = choice('0'.repeat(64))

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
  'GET /bind_box/getBoxList': {
    currency: optional(text('3')),
    pay_type: optional(choice('1')),
    status: optional(choice('1')),
    type: optional(choice('1')),
    keyword: optional(text('tide')),
    ...paging,
  },
  'GET /bind_box/getBoxDetail': { id: optional(choice('1')), code: optional(code) },
  'GET /bind_box/getArtist': paging,
  'GET /bind_box/getArtistDetail': { uid: whole('1') },
  'GET /bind_box/getCollection': paging,
  'POST /bind_box/collect': { code },
  'GET /v1/nft/works': {
    asset: optional(text('USDT')),
    sale: optional(choice('fixed')),
    phase: optional(choice('on_sale')),
    kind: optional(choice('image')),
    artist_id: optional(whole('1')),
    series_id: optional(whole('1')),
    price_from: optional(decimal('1')),
    price_to: optional(decimal('9')),
    sort: optional(choice('price_low')),
    keyword: optional(text('tide')),
    ...paging,
  },
  'GET /v1/nft/work': { code },
  'GET /v1/nft/artists': { keyword: optional(text('tide')), ...paging },
  'POST /v1/nft/favourite': { code },
  'POST /v1/nft/media': { kind: choice('image'), medium: choice('only a file will do') },
  'POST /v1/nft/submission': {
    kind: choice('image'),
    media: text('/uploads/none'),
    poster: optional(text('/uploads/none')),
    work_name: text('Ferry'),
    description: optional(text('short')),
    royalty: decimal('5'),
  },
  'POST /v1/nft/apply': { nickname: text('Mallory'), words: text('short') },
  'POST /bind_box/buyNFT': { code },
  'POST /bind_box/marginNFT': { code },
  'POST /bind_box/auctionNFT': { code, price: decimal('5') },
  'POST /bind_box/getBindBoxQuotationLog': { code },
  'POST /bind_box/getMyBindBoxQuotationLog': { page: optional(whole('1')) },
  'POST /bind_box/openBlindBox': { code },
  'POST /bind_box/resellNFT': {
    code,
    price: decimal('100'),
    start_time: text('2030-01-01 00:00:00'),
    end_time: text('2030-01-08 00:00:00'),
    per_increase: optional(decimal('5')),
  },
  'POST /bind_box/getNeedPayNFTOrder': {},
  'POST /bind_box/readNFTOrderMessage': { id: whole('999999') },
  'POST /bind_box/payNFTOrder': { id: whole('999999') },
  'GET /bind_box/getMyNFTs': {},
  'GET /bind_box/getNftCurrency': {},
  'GET /v1/nft/bids': { ...work, limit: optional(whole('10')) },
  'POST /v1/nft/bid': { ...work, bid: decimal('5'), lot_id: optional(whole('999999')) },
  'POST /v1/nft/purchase': work,
  'POST /v1/nft/sale': {
    ...work,
    price: decimal('100'),
    step: optional(decimal('5')),
    starts_at: whole('0'),
    ends_at: whole('1900000000000'),
  },
  'POST /v1/nft/opening': work,
  'GET /v1/nft/mine': paging,
  'GET /v1/nft/my-bids': { lot_id: optional(whole('999999')), ...walk, ...paging },
  'GET /v1/nft/orders': { ...walk, limit: paging.limit },
  'POST /v1/nft/payment': { order_id: whole('999999') },
}
