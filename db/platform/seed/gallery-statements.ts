// Statements for the house's gallery and its continued sale: unsold works are put on sale again, two of them at auction, and a sold-out box
// series gets a successor.

import { hashText } from '#domain/text-hash'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { GALLERY_ARTISTS, GALLERY_WORKS, type GalleryWork } from './gallery'
import { GALLERY_PRIZES, GALLERY_SERIES } from './gallery-boxes'
import { insertMissing, insertNamed } from './statement'

const CHAIN = 'CM'
const ROYALTY = '5000000'
const ENDINGS = { image: 'webp', gif: 'gif', audio: 'wav', video: 'webm' } as const
const AUCTIONS = 2
const AUCTION_MS = 3 * DAY_MS
const FIXED_MS = 30 * DAY_MS
/** Largest extension of an auction's end. */
const MOVES_MS = HOUR_MS
/** Whole USDT in its smallest unit. */
const units = (usdt: number): string => `${usdt}000000`

const picture = (file: string): string => `/media/${file}.webp`
/** A work's code: 64 hex digits, always the same for a file. */
const galleryCode = (file: string): string =>
  Array.from({ length: 8 }, (_, index) => hashText(`gallery/${file}/${index}`).toString(16).padStart(8, '0')).join('')
const text = (words: string): string => `'${words.replaceAll("'", "''")}'`

export const galleryStatements = (now: number): string[] => [
  ...insertMissing(
    'nft_artist',
    GALLERY_ARTISTS.map((name, index) => ({
      id: index + 1,
      user_id: null,
      nickname: name,
      portrait: `/static/image/avatar/${index + 1}.png`,
      words: '',
      state: 'listed',
      reason: '',
      created_at: now,
    })),
  ),
  ...GALLERY_WORKS.map((work) =>
    insertNamed('nft_work', 'code', {
      code: galleryCode(work.file),
      artist_id: work.artist,
      kind: work.kind,
      media: `/media/${work.file}.${ENDINGS[work.kind]}`,
      poster: work.kind === 'image' ? '' : picture(`${work.file}-still`),
      name: work.name,
      description: '',
      rarity: work.rarity,
      chain: CHAIN,
      owner_id: null,
      royalty: ROYALTY,
      is_opened: true,
      state: 'listed',
      reason: '',
      created_at: now,
    }),
  ),
  ...saleStatements(now),
]

/** Works meant for auctions first. */
export function saleStatements(now: number): string[] {
  const isAuction = (work: GalleryWork): boolean => work.is === 'auction'
  const inTurn = [...GALLERY_WORKS.filter(isAuction), ...GALLERY_WORKS.filter((work) => !isAuction(work))]
  return [
    ...inTurn.map((work, index) => saleStatement(work, { index, now })),
    `INSERT OR IGNORE INTO nft_event (ref, work_id, kind, asset, price, at) SELECT 'on_sale:' || id, work_id, 'on_sale', asset, ask, created_at
      FROM nft_lot WHERE seller_id IS NULL AND is_box = 0`,
    ...seriesStatements(now),
  ].map((statement) => statement.replaceAll(/\s*\n\s*/g, ' '))
}

/** No CASE: wrangler takes its END for a trigger's. Does nothing while the work is on sale, awaits payment, was sold or was taken down. */
function saleStatement(work: GalleryWork, { index, now }: { readonly index: number; readonly now: number }): string {
  const from = now + (work.is === 'later' ? DAY_MS : 0)
  const mayBid = work.is !== 'resale' && work.is !== 'later'
  const auctionTo = from + AUCTION_MS + index * HOUR_MS
  const fixedTo = from + FIXED_MS + index * DAY_MS
  const step = units(Math.max(1, Math.round(work.price / 20)))
  const margin = units(Math.max(1, Math.round(work.price / 10)))
  return `INSERT INTO nft_lot (work_id, seller_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most, state,
      bid_count, terms_version, commission, royalty, created_at)
    SELECT w.id, NULL, m.mode, 0, ${work.is === 'resale' ? 1 : 0}, 'USDT', '${units(work.price)}',
      iif(m.mode = 'auction', '${step}', '0'), iif(m.mode = 'auction', '${margin}', '0'), ${from},
      iif(m.mode = 'auction', ${auctionTo}, ${fixedTo}),
      iif(m.mode = 'auction', ${auctionTo + MOVES_MS}, ${fixedTo}), 'open', 0, t.version, t.commission, w.royalty, ${now}
    FROM nft_work AS w JOIN nft_term AS t JOIN (SELECT iif(${mayBid ? 1 : 0} AND (SELECT count(*) FROM nft_lot
      WHERE seller_id IS NULL AND mode = 'auction' AND state = 'open') < ${AUCTIONS}, 'auction', 'fixed') AS mode) AS m
    WHERE w.code = '${galleryCode(work.file)}' AND w.owner_id IS NULL AND w.state = 'listed'
      AND NOT EXISTS (SELECT 1 FROM nft_lot WHERE work_id = w.id AND state IN ('open', 'won'))`
}

/** The prizes are inserted before the series is marked ready, because then their order is drawn. */
function seriesStatements(now: number): string[] {
  const { artist, name, file, price } = GALLERY_SERIES
  const isOwn = `artist_id = ${artist} AND media = ${text(picture(file))}`
  const prizes = GALLERY_PRIZES.map(
    (prize, index) => `INSERT INTO nft_prize (series_id, no, name, description, kind, media, poster, rarity)
      SELECT s.id, ${index + 1}, ${text(prize.name)}, '', 'image', ${text(picture(prize.file))}, '', '${prize.rarity}'
      FROM nft_series AS s WHERE ${isOwn} AND s.is_ready = 0 AND s.root IS NULL
        AND NOT EXISTS (SELECT 1 FROM nft_prize WHERE series_id = s.id AND no = ${index + 1})`,
  )
  return [
    `INSERT INTO nft_series (id, artist_id, name, description, media, chain, asset, ask, royalty, sale_from, sale_to, is_ready, sold)
      SELECT coalesce(max(id), 0) + 1, ${artist}, ${text(name)}, '', ${text(picture(file))}, '${CHAIN}', 'USDT',
        '${units(price)}', '${ROYALTY}', ${now}, ${now + 365 * DAY_MS}, 0, 0
      FROM nft_series HAVING NOT EXISTS (SELECT 1 FROM nft_series WHERE ${isOwn} AND sold < ${GALLERY_PRIZES.length} AND sale_to > ${now})
        AND EXISTS (SELECT 1 FROM nft_artist WHERE id = ${artist} AND user_id IS NULL)`,
    ...prizes,
    `UPDATE nft_series SET is_ready = 1 WHERE ${isOwn} AND is_ready = 0 AND root IS NULL`,
  ]
}
