// NFT works and artists in wire contract fields and in /v1 fields.

import * as v from 'valibot'
import type { Language } from '#domain/language'
import { formatUnits } from '#domain/money/amount'
import { LOT_MODES, RARITIES, WORK_KINDS, WORK_STATES, currentPrice, salePhase, saleKind } from '#domain/nft/artwork'
import { artistText, workText } from '#services/nft/gallery-words'
import type { ShownArtist } from '#services/nft/artists'
import type { ShownWork } from '#services/nft/works'
import { formatDate, wireDecimals } from './format'
import { wireDate, wireDecimal, wireId } from './fields'

/** Pricing asset of a work without any sale. */
const UNSOLD = { asset: { id: 3, code: 'USDT', scale: 6 } } as const
const PHASE_NUMBERS = { ended: 0, on_sale: 1, not_started: 2 } as const
const PAY_TYPES = { fixed: '1', auction: '2', box: '3' } as const
const AVATAR = '/static/image/avatar/1.png'

const artworkFields = {
  id: wireId,
  code: v.string(),
  type: v.pipe(v.number(), v.description('1 image, 2 gif, 3 audio, 4 video')),
  pay_type: v.pipe(v.picklist(['1', '2', '3']), v.description('1 fixed price, 2 auction, 3 blind box')),
  currency_id: wireId,
  currency_name: v.string(),
  name: v.string(),
  price: v.pipe(wireDecimal, v.description('of an auction: its current bid, or the starting price')),
  per_increase: v.number(),
  margin: wireDecimal,
  image: v.pipe(v.string(), v.description('address of the medium')),
  poster: v.pipe(v.string(), v.description('address of a still picture of it')),
  description: v.string(),
  author_description: v.string(),
  author: v.pipe(v.string(), v.description('id of the artist, which clients ask getArtistDetail for')),
  author_id: wireId,
  author_name: v.string(),
  author_avatar: v.string(),
  head_portrait: v.string(),
  owner: v.string(),
  status: v.pipe(v.number(), v.description('0 ended, 1 on sale, 2 not started')),
  start_time: v.union([wireDate, v.literal('')]),
  end_time: v.union([wireDate, v.literal('')]),
  rarity: v.pipe(v.picklist([...RARITIES, '']), v.description('empty: unknown until the box is opened')),
  rarity_status: v.pipe(v.number(), v.description('0 unopened, 1 opened')),
  resell_nft_status: v.number(),
  chain: v.string(),
  collect: v.boolean(),
}
export const artwork = v.object(artworkFields)
export const artworkDetail = v.object({ ...artworkFields, collect_number: v.number() })

/** Time and language of the reader. */
interface Reader {
  readonly now: number
  readonly language: Language
}

export function artworkRow(shown: ShownWork, { now, language }: Reader) {
  const { work, artist, ownerName, lot, isFavourite } = shown
  const { id: currencyId, code: currencyName, scale } = (lot ?? UNSOLD).asset
  const amount = (value: bigint | null | undefined): string => wireDecimals(formatUnits(value ?? 0n, scale))
  const isOnSale = salePhase(lot, now) !== 'ended'
  return {
    id: work.id,
    code: work.code,
    type: WORK_KINDS.indexOf(work.kind) + 1,
    pay_type: lot ? PAY_TYPES[saleKind(lot)] : PAY_TYPES.fixed,
    currency_id: currencyId,
    currency_name: currencyName,
    name: work.name,
    price: amount(lot && currentPrice(lot)),
    per_increase: Number(amount(lot?.step)),
    margin: amount(lot?.margin),
    image: work.media,
    poster: work.poster || work.media,
    description: workText(language, shown),
    author_description: artistText(language, artist),
    author: String(artist.id),
    author_id: artist.id,
    author_name: artist.nickname,
    author_avatar: artist.portrait || AVATAR,
    head_portrait: artist.portrait || AVATAR,
    owner: ownerName ?? artist.nickname,
    status: PHASE_NUMBERS[salePhase(lot, now)],
    start_time: lot ? formatDate(lot.startsAt) : '',
    end_time: lot ? formatDate(lot.endsAt) : '',
    rarity: work.isOpened ? work.rarity : ('' as const),
    rarity_status: work.isOpened ? 1 : 0,
    resell_nft_status: lot?.isResale && isOnSale ? 1 : 0,
    chain: work.chain,
    collect: isFavourite,
  }
}

export const artworkDetailRow = (shown: ShownWork, reader: Reader) => ({
  ...artworkRow(shown, reader),
  collect_number: shown.favourites,
})

export const artistRow = v.object({ id: wireId, author_id: wireId, nickname: v.string(), head_portrait: v.string() })
export const artistRowOf = ({ id, nickname, portrait }: Pick<ShownArtist, 'id' | 'nickname' | 'portrait'>) => ({
  id,
  author_id: id,
  nickname,
  head_portrait: portrait || AVATAR,
})

/** /v1 fields: times in ms, states as words, null for missing values. */
const sale = v.object({
  lot_id: v.number(),
  mode: v.picklist(LOT_MODES),
  is_box: v.boolean(),
  is_resale: v.boolean(),
  asset: v.string(),
  price: wireDecimal,
  step: wireDecimal,
  margin: wireDecimal,
  starts_at: v.number(),
  ends_at: v.number(),
  phase: v.picklist(['not_started', 'on_sale', 'ended']),
  highest: v.nullable(wireDecimal),
  bid_count: v.number(),
})
export const shownWork = v.object({
  work_id: v.number(),
  code: v.string(),
  kind: v.picklist(WORK_KINDS),
  name: v.string(),
  description: v.string(),
  media: v.string(),
  poster: v.nullable(v.string()),
  artist_id: v.number(),
  artist: v.string(),
  owner: v.pipe(v.nullable(v.string()), v.description('null: the house')),
  rarity: v.pipe(v.nullable(v.picklist(RARITIES)), v.description('null: unknown until the box is opened')),
  is_opened: v.boolean(),
  state: v.picklist(WORK_STATES),
  favourite: v.boolean(),
  favourites: v.number(),
  sale: v.nullable(sale),
})

export function shownWorkOf(shown: ShownWork, { now, language }: Reader): v.InferInput<typeof shownWork> {
  const { work, artist, lot } = shown
  const amount = (value: bigint): string => formatUnits(value, lot?.asset.scale ?? 0)
  return {
    work_id: work.id,
    code: work.code,
    kind: work.kind,
    name: work.name,
    description: workText(language, shown),
    media: work.media,
    poster: work.poster || null,
    artist_id: artist.id,
    artist: artist.nickname,
    owner: shown.ownerName,
    rarity: work.isOpened ? work.rarity : null,
    is_opened: work.isOpened,
    state: work.state,
    favourite: shown.isFavourite,
    favourites: shown.favourites,
    sale: lot && {
      lot_id: lot.id,
      mode: lot.mode,
      is_box: lot.isBox,
      is_resale: lot.isResale,
      asset: lot.asset.code,
      price: amount(lot.price),
      step: amount(lot.step),
      margin: amount(lot.margin),
      starts_at: lot.startsAt,
      ends_at: lot.endsAt,
      phase: salePhase(lot, now),
      highest: lot.highest === null ? null : amount(lot.highest),
      bid_count: lot.bidCount,
    },
  }
}
