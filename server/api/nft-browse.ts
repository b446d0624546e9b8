// /api/bind_box/*: works, artists and favourites under the old contract's names; and the same in /v1.

import * as v from 'valibot'
import { SALE_KINDS, WORK_KINDS } from '#domain/nft/artwork'
import { type Amount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { artistText } from '#services/nft/gallery-words'
import { applyAsArtist, findArtistPage, listArtists } from '#services/nft/artists'
import { WORK_SORTS, type WorkFilter, browseWorks, collectWork, findWork, listFavourites } from '#services/nft/works'
import { findLiveSession } from '#services/sessions'
import { sentence } from '#services/words'
import { decimal, id, limit, page, text } from '#services/input'
import { sentenceText } from './fields'
import {
  artistRow,
  artistRowOf,
  artwork,
  artworkDetail,
  artworkDetailRow,
  artworkRow,
  shownWork,
  shownWorkOf,
} from './nft-rows'
import { privateRoute, publicRoute, route } from './route'

const PAGE = 10
const ALL = { page: 1, limit: 100 } as const
const PHASES = { '0': 'ended', '1': 'on_sale', '2': 'not_started' } as const

/** Number from 1, or "0" for all (wire convention). */
const numbered = (most: number) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number), v.maxValue(most), v.description('counted from 1; 0: all')),
  )
/** Currency id or code. */
const currency = v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,12}$/)))
const code = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const viewerOf = async (request: Request, env: Env): Promise<number | null> =>
  (await findLiveSession(request, env))?.userId ?? null

/** Asset code of "3" or "USDT", as stored in sales; an unknown value matches nothing. */
async function assetCodeOf(env: Env, asked: string): Promise<string> {
  const { assets } = await loadCatalogue(env)
  return assets.find((asset) => String(asset.id) === asked)?.code ?? asked.toUpperCase()
}

const USDT = { code: 'USDT', scale: 6 } as const

/** A price in USDT; null without one. */
const priceOf = (asked: string | undefined): Outcome<Amount | null> =>
  asked === undefined ? done(null) : parseAmount(USDT, asked)

const idOrCode = v.object({
  id: v.optional(v.union([code, id])),
  code: v.optional(code),
})

export const nftBrowseRoutes = [
  publicRoute({
    method: 'GET',
    path: '/bind_box/getBoxList',
    summary: 'Works of the NFT market',
    tag: 'NFT',
    input: v.object({
      page,
      limit: limit(PAGE),
      currency,
      pay_type: numbered(SALE_KINDS.length),
      status: v.optional(v.pipe(v.picklist(['0', '1', '2']), v.description('0 ended, 1 on sale, 2 not started'))),
      type: numbered(WORK_KINDS.length),
      keyword: v.optional(text(60)),
    }),
    output: v.array(artwork),
    handler: async ({ env, request, language, input }) => {
      const now = Date.now()
      const sale = SALE_KINDS[(input.pay_type ?? 0) - 1]
      const kind = WORK_KINDS[(input.type ?? 0) - 1]
      const filter: WorkFilter = {
        viewerId: await viewerOf(request, env),
        now,
        page: input.page,
        limit: input.limit,
        ...(input.currency && input.currency !== '0' && { assetCode: await assetCodeOf(env, input.currency) }),
        ...(sale && { sale }),
        ...(kind && { kind }),
        ...(input.status && { phase: PHASES[input.status] }),
        ...(input.keyword && { keyword: input.keyword }),
      }
      const { rows } = await browseWorks(env, filter)
      return done(rows.map((row) => artworkRow(row, { now, language })))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/bind_box/getBoxDetail',
    summary: 'One work, by its id or its code',
    tag: 'NFT',
    input: idOrCode,
    output: artworkDetail,
    handler: async ({ env, request, language, input }) => {
      const key = input.code ?? input.id
      if (key === undefined) return refuse('field_missing', { field: 'id' })
      const found = await findWork(env, { key, viewerId: await viewerOf(request, env) })
      return found ? done(artworkDetailRow(found, { now: Date.now(), language })) : refuse('nft_work_not_found')
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/bind_box/getArtist',
    summary: 'Artists of the NFT market',
    tag: 'NFT',
    input: v.object({ page, limit: limit(PAGE) }),
    output: v.array(artistRow),
    handler: async ({ env, input }) => done((await listArtists(env, input)).rows.map(artistRowOf)),
  }),
  publicRoute({
    method: 'GET',
    path: '/bind_box/getArtistDetail',
    summary: 'An artist, with works and favourites; with the own user id oneself, an artist or not',
    tag: 'NFT',
    input: v.object({ uid: id }),
    output: v.object({
      ...artistRow.entries,
      signature: v.string(),
      description: v.string(),
      artworks: v.array(artwork),
      collects: v.array(artwork),
      artworks_collect_number: v.number(),
    }),
    handler: async ({ env, request, language, input }) => {
      const now = Date.now()
      const viewerId = await viewerOf(request, env)
      const artist = await findArtistPage(env, { uid: input.uid, viewerId })
      if (!artist) return refuse('nft_artist_not_found')
      const [works, favourites] = await Promise.all([
        artist.artistId === null
          ? { rows: [] }
          : browseWorks(env, { viewerId, now, artistId: artist.artistId, ...ALL }),
        artist.userId === null ? null : browseWorks(env, { viewerId, now, favouriteOf: artist.userId, ...ALL }),
      ])
      return done({
        ...artistRowOf(artist),
        signature: artistText(language, artist),
        description: artistText(language, artist),
        artworks: works.rows.map((row) => artworkRow(row, { now, language })),
        collects: (favourites?.rows ?? []).map((row) => artworkRow(row, { now, language })),
        artworks_collect_number: works.rows.reduce((sum, { favourites: of }) => sum + of, 0),
      })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/bind_box/getCollection',
    summary: 'Own favourites',
    tag: 'NFT',
    input: v.object({ page, limit: limit(100) }),
    output: v.array(artwork),
    handler: async ({ env, session, language, input }) => {
      const now = Date.now()
      const listed = await listFavourites(env, session, { now, ...input })
      return listed.ok ? done(listed.value.rows.map((row) => artworkRow(row, { now, language }))) : listed
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/bind_box/collect',
    summary: 'Mark a work as a favourite, or take the mark away',
    tag: 'NFT',
    input: v.object({ code }),
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const outcome = await collectWork(env, session, input.code, Date.now())
      if (!outcome.ok) return outcome
      return done(sentence(language, outcome.value.isFavourite ? 'done_nft_collected' : 'done_nft_uncollected'))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/nft/works',
    summary: 'Works of the NFT market: those on sale first',
    tag: 'NFT',
    input: v.object({
      page,
      limit: limit(20),
      asset: currency,
      sale: v.optional(v.picklist(SALE_KINDS)),
      phase: v.optional(v.picklist(['not_started', 'on_sale', 'ended'])),
      kind: v.optional(v.picklist(WORK_KINDS)),
      artist_id: v.optional(id),
      series_id: v.optional(id),
      price_from: v.optional(v.pipe(decimal, v.description('of the current price in USDT'))),
      price_to: v.optional(decimal),
      sort: v.optional(v.picklist(WORK_SORTS), 'newest'),
      keyword: v.optional(text(60)),
    }),
    output: v.object({ list: v.array(shownWork), total: v.number() }),
    handler: async ({ env, request, language, input }) => {
      const now = Date.now()
      const { asset, artist_id: artistId, series_id: seriesId, price_from, price_to, ...asked } = input
      const { sale, phase, kind, keyword, ...slice } = asked
      const [from, to] = [priceOf(price_from), priceOf(price_to)]
      if (!from.ok) return from
      if (!to.ok) return to
      const { rows, total } = await browseWorks(env, {
        viewerId: await viewerOf(request, env),
        now,
        ...slice,
        ...(asset && { assetCode: await assetCodeOf(env, asset) }),
        ...(artistId && { artistId }),
        ...(seriesId && { seriesId }),
        ...(from.value !== null && { priceFrom: from.value }),
        ...(to.value !== null && { priceTo: to.value }),
        ...(sale && { sale }),
        ...(phase && { phase }),
        ...(kind && { kind }),
        ...(keyword && { keyword }),
      })
      return done({ list: rows.map((row) => shownWorkOf(row, { now, language })), total })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/nft/work',
    summary: 'One work',
    tag: 'NFT',
    input: v.object({ code }),
    output: shownWork,
    handler: async ({ env, request, language, input }) => {
      const found = await findWork(env, { key: input.code, viewerId: await viewerOf(request, env) })
      return found ? done(shownWorkOf(found, { now: Date.now(), language })) : refuse('nft_work_not_found')
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/nft/artists',
    summary: 'Artists of the NFT market: those with the most works first',
    tag: 'NFT',
    input: v.object({ page, limit: limit(20), keyword: v.optional(text(60)) }),
    output: v.object({
      list: v.array(
        v.object({ artist_id: v.number(), nickname: v.string(), description: v.string(), works: v.number() }),
      ),
      total: v.number(),
    }),
    handler: async ({ env, language, input: { keyword, ...slice } }) => {
      const { rows, total } = await listArtists(env, { ...slice, ...(keyword && { keyword }) })
      const list = rows.map((row) => ({
        artist_id: row.id,
        nickname: row.nickname,
        description: artistText(language, row),
        works: row.works,
      }))
      return done({ list, total })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/nft/favourite',
    summary: 'Mark a work as a favourite, or take the mark away',
    tag: 'NFT',
    input: v.object({ code }),
    output: v.object({ favourite: v.boolean() }),
    handler: async ({ env, session, input }): Promise<Outcome<{ favourite: boolean }>> => {
      const outcome = await collectWork(env, session, input.code, Date.now())
      return outcome.ok ? done({ favourite: outcome.value.isFavourite }) : outcome
    },
  }),
  route(applyAsArtist, {
    at: 'POST /v1/nft/apply',
    summary: 'Apply to be an artist',
    tag: 'NFT',
    answers: {
      schema: v.object({ artist_id: v.number(), state: v.string() }),
      write: ({ id: artist_id, state }) => ({ artist_id, state }),
    },
  }),
]
