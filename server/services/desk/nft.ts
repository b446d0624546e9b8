// NFT administration: take down works, hide and show artists. Prices, bids and owners cannot be changed: the sale of a
// removed work is closed by its room, which releases all holds.

import { logError } from '#lib/log-line'
import { findWork, listWorks } from '#db/platform/nft'
import {
  findArtist,
  isArtistIn,
  isWorkListed,
  listArtists,
  setArtistStateStatement,
  takeDownStatements,
} from '#db/platform/nft-studio'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { type Outcome, done, refuse } from '#domain/outcome'
import { notify } from '../messages'
import { closeSale } from '../nft/lots'
import { showUploads } from '../uploads'
import { type AuditRefusal, writeAudited } from './audit'
import { checkNotOwn } from './own-account'
import { type StaffMember, checkPermission } from './session'

interface Slice {
  readonly page: number
  readonly limit: number
}

export const listDeskWorks = (env: Pick<Env, 'DB'>, slice: Slice, now: number) =>
  listWorks(env.DB, { viewerId: null, isAnyState: true, now, ...slice })

export const listDeskArtists = (env: Pick<Env, 'DB'>, slice: Slice) => listArtists(env.DB, { isAnyState: true }, slice)

export interface DeskCommand {
  readonly id: number
  readonly reason: string
  readonly commandId: string
  readonly at: number
}

type NftDeskRefusal =
  | AuditRefusal
  | 'permission_missing'
  | 'own_account'
  | 'nft_work_not_found'
  | 'nft_artist_not_found'
  | 'reason_missing'
  | 'reason_too_long'

function checkReason(text: string): Outcome<string, 'reason_missing' | 'reason_too_long'> {
  const reason = text.trim()
  if (reason === '') return refuse('reason_missing')
  return reason.length > REASON_LENGTH_MAX
    ? refuse('reason_too_long', { bound: String(REASON_LENGTH_MAX) })
    : done(reason)
}

/** An open sale is closed by its room. */
export async function takeDownWork(
  env: Env,
  by: StaffMember,
  input: DeskCommand,
): Promise<Outcome<null, NftDeskRefusal>> {
  const admitted = checkPermission(by, 'users:freeze')
  if (!admitted.ok) return admitted
  const { id, commandId, at } = input
  const found = await findWork(env.DB, { key: id, viewerId: null })
  if (!found) return refuse('nft_work_not_found')
  const reason = checkReason(input.reason)
  if (!reason.ok) return reason
  const { work, artist, lot } = found
  const owner = work.ownerId ?? artist.userId
  const foreign =
    owner === null ? done(null) : await checkNotOwn(env, by, { ...input, userId: owner, target: `user:${owner}` })
  if (!foreign.ok) return foreign
  const entry = {
    staffId: by.id,
    action: 'nft_taken_down',
    target: `artwork:${id}`,
    facts: { reason: reason.value },
    commandId,
    at,
  } as const
  const written = await writeAudited(env, entry, {
    precondition: isWorkListed(id),
    statements: takeDownStatements(env.DB, { id, reason: reason.value, at }),
  })
  if (!written.ok) return written
  await showUploads(env, [work.media, work.poster], false)
  if (owner !== null) {
    const facts = { name: work.name, reason: reason.value }
    await notify(env, owner, { kind: 'nft_work_taken_down', facts, ref: `artwork:${id}:taken_down` }, at)
  }
  if (lot) await closeSoon(env, lot.id)
  return done(null)
}

/** The sweep closes a sale whose room cannot be reached. */
async function closeSoon(env: Env, lotId: number): Promise<void> {
  try {
    await closeSale(env, lotId)
  } catch (failure) {
    logError(`sale ${lotId}: not closed yet`, failure)
  }
}

/** Hides a listed artist with all works, or lists a hidden artist again. */
export async function setArtistShown(
  env: Env,
  by: StaffMember,
  input: DeskCommand & { readonly isShown: boolean },
): Promise<Outcome<null, NftDeskRefusal>> {
  const admitted = checkPermission(by, 'users:freeze')
  if (!admitted.ok) return admitted
  const { id, isShown, commandId, at } = input
  const artist = await findArtist(env.DB, id)
  if (!artist) return refuse('nft_artist_not_found')
  const reason = checkReason(input.reason)
  if (!reason.ok) return reason
  if (artist.userId !== null) {
    const foreign = await checkNotOwn(env, by, { ...input, userId: artist.userId, target: `user:${artist.userId}` })
    if (!foreign.ok) return foreign
  }
  const action = isShown ? 'nft_artist_shown' : 'nft_artist_hidden'
  const entry = {
    staffId: by.id,
    action,
    target: `artist:${id}`,
    facts: { reason: reason.value },
    commandId,
    at,
  } as const
  const state = isShown ? 'listed' : 'hidden'
  const written = await writeAudited(env, entry, {
    precondition: isArtistIn(id, isShown ? 'hidden' : 'listed'),
    statements: [setArtistStateStatement(env.DB, { id, state, reason: isShown ? '' : reason.value })],
  })
  return written.ok ? done(null) : written
}
