// NFT work lists: row data and URL filters.

import { formatUnits } from '#domain/money/amount'
import { SALE_KINDS, WORK_KINDS, currentPrice, lotPhase, saleKind } from '#domain/nft/artwork'
import { pictureOf } from '#services/nft/pictures'
import { type ShownWork, type WorkFilter, browseWorks } from '#services/nft/works'
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
  }
}

export type WorkCard = ReturnType<typeof cardOf>

function cardOf({ work, artist, lot, boxesLeft }: ShownWork, now: number) {
  const { id, name, kind, media, poster, state } = work
  return {
    ...{ id, name, kind, state },
    boxesLeft: lot?.isBox ? boxesLeft : 0,
    picture: pictureOf(poster || media),
    artist: artist.nickname,
    sale: lot && {
      phase: lotPhase(lot, now),
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

/** Page of works; `fixed` filters of the page override URL filters. */
export async function loadWorks(
  request: Request,
  env: Env,
  fixed: Partial<Omit<WorkFilter, 'viewerId' | 'now' | 'page' | 'limit'>> = {},
) {
  const query = readWorkQuery(request)
  const [now, page] = [Date.now(), readPage(request)]
  const { sale, kind, phase, keyword } = query
  const { rows, total } = await browseWorks(env, {
    viewerId: (await findLiveSession(request, env))?.userId ?? null,
    ...{ now, page, limit: WORKS_PER_PAGE },
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
