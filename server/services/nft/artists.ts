// NFT artists: applications reviewed by the desk, which can hide listed artists. A hidden artist keeps owned works, but
// their pages are not shown.

import * as v from 'valibot'
import type { NftArtistRow } from '#db/platform/nft'
import {
  type ShownArtist,
  applicationId,
  decideArtist,
  findArtist as findArtistRow,
  findArtistApplication,
  findArtistOf,
  isArtistNameTaken,
  listArtists as listArtistRows,
  submitArtist,
} from '#db/platform/nft-studio'
import { findUserById } from '#db/platform/user'
import { type ReviewDecision, type ReviewFacts } from '#domain/desk/review'
import { parseArtistName, parseArtistWords } from '#domain/nft/studio'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { lines, text } from '../input'
import { type Caller, operation } from '../operation'
import { checkSession } from '../account-room'
import { reviewKind } from '../desk/review-kind'
import { notify } from '../messages'

export type { ShownArtist }

export const listArtists = (
  env: Pick<Env, 'DB'>,
  { keyword, ...slice }: { readonly keyword?: string; readonly page: number; readonly limit: number },
) => listArtistRows(env.DB, keyword === undefined ? {} : { keyword }, slice)

/** Listed artist; null otherwise. */
export async function findArtist(env: Pick<Env, 'DB'>, id: number): Promise<ShownArtist | null> {
  const artist = await findArtistRow(env.DB, id)
  return artist?.state === 'listed' ? artist : null
}

/** Artist page data. Null `artistId`: a user who is no artist, with favourites only. */
export type ArtistPage = Pick<ShownArtist, 'id' | 'userId' | 'nickname' | 'portrait' | 'words'> & {
  readonly artistId: number | null
}

/** Clients name an artist by artist id, and the own page by user id. */
export async function findArtistPage(
  env: Pick<Env, 'DB'>,
  { uid, viewerId }: { readonly uid: number; readonly viewerId: number | null },
): Promise<ArtistPage | null> {
  const artist = uid === viewerId ? await findListedArtist(env, uid) : await findArtist(env, uid)
  if (artist) return { ...artist, artistId: artist.id }
  const user = uid === viewerId ? await findUserById(env.DB, uid) : null
  if (!user) return null
  const { id, nickname, headPortrait: portrait, signature: words } = user
  return { id, userId: id, nickname, portrait, words, artistId: null }
}

/** Own artist application, in any state. */
export async function readOwnArtist(env: Env, session: Session): Promise<Outcome<NftArtistRow | null>> {
  const [check, artist] = await Promise.all([checkSession(env, session), findArtistOf(env.DB, session.userId)])
  return check.ok ? done(artist) : check
}

/** Artist of the user if approved. */
export async function findListedArtist(env: Pick<Env, 'DB'>, userId: number): Promise<NftArtistRow | null> {
  const artist = await findArtistOf(env.DB, userId)
  return artist?.state === 'listed' ? artist : null
}

/** Applies to be an artist; the desk reviews it. */
export const applyAsArtist = operation({
  input: v.object({ nickname: text(40), words: lines(1_000) }),
  refusedAt: {
    nft_artist_name_malformed: 'nickname',
    nft_nickname_taken: 'nickname',
    nft_words_length: 'words',
    support_text_control: 'words',
  },
  run: submit,
})

async function submit(
  { env, session, now }: Caller,
  form: { readonly nickname: string; readonly words: string },
): Promise<Outcome<NftArtistRow>> {
  const check = await checkSession(env, session)
  if (!check.ok) return check
  const nickname = parseArtistName(form.nickname)
  if (!nickname.ok) return nickname
  const words = parseArtistWords(form.words)
  if (!words.ok) return words
  const known = await findArtistOf(env.DB, session.userId)
  if (known && known.state !== 'refused') return refuse('nft_applied_before')
  if (await isArtistNameTaken(env.DB, nickname.value, session.userId)) return refuse('nft_nickname_taken')
  await submitArtist(env.DB, { userId: session.userId, nickname: nickname.value, words: words.value, at: now })
  const written = await findArtistApplication(env.DB, applicationId(session.userId, now))
  return written ? done(written) : refuse('nft_applied_before')
}

export const artistReview = reviewKind({
  name: 'artist',
  // Approval permits selling to others.
  approvalsNeeded: 2,
  roles: { read: ['reviewer', 'admin', 'auditor'], decide: ['reviewer', 'admin'] },
  concerns: 'user',
  columns: ['nickname'],
  read: artistFacts,
  approve: (env, decision) => decide(env, decision, 'listed'),
  refuse: (env, decision) => decide(env, decision, 'refused'),
})

async function decide(env: Env, decision: ReviewDecision, state: 'listed' | 'refused'): Promise<Outcome<null>> {
  const { subjectId, userId, reason, at } = decision
  const row = await decideArtist(env.DB, { id: subjectId, state, reason: state === 'listed' ? '' : reason })
  if (row?.state !== state) return refuse('nft_application_not_found')
  const ref = `artist:${subjectId}:${state}`
  const { nickname } = row
  if (state === 'listed') await notify(env, userId, { kind: 'nft_artist_listed', facts: { nickname }, ref }, at)
  else await notify(env, userId, { kind: 'nft_artist_refused', facts: { nickname, reason }, ref }, at)
  return done(null)
}

async function artistFacts(env: Env, subjectId: string): Promise<ReviewFacts | null> {
  const row = await findArtistApplication(env.DB, subjectId)
  if (!row) return null
  const user = row.userId === null ? null : await findUserById(env.DB, row.userId)
  return {
    lines: [
      { label: 'account', value: user?.email ?? user?.mobile ?? `#${row.userId ?? ''}` },
      { label: 'nickname', value: row.nickname },
      { label: 'words', value: row.words },
    ],
    images: [],
  }
}
