// The endpoints of the NFT market with their fields, for tests/api/bad-input.rooms.test.ts.

import { type Fields, choice, decimal, optional, text, whole } from '../api/bad-input-fields'

const paging = { page: optional(whole('1')), limit: optional(whole('10')) }
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
}
