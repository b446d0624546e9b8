// Loader and actions of an NFT work: details, current sale, history.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { isDemoTrader } from '#domain/demo-traders'
import { encodeAmount, formatUnits } from '#domain/money/amount'
import { currentPrice, salePhase, saleKind } from '#domain/nft/artwork'
import { openBox } from '#services/nft/boxes'
import { workText } from '#services/nft/gallery-words'
import { lastingAddress } from '#services/nft/pictures'
import { listOwnBids } from '#services/nft/trading'
import { collectWork, findSeriesOf, findWork, listActivity, readWorkPrices } from '#services/nft/works'
import { listBalances } from '#services/wallet'
import { availableOf } from '../../forms/nft-pages.server'
import { shownPrices } from '../../lists/nft-works.server'
import { idOf } from '../../lists/query'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  findLiveSession,
  readLanguage,
  readOwnForm,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSent, refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'

const USDT_SCALE = 6
/** Only the newest can be the highest. */
const OWN_BIDS_MAX = 20

/** Numeric id, or the code used by existing clients. */
const keyOf = (text: string | undefined): number | string => (text && /^[0-9a-f]{64}$/.test(text) ? text : idOf(text))

type FoundWork = NonNullable<Awaited<ReturnType<typeof findWork>>>

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await findLiveSession(request, env)
  const viewerId = session?.userId ?? null
  const found = await findWork(env, { key: keyOf(params['id']), viewerId })
  if (!found) throw data(null, { status: 404 })
  const { work, artist, lot } = found
  const now = Date.now()
  const isRunning = lot?.mode === 'auction' && salePhase(lot, now) === 'on_sale'
  const isOfSeries = work.seriesId !== null && !work.isOpened
  const group = work.seriesId === null ? { artistId: artist.id } : { seriesId: work.seriesId }
  const isBuyable = lot?.mode === 'fixed' && salePhase(lot, now) === 'on_sale' && work.ownerId !== viewerId
  const [events, series, bids, prices, balances] = await Promise.all([
    listActivity(env, work.id),
    work.seriesId === null ? null : findSeriesOf(env, work.seriesId),
    session && isRunning ? listOwnBids(env, session, { lotId: lot.id, page: 1, limit: OWN_BIDS_MAX }) : null,
    readWorkPrices(env, group, { now, ...(!isOfSeries && { workId: work.id }) }),
    session && isBuyable ? listBalances(env, session) : null,
  ])
  const ownPrices = bids ? valueOf(request, bids).rows.flatMap(({ price }) => price ?? []) : []
  const { id, code, kind, name, rarity, chain, isOpened, state, receiptId } = work
  const [media, poster] = [lastingAddress(work.media), lastingAddress(work.poster)]
  const language = readLanguage(request)
  const description = workText(language, found)
  const scale = lot?.asset.scale ?? USDT_SCALE
  return {
    texts: broughtTexts(language, 'nft'),
    saleTexts: balances && broughtTexts(language, 'lots'),
    title: name,
    picture: kind === 'image' ? media : poster,
    work: { id, code, kind, media, poster, name, description, rarity, chain, isOpened, state, receiptId },
    royalty: work.royalty,
    isBox: work.seriesId !== null && !isOpened,
    artist: { id: artist.id, nickname: artist.nickname, portrait: artist.portrait },
    owner: found.ownerName,
    isDemoOwner: isDemoTrader(work.ownerId),
    isHouse: work.ownerId === null,
    isOwn: viewerId !== null && work.ownerId === viewerId,
    isGuest: viewerId === null,
    isFavourite: found.isFavourite,
    favourites: found.favourites,
    sale: lot && saleOf(lot, viewerId, now),
    ownPrices,
    prices: shownPrices(prices),
    isOfSeries,
    sales: prices.sales.toReversed().map(({ at, price }) => ({ at, units: price.toString() })),
    buying: lot &&
      balances && {
        commandId: crypto.randomUUID(),
        language,
        asset: lot.asset,
        price: lot.price,
        available: availableOf(valueOf(request, balances), lot.asset),
        isHidden: areAmountsHidden(request),
      },
    odds: series && { root: series.series.root, rarities: series.rarities },
    events: events.map(({ ref, kind: what, price, asset, at }) => ({
      ref,
      kind: what,
      price: price === null ? null : formatUnits(price, scale),
      asset,
      at,
    })),
    now,
  }
}

const NOTHING = v.object({})

/** Opens an own box; otherwise marks the work, or takes the mark away. */
export async function action({ request, params, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const [key, now] = [keyOf(params['id']), Date.now()]
  const intent = fieldOf(form, 'intent')
  const read = intent === 'open' || intent === 'favourite' ? readSent(request, form, NOTHING) : refuseIntent(intent)
  if (!read.ok) {
    const refused = await refuseUnlessEnded(env, session, read)
    throwIfSessionEnded(request, refused)
    throw new Response(refused.refusal.code, { status: 400 })
  }
  const outcome =
    intent === 'open' ? await openBox(env, session, { key, now }) : await collectWork(env, session, key, now)
  throwIfSessionEnded(request, outcome)
  valueOf(request, outcome)
  throw redirect(new URL(request.url).pathname)
}

const saleOf = (lot: NonNullable<FoundWork['lot']>, viewerId: number | null, now: number) => ({
  lotId: lot.id,
  kind: saleKind(lot),
  mode: lot.mode,
  isResale: lot.isResale,
  phase: salePhase(lot, now),
  isToPay: lot.state === 'won',
  isWon: lot.state === 'won' && viewerId !== null && lot.winnerId === viewerId,
  hasBid: lot.highest !== null,
  bids: lot.bidCount,
  highest: lot.highest === null ? null : encodeAmount(lot.highest),
  price: formatUnits(currentPrice(lot), lot.asset.scale),
  step: formatUnits(lot.step, lot.asset.scale),
  margin: formatUnits(lot.margin, lot.asset.scale),
  asset: lot.asset.code,
  scale: lot.asset.scale,
  startsAt: lot.startsAt,
  endsAt: lot.endsAt,
})
