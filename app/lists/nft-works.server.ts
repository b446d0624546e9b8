// NFT work lists: row data and URL filters.

import { type Amount, formatUnits, parseAmount } from '#domain/money/amount'
import { SALE_KINDS, WORK_KINDS, currentPrice, salePhase, saleKind } from '#domain/nft/artwork'
import { pictureOf } from '#services/nft/pictures'
import {
  WORK_SORTS,
  type ShownWork,
  type WorkFilter,
  type WorkGroup,
  browseWorks,
  readWorkGroups,
  readWorkPrices,
} from '#services/nft/works'
import { broughtTexts } from '../text/words.server'
import { findLiveSession, readLanguage } from '../visitor/visitor.server'
import { readPage } from './query'

/** A full row at two, three, four and six in a row. */
const WORKS_PER_PAGE = 24
const KEYWORD_MAX = 60
const PHASES = ['on_sale', 'not_started', 'ended'] as const

export interface WorkQuery {
  readonly sale: (typeof SALE_KINDS)[number] | null
  readonly kind: (typeof WORK_KINDS)[number] | null
  readonly phase: (typeof PHASES)[number] | null
  readonly keyword: string
  /** "series-3" or "artist-2". */
  readonly group: string | null
  /** In USDT, as typed; null when empty or malformed. */
  readonly from: string | null
  readonly to: string | null
  readonly sort: (typeof WORK_SORTS)[number]
}

const USDT = { code: 'USDT', scale: 6 } as const

function readPrice(text: string | null): Amount | null {
  const parsed = text ? parseAmount(USDT, text) : null
  return parsed?.ok ? parsed.value : null
}

function groupOf(text: string | null): WorkGroup | null {
  const [, kind, id] = /^(series|artist)-(\d{1,9})$/.exec(text ?? '') ?? []
  if (!kind) return null
  return kind === 'series' ? { seriesId: Number(id) } : { artistId: Number(id) }
}

function readWorkQuery(request: Request): WorkQuery {
  const search = new URL(request.url).searchParams
  const one = <Name extends string>(names: readonly Name[], key: string): Name | null =>
    names.find((name) => name === search.get(key)) ?? null
  return {
    sale: one(SALE_KINDS, 'sale'),
    kind: one(WORK_KINDS, 'kind'),
    phase: one(PHASES, 'phase'),
    keyword: (search.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX),
    group: groupOf(search.get('group')) && search.get('group'),
    from: readPrice(search.get('from')) && search.get('from'),
    to: readPrice(search.get('to')) && search.get('to'),
    sort: one(WORK_SORTS, 'sort') ?? 'newest',
  }
}

export type WorkCard = ReturnType<typeof cardOf>

function cardOf({ work, artist, lot, boxesLeft }: ShownWork, now: number) {
  const { id, name, kind, media, poster, state } = work
  return {
    ...{ id, kind, state },
    // One unsold box represents all of its series.
    name: lot?.isBox && !lot.isResale && boxesLeft > 0 ? name.replace(/ #\d+$/, '') : name,
    boxesLeft: lot?.isBox ? boxesLeft : 0,
    picture: pictureOf(poster || media),
    artist: artist.nickname,
    sale: lot && {
      phase: salePhase(lot, now),
      kind: saleKind(lot),
      isResale: lot.isResale,
      hasBid: lot.highest !== null,
      price: formatUnits(currentPrice(lot), lot.asset.scale),
      asset: lot.asset.code,
      startsAt: lot.startsAt,
      endsAt: lot.endsAt,
    },
  }
}

/** Choices of the market's filter; with a group, its floor and newest sale, in USDT. */
export async function loadFilter(request: Request, env: Env) {
  const group = groupOf(readWorkQuery(request).group)
  const [groups, prices] = await Promise.all([
    readWorkGroups(env),
    group && readWorkPrices(env, group, { now: Date.now() }),
  ])
  return { groups, prices: prices && shownPrices(prices) }
}

/** As text in USDT. */
export function shownPrices({ floor, sales }: Awaited<ReturnType<typeof readWorkPrices>>) {
  const [last] = sales
  return {
    floor: floor === null ? null : formatUnits(floor, USDT.scale),
    last: last ? formatUnits(last.price, USDT.scale) : null,
    sold: sales.length,
  }
}

/** Page of works, one unsold box for each series; `fixed` filters of the page override URL filters. */
export async function loadWorks(
  request: Request,
  env: Env,
  fixed: Partial<Omit<WorkFilter, 'viewerId' | 'now' | 'page' | 'limit'>> = {},
) {
  const query = readWorkQuery(request)
  const [now, page] = [Date.now(), readPage(request)]
  const { sale, kind, phase, keyword, sort } = query
  const [from, to] = [readPrice(query.from), readPrice(query.to)]
  const { rows, total } = await browseWorks(env, {
    viewerId: (await findLiveSession(request, env))?.userId ?? null,
    ...{ now, page, limit: WORKS_PER_PAGE },
    ...{ sort, isOneBoxPerSeries: true },
    ...groupOf(query.group),
    ...(from !== null && { priceFrom: from }),
    ...(to !== null && { priceTo: to }),
    ...(sale && { sale }),
    ...(kind && { kind }),
    ...(phase && { phase }),
    ...(keyword && { keyword }),
    ...fixed,
  })
  return {
    texts: broughtTexts(readLanguage(request), 'nft'),
    query,
    works: rows.map((row) => cardOf(row, now)),
    ...{ total, page, now, size: WORKS_PER_PAGE },
  }
}
