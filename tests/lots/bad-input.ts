// The endpoints of the sales of NFTs with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, decimal, optional, text, whole } from '../api/bad-input-fields'

const code = choice('0'.repeat(64))
const paging = { page: optional(whole('1')), limit: optional(whole('10')) }
const work = { work_id: whole('999999') }

export const ENDPOINTS: Readonly<Record<string, Fields>> = {
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
  'GET /v1/nft/my-bids': { lot_id: optional(whole('999999')), ...paging },
  'GET /v1/nft/orders': {},
  'POST /v1/nft/payment': { order_id: whole('999999') },
}
