// NFT works: submission, review, browsing, favourites.

import * as v from 'valibot'
import {
  type NftEventRow,
  type NftTerms,
  type NftWorkRow,
  type ShownWork,
  type WorkFilter,
  findSeries,
  findWork as findWorkRow,
  listAuctions,
  listWorkEvents,
  listWorks,
  loadNftTerms,
} from '#db/platform/nft'
import { type WorkGroup, type WorkSale, findFloor, listWorkGroups, listWorkSales } from '#db/platform/nft-prices'
import { type SentWork, decideWork, submitWork as submitWorkRow, toggleFavourite } from '#db/platform/nft-studio'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { type Amount, decodeAmount } from '#domain/money/amount'
import { WORK_KINDS, type WorkKind } from '#domain/nft/artwork'
import { CHAIN, parseRoyalty, parseWorkWords } from '#domain/nft/studio'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { decimal, lines, reference, text } from '../input'
import { notify } from '../messages'
import { operation } from '../operation'
import { findUploadType, showUploads } from '../uploads'
import { findListedArtist } from './artists'
import { listLotBids } from './lots'

export type { ShownWork, WorkFilter }

const EVENTS_SHOWN = 30
/** Number of auctions shown; each needs a room call. */
const AUCTIONS_SHOWN = 3

export const browseWorks = (env: Pick<Env, 'DB'>, filter: WorkFilter) => listWorks(env.DB, filter)

/** Favourite works of a user. */
export async function listFavourites(
  env: Env,
  session: Session,
  input: { readonly page: number; readonly limit: number; readonly now: number },
): Promise<Outcome<Awaited<ReturnType<typeof browseWorks>>>> {
  const live = await checkSession(env, session)
  const { userId } = session
  return live.ok ? done(await browseWorks(env, { viewerId: userId, favouriteOf: userId, ...input })) : live
}

export { WORK_SORTS } from '#db/platform/nft'
export type { WorkGroup }

/** Most sales in a history of prices, and series and artists to choose from. */
const SALES_SHOWN = 100
const GROUPS_SHOWN = 100

export interface WorkPrices {
  /** Lowest fixed price in the group now. */
  readonly floor: Amount | null
  /** Newest first. */
  readonly sales: readonly WorkSale[]
}

/** Floor price of a group, and sales of the group or of one work; amounts in USDT. */
export async function readWorkPrices(
  env: Pick<Env, 'DB'>,
  group: WorkGroup,
  input: { readonly workId?: number; readonly now: number },
): Promise<WorkPrices> {
  const { workId, now } = input
  const of = workId === undefined ? group : { workId }
  const [floor, sales] = await Promise.all([findFloor(env.DB, group, now), listWorkSales(env.DB, of, SALES_SHOWN)])
  return { floor, sales }
}

export const readWorkGroups = (env: Pick<Env, 'DB'>) => listWorkGroups(env.DB, GROUPS_SHOWN)

export const readNftTerms = (env: Pick<Env, 'DB'>): Promise<NftTerms> => loadNftTerms(env.DB)

/** Listed work or own work, by number or code; null otherwise. */
export async function findWork(
  env: Pick<Env, 'DB'>,
  input: { readonly key: number | string; readonly viewerId: number | null },
): Promise<ShownWork | null> {
  const found = await findWorkRow(env.DB, input)
  if (!found) return null
  const { work, artist } = found
  const isOwn = input.viewerId !== null && (work.ownerId === input.viewerId || artist.userId === input.viewerId)
  return isOwn || (work.state === 'listed' && artist.state === 'listed') ? found : null
}

/** Series with a committed prize order. */
export const findSeriesOf = (env: Pick<Env, 'DB'>, id: number) => findSeries(env.DB, id)

export interface WorkActivity extends Pick<NftEventRow, 'ref' | 'price' | 'asset' | 'at'> {
  readonly kind: NftEventRow['kind'] | 'bid'
}

/** Events of a work, newest first, including bids of its newest auctions. */
export async function listActivity(env: Pick<Env, 'DB' | 'Lot'>, workId: number): Promise<readonly WorkActivity[]> {
  const [events, lots] = await Promise.all([
    listWorkEvents(env.DB, workId, EVENTS_SHOWN),
    listAuctions(env.DB, workId, AUCTIONS_SHOWN),
  ])
  const bids = await Promise.all(
    lots.map(async ({ id, asset }): Promise<WorkActivity[]> => {
      const rows = await listLotBids(env, id, EVENTS_SHOWN)
      return rows.map(({ seq, price, at }) => ({
        ...{ ref: `bid:${id}:${seq}`, kind: 'bid', at, asset },
        price: decodeAmount(price),
      }))
    }),
  )
  return [...events, ...bids.flat()].sort((one, other) => other.at - one.at).slice(0, EVENTS_SHOWN)
}

/** Marks a listed work as a favourite, or takes the mark away. */
export async function collectWork(
  env: Env,
  session: Session,
  key: number | string,
  now: number,
): Promise<Outcome<{ readonly isFavourite: boolean }>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const found = await findWork(env, { key, viewerId: session.userId })
  if (!found) return refuse('nft_work_not_found')
  const { userId } = session
  return done({ isFavourite: await toggleFavourite(env.DB, { userId, workId: found.work.id, at: now }) })
}

export interface WorkForm {
  readonly kind: WorkKind
  /** Upload references: the media file, and a poster image for audio and video. */
  readonly media: string
  readonly poster: string
  readonly name: string
  readonly description: string
  /** Percent, as text. */
  readonly royalty: string
}

/** A work as an artist's form and /api send it in. */
export const sendWork = operation({
  input: v.object({
    kind: v.picklist(WORK_KINDS),
    media: reference,
    poster: v.optional(reference),
    work_name: text(200),
    description: v.optional(lines(2_000)),
    royalty: v.pipe(decimal, v.description('percent of each later sale')),
  }),
  refusedAt: {
    nft_description_length: 'description',
    nft_name_length: 'work_name',
    nft_poster_missing: 'poster',
    nft_royalty_bounds: 'royalty',
  },
  run: ({ env, session, now }, { poster = '', work_name: name, description = '', ...work }) =>
    submitWork(env, session, { ...work, poster, name, description: description.replaceAll(/\s+/g, ' ') }, now),
})

const TYPES: Readonly<Record<WorkKind, RegExp>> = {
  image: /^image\/(?!gif)/,
  gif: /^image\/gif$/,
  audio: /^audio\//,
  video: /^video\//,
}

/** Submits a work of a listed artist for review by the desk. */
export async function submitWork(
  env: Env,
  session: Session,
  form: WorkForm,
  now: number,
): Promise<Outcome<{ readonly code: string }>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const artist = await findListedArtist(env, session.userId)
  if (!artist) return refuse('nft_artist_needed')
  const words = parseWorkWords(form)
  if (!words.ok) return words
  const royalty = parseRoyalty(form.royalty, await readNftTerms(env))
  if (!royalty.ok) return royalty
  const [type, posterType] = await Promise.all([
    findUploadType(env, session.userId, form.media),
    form.poster === '' ? null : findUploadType(env, session.userId, form.poster),
  ])
  if (type === null || !TYPES[form.kind].test(type)) return refuse('media_missing')
  const hasPoster = posterType !== null && TYPES.image.test(posterType)
  if (!hasPoster && (form.kind === 'audio' || form.kind === 'video')) return refuse('nft_poster_missing')
  const code = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  const sent: SentWork = {
    code,
    artistId: artist.id,
    userId: session.userId,
    kind: form.kind,
    media: form.media,
    poster: hasPoster ? form.poster : '',
    ...words.value,
    royalty: royalty.value,
    chain: CHAIN,
    at: now,
  }
  return done({ code: await submitWorkRow(env.DB, sent) })
}

export const artworkReview = reviewKind({
  name: 'artwork',
  // Approval permits selling to others.
  approvalsNeeded: 2,
  roles: { read: ['reviewer', 'admin', 'auditor'], decide: ['reviewer', 'admin'] },
  concerns: 'user',
  columns: ['name'],
  read: artworkFacts,
  approve: (env, decision) => decide(env, decision, 'listed'),
  refuse: (env, decision) => decide(env, decision, 'refused'),
})

async function decide(env: Env, decision: ReviewDecision, state: 'listed' | 'refused'): Promise<Outcome<null>> {
  const { subjectId: code, userId, at } = decision
  const reason = state === 'listed' ? '' : decision.reason
  const work = await decideWork(env.DB, { code, state, reason, at })
  if (work?.state !== state) return refuse('nft_work_not_found')
  if (state === 'listed') await showUploads(env, mediaOf(work), true)
  const ref = `artwork:${work.id}:${state}`
  const { name } = work
  if (state === 'listed') await notify(env, userId, { kind: 'nft_work_listed', facts: { name }, ref }, at)
  else await notify(env, userId, { kind: 'nft_work_refused', facts: { name, reason }, ref }, at)
  return done(null)
}

const isPlayed = (kind: WorkKind): kind is 'audio' | 'video' => kind === 'audio' || kind === 'video'

const mediaOf = ({ media, poster }: NftWorkRow): string[] => [media, poster].filter((reference) => reference !== '')

async function artworkFacts(env: Env, code: string): Promise<ReviewFacts | null> {
  const found = await findWorkRow(env.DB, { key: code, viewerId: null })
  if (!found) return null
  const { work, artist } = found
  return {
    lines: [
      { label: 'nickname', value: artist.nickname },
      { label: 'name', value: work.name },
      { label: 'words', value: work.description },
    ],
    images: mediaOf(work).filter((reference) => reference !== work.media || !isPlayed(work.kind)),
    players: isPlayed(work.kind) ? [{ kind: work.kind, reference: work.media }] : [],
  }
}
